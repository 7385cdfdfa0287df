"""Search codebooks as the specification words it (section 3.2), slowly, as a reference."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence

Ids = tuple[int, ...]
Score = tuple[int, int, int, float, int]

LETTERS = [chr(code) for code in range(ord("A"), ord("Z") + 1)]
DIGITS = [chr(code) for code in range(ord("0"), ord("9") + 1)]
POOLS = [
    LETTERS,
    DIGITS,
    LETTERS + DIGITS,
    [first + second for first in LETTERS + DIGITS for second in LETTERS + DIGITS],
]


def plain_codebook(
    name: str, count: int, encode: Callable[[str], Ids]
) -> tuple[list[str], bool] | None:
    """Give the codes and whether they branch once, or None when no pool has a set."""
    best: tuple[Score, list[str]] | None = None
    for pool in POOLS:
        if count > len(pool):
            continue
        rows = {code: encode(json.dumps({name: code}, ensure_ascii=False)) for code in pool}
        found = PlainSearch(pool, rows, count).run()
        if found is not None and (best is None or found[0] < best[0]):
            best = found
        if best is not None and best[0][0] == 1:
            break
    return None if best is None else (best[1], best[0][0] <= 1)


class PlainSearch:
    """Walk one pool depth first and score every complete set within the visit cap."""

    def __init__(self, pool: Sequence[str], rows: dict[str, Ids], count: int) -> None:
        self.pool = list(pool)
        self.rows = rows
        self.count = count
        self.cap = 20_000 if count <= 16 else 2_000
        self.visited = 0
        self.chosen: list[int] = []
        self.best: tuple[Score, list[str]] | None = None
        self.rivals = [
            {other for other in range(len(pool)) if self.conflict(index, other)}
            for index in range(len(pool))
        ]

    def run(self) -> tuple[Score, list[str]] | None:
        self.visit(0)
        return self.best

    def conflict(self, first: int, second: int) -> bool:
        one, other = self.rows[self.pool[first]], self.rows[self.pool[second]]
        length = min(len(one), len(other))
        return one[:length] == other[:length]

    def visit(self, start: int) -> None:
        if self.visited >= self.cap:
            return
        self.visited += 1
        needed = self.count - len(self.chosen)
        if needed == 0:
            codes = [self.pool[index] for index in self.chosen]
            score = plain_score(codes, [self.rows[code] for code in codes])
            if self.best is None or score < self.best[0]:
                self.best = (score, codes)
            return
        if len(self.pool) - start < needed or sum(1 for _ in self.open(start)) < needed:
            return
        for index in self.open(start):
            self.chosen.append(index)
            self.visit(index + 1)
            self.chosen.pop()
            if self.best is not None and self.visited >= self.cap:
                return

    def open(self, start: int) -> Iterator[int]:
        taken = set(self.chosen)
        return (i for i in range(start, len(self.pool)) if self.rivals[i].isdisjoint(taken))


def plain_score(codes: Sequence[str], rows: Sequence[Ids]) -> Score:
    """Score a complete set from its rows alone: any set of rows, without a trie."""
    shared = 0
    while all(len(row) > shared for row in rows) and len({row[shared] for row in rows}) == 1:
        shared += 1
    following: dict[Ids, set[int]] = {}
    for row in rows:
        for depth in range(shared, len(row)):
            following.setdefault(row[shared:depth], set()).add(row[depth])
    branching = [path for path, tokens in following.items() if len(tokens) > 1]
    lengths = [len(row) for row in rows]
    mean = sum(lengths) / len(lengths)
    return (
        len(branching),
        max((len(path) for path in branching), default=0),
        max(lengths),
        sum((length - mean) ** 2 for length in lengths) / len(lengths),
        max(len(code) for code in codes),
    )
