"""Common beginnings and endings are those that a comparison item by item finds."""

from __future__ import annotations

from os.path import commonprefix

from hypothesis import given
from hypothesis import strategies as st

from engine.common_ends import common_ends, common_start

TEXTS = st.text("ab", max_size=12)


@given(TEXTS, TEXTS)
def test_the_common_start_is_the_longest_common_prefix(one, two):
    assert common_start(one, two) == len(commonprefix([one, two]))
    assert common_start(one.encode(), two.encode()) == len(commonprefix([one, two]))
    ids = tuple(map(ord, one)), tuple(map(ord, two))
    assert common_start(*ids) == len(commonprefix([one, two]))


@given(TEXTS, TEXTS)
def test_the_common_end_begins_behind_the_common_start(one, two):
    start, end = common_ends(one, two)
    rests = [one[start:][::-1], two[start:][::-1]]
    assert (start, end) == (len(commonprefix([one, two])), len(commonprefix(rests)))
