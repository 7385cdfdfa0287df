"""A line's characters with their widths turned into columns, run by run."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable

Run = tuple[int, int]  # characters and cells; as many of both, or one character alone


class Columns:
    """Say at which column a character begins, and which character lies at a column.

    Runs of characters of one cell each are kept as one: a long line of plain text is a few numbers.
    """

    __slots__ = ("_columns", "_starts", "width")

    def __init__(self, runs: Iterable[Run]) -> None:
        """Lay runs end to end.

        >>> columns = Columns([(3, 3), (1, 5), (2, 2)])
        >>> [columns.of(at) for at in range(7)], columns.at(4), columns.at(8)
        ([0, 1, 2, 3, 8, 9, 10], 3, 4)
        """
        start = column = 0
        self._starts, self._columns = [0], [0]
        for length, cells in runs:
            start, column = start + length, column + cells
            self._starts.append(start)
            self._columns.append(column)
        self.width = column

    def of(self, character: int) -> int:
        """Give the column at which a character begins; behind the last one the line's width."""
        run = bisect_right(self._starts, character) - 1
        return self._columns[run] + character - self._starts[run]

    def at(self, column: float) -> int:
        """Give the last character that begins at or before a column."""
        run = bisect_right(self._columns, column) - 1
        start = self._starts[run]
        if run + 1 == len(self._starts):
            return start
        return start + min(int(column - self._columns[run]), self._starts[run + 1] - start - 1)
