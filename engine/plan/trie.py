"""Turn token rows into the nodes at which they part, one scored row each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.plan.plan import Ids


@dataclass(frozen=True, slots=True)
class BranchNode:
    """A node with two or more next tokens; `path` leads to it from the start of the remainders.

    `children` pairs each next token with the indices of the choices that go on with it.
    """

    path: Ids
    children: tuple[tuple[int, tuple[int, ...]], ...]


def common_prefix(rows: Sequence[Ids]) -> Ids:
    """Give the longest token prefix that all rows share; empty when there are no rows."""
    if not rows:
        return ()
    first, last = min(rows), max(rows)  # what these two share, all rows between them share
    for position, token in enumerate(first):
        if last[position] != token:
            return first[:position]
    return first


def build_trie(remainders: Sequence[Ids]) -> tuple[BranchNode, ...]:
    """List the branch nodes in preorder, children by ascending token (specification 3.4).

    >>> build_trie([(7, 1), (7, 2), (9,)])[0].children
    ((7, (0, 1)), (9, (2,)))
    """
    nodes: list[BranchNode] = []
    waiting: list[tuple[int, tuple[int, ...]]] = [(0, tuple(range(len(remainders))))]
    while waiting:
        depth, choices = waiting.pop()
        children = _children(remainders, depth, choices)
        if len(children) > 1:
            nodes.append(BranchNode(remainders[choices[0]][:depth], children))
        waiting.extend((depth + 1, below) for _, below in reversed(children))
    return tuple(nodes)


def _children(
    remainders: Sequence[Ids], depth: int, choices: tuple[int, ...]
) -> tuple[tuple[int, tuple[int, ...]], ...]:
    if len(choices) == 1:
        return ()
    groups: dict[int, list[int]] = {}
    for choice in choices:
        if depth < len(remainders[choice]):
            groups.setdefault(remainders[choice][depth], []).append(choice)
    return tuple((token, tuple(groups[token])) for token in sorted(groups))
