"""The trie lists the nodes where rows part, in preorder."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from engine.plan.trie import BranchNode, build_trie, common_prefix

ROWS = st.lists(st.lists(st.integers(0, 3), max_size=6).map(tuple), max_size=9)


def test_rows_that_part_at_once_make_one_node_with_children_by_token():
    assert build_trie([(9, 1), (3, 1), (5, 1)]) == (
        BranchNode((), ((3, (1,)), (5, (2,)), (9, (0,)))),
    )


def test_nodes_below_follow_their_parent_in_order_of_the_tokens():
    rows = [(8, 1), (2, 5, 1), (8, 0), (2, 5, 0), (4,)]
    assert build_trie(rows) == (
        BranchNode((), ((2, (1, 3)), (4, (4,)), (8, (0, 2)))),
        BranchNode((2, 5), ((0, (3,)), (1, (1,)))),
        BranchNode((8,), ((0, (2,)), (1, (0,)))),
    )


def test_a_single_row_needs_no_decision():
    assert build_trie([()]) == ()
    assert build_trie([(1, 2)]) == ()
    assert build_trie([]) == ()


def test_ten_thousand_shared_tokens_do_not_exhaust_the_stack():
    shared = tuple(range(10_000))
    node = BranchNode(shared, ((1, (0,)), (2, (1,))))
    assert build_trie([(*shared, 1), (*shared, 2)]) == (node,)


@given(ROWS)
def test_branch_nodes_are_the_prefixes_with_two_next_tokens(rows):
    following = {}
    for index, row in enumerate(rows):
        for depth, token in enumerate(row):
            following.setdefault(row[:depth], {}).setdefault(token, []).append(index)
    expected = [
        BranchNode(path, tuple((token, tuple(following[path][token])) for token in sorted(tokens)))
        for path, tokens in sorted(following.items())
        if len(tokens) > 1
    ]
    assert list(build_trie(rows)) == expected


@given(ROWS)
def test_the_common_prefix_is_what_all_rows_begin_with(rows):
    shared = [row[:length] for row in rows[:1] for length in range(len(row) + 1)]
    agreed = [prefix for prefix in shared if all(row[: len(prefix)] == prefix for row in rows)]
    assert common_prefix(rows) == max(agreed, key=len, default=())
