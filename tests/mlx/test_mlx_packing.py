"""Prompt and rows in one sequence: who may see whom."""

from __future__ import annotations

import numpy as np

from engine.mlx.packing import pack, split_rows, visible


def test_rows_share_the_tokens_of_a_common_path():
    packed = pack((7, 8), ((1, 2), (1, 3), (1, 2, 5), (1,)))
    assert packed.tokens == (7, 8, 1, 2, 3, 5)
    assert packed.parents == (-1, 0, 1, 2, 2, 3)
    assert packed.depths == (0, 1, 2, 3, 3, 4)
    assert packed.row_ends == (3, 4, 5, 2)


def test_an_empty_row_ends_where_the_prompt_ends():
    assert pack((7, 8), ((), (1,))).row_ends == (1, 2)


def test_rows_behind_a_wholly_cached_prompt_stand_alone():
    packed = pack((), ((1, 2), (3,)))
    assert packed.parents == (-1, 0, -1)
    expected = [[1, 1, 1, 0, 0], [1, 1, 1, 1, 0], [1, 1, 0, 0, 1]]
    np.testing.assert_array_equal(visible(packed, 2), np.array(expected, bool))


def test_a_token_sees_the_cache_the_tail_and_its_own_ancestors():
    mask = visible(pack((7, 8), ((1, 2), (1, 3))), 1)
    expected = [
        [1, 1, 0, 0, 0, 0],
        [1, 1, 1, 0, 0, 0],
        [1, 1, 1, 1, 0, 0],
        [1, 1, 1, 1, 1, 0],
        [1, 1, 1, 1, 0, 1],
    ]
    np.testing.assert_array_equal(mask, np.array(expected, bool))


def test_many_rows_are_cut_into_runs_within_the_limit():
    rows = [(1, 2, 3), (4, 5), (6,), (7, 8, 9, 10, 11)]
    assert split_rows(rows, 5) == (range(2), range(2, 3), range(3, 4))
    assert split_rows(rows, 100) == (range(4),)
    assert split_rows([], 5) == (range(0),)
