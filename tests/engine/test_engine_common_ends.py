"""Common beginnings and endings are those that a comparison item by item finds."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from engine.common_ends import common_ends, common_start

TEXTS = st.text("ab", max_size=12)


def shared(one, two):
    """Count the first items that are equal, one after the other."""
    for count, (here, there) in enumerate(zip(one, two, strict=False)):
        if here != there:
            return count
    return min(len(one), len(two))


@given(TEXTS, TEXTS)
def test_the_common_start_is_the_longest_common_prefix(one, two):
    assert common_start(one, two) == shared(one, two)
    assert common_start(one.encode(), two.encode()) == shared(one, two)
    assert common_start(tuple(map(ord, one)), tuple(map(ord, two))) == shared(one, two)


@given(TEXTS, TEXTS)
def test_the_common_end_begins_behind_the_common_start(one, two):
    start, end = common_ends(one, two)
    assert start == shared(one, two)
    assert end == shared(one[start:][::-1], two[start:][::-1])
