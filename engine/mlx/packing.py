"""Turn the changed tail of a prompt and many rows into one sequence for one pass.

The rows form a trie behind the tail: tokens that rows share are computed once, and a token sees
the tail and its own ancestors only. With the tail (7, 8) and the rows (1, 2) and (1, 3):

    tokens     7 8 1 2 3
    parents    - 0 1 2 2
    row_ends         3 4
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from engine.plan.plan import Ids


@dataclass(frozen=True, slots=True)
class Packed:
    """One sequence: each token's parent (-1: what is cached) and depth behind the cache.

    `row_ends` gives for each row the index of its last token.
    """

    tokens: Ids
    parents: tuple[int, ...]
    depths: tuple[int, ...]
    row_ends: tuple[int, ...]
    tail: int


def pack(tail: Ids, rows: Sequence[Ids]) -> Packed:
    """Lay the tail and the trie of the rows end to end; empty rows end at the tail's end."""
    tokens, parents = list(tail), list(range(-1, len(tail) - 1))
    depths = list(range(len(tail)))
    children: dict[tuple[int, int], int] = {}
    row_ends = []
    for row in rows:
        node = len(tail) - 1
        for depth, token in enumerate(row, len(tail)):
            child = children.setdefault((node, token), len(tokens))
            if child == len(tokens):
                tokens.append(token)
                parents.append(node)
                depths.append(depth)
            node = child
        row_ends.append(node)
    return Packed(tuple(tokens), tuple(parents), tuple(depths), tuple(row_ends), len(tail))


def split_rows(rows: Sequence[Ids], limit: int) -> tuple[range, ...]:
    """Cut rows into runs of at most `limit` tokens each, so that a pass stays small."""
    starts, size = [0], 0
    for index, row in enumerate(rows):
        if size and size + len(row) > limit:
            starts.append(index)
            size = 0
        size += len(row)
    return tuple(map(range, starts, [*starts[1:], len(rows)]))


def visible(packed: Packed, cached: int) -> npt.NDArray[np.bool_]:
    """Say which of the cached and packed tokens (columns) each packed token (line) sees."""
    mask = np.zeros((len(packed.tokens), cached + len(packed.tokens)), np.bool_)
    mask[:, :cached] = True
    own = mask[:, cached:]
    own[: packed.tail, : packed.tail] = np.tri(packed.tail, dtype=np.bool_)
    for node in range(packed.tail, len(packed.tokens)):
        if packed.parents[node] >= 0:
            own[node] = own[packed.parents[node]]
        own[node, node] = True
    return mask
