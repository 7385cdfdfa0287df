"""A text cut into lines, and into rows that fit a width counted in cells."""

from __future__ import annotations

import io
import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate

from app.models.cells import cells_of

COMBINING, WIDE = chr(0), chr(2)  # what characters of no and of two cells become as widths


@dataclass(frozen=True, slots=True)
class Row:
    """One row: code points start..end; `columns[i]` is where character start + i begins."""

    start: int
    end: int
    columns: tuple[int, ...]

    def column_of(self, code_point: int) -> int:
        """Give the column at which a character of the row begins."""
        return self.columns[min(max(code_point - self.start, 0), self.end - self.start)]

    def character_at(self, column: float) -> int:
        """Give the character that covers a column; the last one where the row is shorter."""
        found = bisect_right(self.columns, column) - 1
        return self.start + min(max(found, 0), max(0, self.end - self.start - 1))

    def border_at(self, column: float) -> int:
        """Give the character border that is nearest to a column."""
        after = bisect_left(self.columns, column)
        if after in {0, len(self.columns)}:
            return self.start + min(after, self.end - self.start)
        nearer = column - self.columns[after - 1] < self.columns[after] - column
        return self.start + (after - 1 if nearer else after)


class TextIndex:
    """Lines of a text (ended by LF, CR or CRLF, which belong to them) and its rows."""

    __slots__ = ("_cells", "_line_starts", "_row_starts", "_width", "_words", "text")

    def __init__(self, text: str, *, words: bool = True) -> None:
        """Find the lines; the text after the last line end is a line, even when empty.

        Rows end at `words`, after a space or at a wide character, where a row has such a place.
        """
        self.text = text
        self._words = words
        lines = io.StringIO(text, newline="")
        starts = list(accumulate(map(len, lines), initial=0))
        if len(starts) > 1 and not text.endswith(("\n", "\r")):
            starts.pop()
        self._line_starts = starts
        self._cells = _CellTable()
        self._width = 0
        self._row_starts = [0]

    @property
    def row_count(self) -> int:
        """Count the rows at the width of the last `wrap`."""
        return len(self._row_starts)

    def wrap(self, width: int) -> None:
        """Cut the lines into rows of at most `width` cells (one character at least)."""
        if width == self._width:
            return
        self._width = max(1, width)
        rows: list[int] = []
        ends = [*self._line_starts[1:], len(self.text)]
        for start, end in zip(self._line_starts, ends, strict=True):
            rows.append(start)
            body = self.text[start:end]
            if not _plain(body):
                rows.extend(self._breaks(start, body))
            elif end - start > self._width and not self._words:
                rows.extend(range(start + self._width, end, self._width))
            elif end - start > self._width:
                rows.extend(start + at for at in _plain_breaks(body, self._width))
        self._row_starts = rows

    def row(self, number: int) -> Row:
        """Lay out one row."""
        start = self._row_starts[number]
        last = number + 1 == len(self._row_starts)
        end = len(self.text) if last else self._row_starts[number + 1]
        columns = accumulate(map(ord, self.text[start:end].translate(self._cells)), initial=0)
        return Row(start, end, tuple(columns))

    def row_of(self, code_point: int) -> int:
        """Give the number of the row that holds a character (or the end of the text)."""
        return bisect_right(self._row_starts, code_point) - 1

    def line_of(self, code_point: int) -> int:
        """Give the number, from 0, of the line that holds a character."""
        return bisect_right(self._line_starts, code_point) - 1

    def line_start(self, code_point: int) -> int:
        """Give where the line of a character starts."""
        return self._line_starts[self.line_of(code_point)]

    def line_end(self, code_point: int) -> int:
        """Give where the line of a character ends, its line end left out."""
        line = self.line_of(code_point)
        last = line + 1 == len(self._line_starts)
        end = len(self.text) if last else self._line_starts[line + 1]
        return end - self._ending(self._line_starts[line], end)

    def border_in(self, number: int, column: float) -> int:
        """Give the border in a row nearest to a column, at the latest before its line end."""
        row = self.row(number)
        return min(row.border_at(column), row.end - self._ending(row.start, row.end))

    def _ending(self, start: int, end: int) -> int:
        tail = self.text[max(start, end - 2) : end]
        return 2 if tail == "\r\n" else int(tail.endswith(("\n", "\r")))

    def _breaks(self, start: int, body: str) -> list[int]:
        """Give where the second and later rows of a line start."""
        cells = body.translate(self._cells)
        borders = list(accumulate(map(ord, cells), initial=0))
        breaks: list[int] = []
        at = 0
        while borders[-1] - borders[at] > self._width:
            fitting = max(bisect_right(borders, borders[at] + self._width) - 1, at + 1)
            at = (self._words and _word_start(body, cells, at, fitting)) or fitting
            if at < len(body):
                breaks.append(start + at)
        return breaks


def _word_start(body: str, cells: str, start: int, end: int) -> int:
    """Give the last place after `start`, at the latest `end`, where a word begins; 0 if none.

    Words begin after a space or a tab, and before and after a character of two cells.
    """
    if body[end : end + 1] in {"\n", "\r"}:
        return end
    after = max(body.rfind(" ", start, end), body.rfind("\t", start, end))
    wide = max(cells.rfind(WIDE, start, end), cells.rfind(WIDE, start + 1, end + 1) - 1)
    found = max(after, wide) + 1
    while 0 < found < end and cells[found] == COMBINING:
        found += 1
    return found


def _plain_breaks(body: str, width: int) -> Iterator[int]:
    """Give where rows of whole words start in a plain line; quick, for a line may have 1 MB."""
    row = re.compile(rf".{{{width}}}(?=\n)|.{{1,{width}}}(?<= )|.{{{width}}}")
    for found in row.finditer(body):
        if len(body) - found.start() > width:
            yield found.end()


def _plain(body: str) -> bool:
    """Say whether every character of a line takes one cell."""
    return body.isascii() and body.rstrip("\n").isprintable()


class _CellTable(dict[int, str]):
    """A table for str.translate: each character becomes the one whose code is its width."""

    def __missing__(self, code: int) -> str:
        width = chr(cells_of(chr(code)))
        self[code] = width
        return width
