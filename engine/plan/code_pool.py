"""Search one pool of codes for the set whose candidate rows tokenise most evenly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from engine.plan.plan import Ids

Score = tuple[int, int, int, float, int]
"""Branch nodes, longest path to one, longest row, variance of row lengths, longest code."""

_FEW_CODES, _CAP_FEW, _CAP_MANY = 16, 20_000, 2_000


def search_pool(codes: Sequence[str], rows: Sequence[Ids], count: int) -> tuple[Score, Ids] | None:
    """Find the best `count` codes no row of which is a prefix of another's.

    Depth first in pool order up to the visit cap; the first of equally good sets wins
    (specification section 3.2). Gives the score and the indices of the codes, or None.
    Stops early where that cannot change the result: no set scores below `_bound`.
    """
    tally = CodeTally(codes, rows)
    bound = _bound(codes, rows, count)
    best: tuple[Score, Ids] | None = None
    for _ in _complete_sets(_compatible(rows), count, tally):
        score = tally.score_below(None if best is None else best[0])
        if score is not None:
            best = score, tuple(tally.chosen)
            if score <= bound:
                break
    return best


def _bound(codes: Sequence[str], rows: Sequence[Ids], count: int) -> Score:
    """Give a score that no set of `count` codes can undercut.

    Two rows that are no prefixes of each other part where their common prefix ends, and the
    greatest of `count` lengths is at least the count-th smallest of all.
    """
    row_length = sorted(map(len, rows))[count - 1]
    code_length = sorted(map(len, codes))[count - 1]
    return (1 if count > 1 else 0, 0, row_length, 0.0, code_length)


def _compatible(rows: Sequence[Ids]) -> list[int]:
    """Give for each row, as a bit mask, the rows that are neither its prefix nor begin with it."""
    same: dict[Ids, int] = {}
    for index, row in enumerate(rows):
        same[row] = same.get(row, 0) | 1 << index
    lengths = sorted({len(row) for row in same})
    prefixes = {
        row: [row[:length] for length in lengths if length <= len(row) and row[:length] in same]
        for row in same
    }
    conflicts = dict.fromkeys(same, 0)
    for row, own in same.items():
        for prefix in prefixes[row]:
            conflicts[prefix] |= own
            conflicts[row] |= same[prefix]
    everything = (1 << len(rows)) - 1
    return [everything & ~conflicts[row] for row in rows]


def _complete_sets(compatible: Sequence[int], count: int, tally: CodeTally) -> Iterator[None]:
    """Walk the sets depth first and pause at each complete one, which `tally` then holds.

    `untried[d]` masks the codes that can still become the one at depth d.
    """
    cap = _CAP_FEW if count <= _FEW_CODES else _CAP_MANY
    untried = [(1 << len(compatible)) - 1]
    visited = 1
    while visited < cap:
        lowest = untried[-1] & -untried[-1]
        if not lowest:
            untried.pop()
            if not untried:
                return
            tally.pop()
            continue
        untried[-1] ^= lowest
        visited += 1
        index = lowest.bit_length() - 1
        tally.push(index)
        missing = count - len(untried)
        following = untried[-1] & compatible[index]
        if missing and following.bit_count() >= missing:
            untried.append(following)
            continue
        if not missing:
            yield
        tally.pop()


class CodeTally:
    """Keep the score of a growing and shrinking set of codes without rebuilding its trie."""

    def __init__(self, codes: Sequence[str], rows: Sequence[Ids]) -> None:
        """Find the nodes at which rows of the pool part, and which of them each row passes."""
        self.chosen: list[int] = []
        self._sizes = [(len(row), len(code)) for row, code in zip(rows, codes, strict=True)]
        self._lengths: list[int] = []
        self._code_lengths: list[int] = []
        nodes = _branch_nodes(rows)
        depths = sorted(set(nodes.values()))
        self._steps = [_steps(row, nodes, depths) for row in rows]
        self._depths = nodes
        self._uses: Counter[Ids] = Counter()
        self._children: Counter[Ids] = Counter()
        self._branching: set[Ids] = set()

    def push(self, index: int) -> None:
        """Add a code to the set."""
        self.chosen.append(index)
        length, code_length = self._sizes[index]
        self._lengths.append(length)
        self._code_lengths.append(code_length)
        for node, edge in self._steps[index]:
            self._uses[edge] += 1
            if self._uses[edge] == 1:
                self._children[node] += 1
                if self._children[node] == 2:  # noqa: PLR2004 (two children make a branch)
                    self._branching.add(node)

    def pop(self) -> None:
        """Take the last code back."""
        self._lengths.pop()
        self._code_lengths.pop()
        for node, edge in self._steps[self.chosen.pop()]:
            self._uses[edge] -= 1
            if not self._uses[edge]:
                self._children[node] -= 1
                if self._children[node] == 1:
                    self._branching.discard(node)

    def score_below(self, best: Score | None) -> Score | None:
        """Score the set, or give None when it does not beat `best`.

        The shallowest branch node is the end of the common prefix, from which paths count.
        """
        depths = [self._depths[node] for node in self._branching]
        spread = max(depths) - min(depths) if depths else 0
        longest = max(self._lengths)
        if best is not None and (len(depths), spread, longest) > best[:3]:
            return None
        variance = _variance(self._lengths)
        score = (len(depths), spread, longest, variance, max(self._code_lengths))
        return score if best is None or score < best else None


def _variance(values: Sequence[int]) -> float:
    """Give the population variance; ties are decided by this float, summed in this order."""
    mean = sum(values) / len(values)
    squares = {value: (value - mean) ** 2 for value in set(values)}
    return sum(map(squares.__getitem__, values)) / len(values)


def _branch_nodes(rows: Sequence[Ids]) -> dict[Ids, int]:
    """Map the prefixes at which rows part to their lengths."""
    nodes: dict[Ids, int] = {}
    for first, second in pairwise(sorted(set(rows))):
        shared = 0
        while shared < len(first) and first[shared] == second[shared]:
            shared += 1
        if shared < len(first):
            nodes[first[:shared]] = shared
    return nodes


def _steps(
    row: Ids, nodes: Mapping[Ids, int], depths: Sequence[int]
) -> tuple[tuple[Ids, Ids], ...]:
    """List the branch nodes that a row passes, each with the edge by which it leaves."""
    return tuple(
        (row[:depth], row[: depth + 1])
        for depth in depths
        if depth < len(row) and row[:depth] in nodes
    )
