"""Columns of a line against the widths of its characters added up one by one."""

from __future__ import annotations

from itertools import accumulate

from hypothesis import given
from hypothesis import strategies as st

from app.models.columns import Columns

PLAIN = st.integers(1, 9).map(lambda count: (count, count))
MARKS = st.integers(0, 7).map(lambda cells: (1, cells))


@given(st.lists(PLAIN | MARKS, max_size=12), st.floats(0, 80))
def test_columns_are_the_widths_added_up(runs, column):
    widths = [cells // length for length, cells in runs for _ in range(length)]
    begins = list(accumulate(widths, initial=0))
    columns = Columns(runs)
    assert [columns.of(at) for at in range(len(begins))] == begins
    assert columns.width == begins[-1]
    assert columns.at(column) == max(at for at, begin in enumerate(begins) if begin <= column)
