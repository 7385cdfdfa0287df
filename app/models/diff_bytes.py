"""Two texts' bytes in aligned columns, row by row, of any length."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from itertools import accumulate

from app.models.diff_line import Glyph
from app.models.diff_source import SIGNS, Half, Look, Source, inline_kind
from engine.golden.align import Kind
from engine.golden.diff import Hunk, TextDiff
from engine.golden.rows import EXPECTED, LIVE

COUNTS = (32, 16, 8, 4)
GROUP = 8
OFFSET_DIGITS = 6
PRINTABLE = range(0x20, 0x7F)


class ByteSource(Source):
    """Aligned bytes; inline, a row with changes is drawn twice, first as expected."""

    def __init__(self, diff: TextDiff, look: Look) -> None:
        """Count the columns of every hunk."""
        super().__init__(diff.hunks, look)
        self._diff = diff
        self._firsts = list(accumulate((_size(hunk, look) for hunk in diff.hunks), initial=0))
        self._count = COUNTS[-1]
        self._doubled: list[int] = []
        self._change_rows: tuple[int, ...] = ()

    @property
    def label_cells(self) -> int:
        """Give the width of an offset."""
        return OFFSET_DIGITS

    @property
    def row_count(self) -> int:
        """Count the rows."""
        return self._plain_rows() + len(self._doubled)

    @property
    def change_rows(self) -> tuple[int, ...]:
        """Give the row in which each change begins."""
        return self._change_rows

    def wrap(self, width: int) -> None:
        """Take as many bytes in a row as fit a width in cells."""
        self._count = next((count for count in COUNTS if _cells(count) <= width), COUNTS[-1])
        self._doubled = []
        if self._look is Look.INLINE:
            rows = (row for index in self._changes for row in self._rows_of(index))
            self._doubled = sorted(set(rows))
        starts = (self._firsts[index] // self._count for index in self._changes)
        last = max(self._plain_rows() - 1, 0)
        self._change_rows = tuple(self._shown_row(min(start, last)) for start in starts)

    def row(self, number: int) -> tuple[Half, ...]:
        """Lay one row out."""
        if self._look is Look.SIDES:
            return self._half(number, EXPECTED), self._half(number, LIVE)
        if self._look is not Look.INLINE:
            return (self._half(number, EXPECTED if self._look is Look.EXPECTED else LIVE),)
        plain, is_second = self._plain_row(number)
        place = bisect_left(self._doubled, plain)
        is_double = self._doubled[place : place + 1] == [plain]
        side = EXPECTED if is_double and not is_second else LIVE
        return (self._half(plain, side),)

    def _plain_rows(self) -> int:
        return -(-self._firsts[-1] // self._count)

    def _rows_of(self, index: int) -> range:
        first, end = self._firsts[index], self._firsts[index + 1]
        return range(first // self._count, -(-end // self._count))

    def _shown_row(self, plain: int) -> int:
        """Count the rows before a plain row, those drawn twice as two."""
        return plain + bisect_left(self._doubled, plain)

    def _plain_row(self, number: int) -> tuple[int, bool]:
        """Find the plain row of a row, and whether it is the second drawing of it."""
        low, high = 0, len(self._doubled)
        while low < high:  # how many doubled rows end before this one
            middle = (low + high) // 2
            if self._doubled[middle] + middle + 1 < number:
                low = middle + 1
            else:
                high = middle
        is_second = low < len(self._doubled) and self._doubled[low] + low + 1 == number
        return number - low - int(is_second), is_second

    def _half(self, row: int, side: str) -> Half:
        start = row * self._count
        pieces = tuple(self._pieces(start, start + self._count, side))
        if not pieces:
            return Half(is_gap=True)
        kinds = {kind for _, _, _, _, kind in pieces if kind is not Kind.EQUAL}
        kind = next(iter(kinds)) if len(kinds) == 1 else Kind.REPLACE
        glyphs = tuple(glyph for piece in pieces for glyph in self._glyphs(*piece))
        if self._look is Look.SIDES:
            glyphs += tuple(self._gaps(start, start + self._count, side))
        label = f"{pieces[0][1]:0{OFFSET_DIGITS}X}"
        return Half(label, SIGNS[kind] if kinds else "", glyphs)

    def _pieces(
        self, start: int, end: int, side: str
    ) -> Iterator[tuple[int, int, bytes, int, Kind]]:
        """Give column, offset, bytes, hunk and kind of what one side has in columns."""
        index = bisect_right(self._firsts, start) - 1
        while index < len(self._diff.hunks) and self._firsts[index] < end:
            hunk, first = self._diff.hunks[index], self._firsts[index]
            at, stop = _range(hunk, side)
            data = self._diff.expected if side == EXPECTED else self._diff.live
            low = at + max(0, start - first)
            high = min(stop, at + end - first)
            if low < high:
                kind = inline_kind(hunk.kind, side, self._look)
                yield max(start, first) - start, low, data[low:high], index, kind
            index += 1

    def _gaps(self, start: int, end: int, side: str) -> Iterator[Glyph]:
        """Mark the columns in which only the other side has bytes."""
        index = bisect_right(self._firsts, start) - 1
        while index < len(self._diff.hunks) and self._firsts[index] < end:
            at, stop = _range(self._diff.hunks[index], side)
            low = max(start, self._firsts[index] + stop - at)
            high = min(end, self._firsts[index + 1])
            if low < high:
                column, size = low - start, high - low
                left, right = _left(column), _left(column + size - 1) + 2
                kind = self._diff.hunks[index].kind
                yield Glyph(left, right - left, "", index, kind, is_gap=True)
                letters = _hex_cells(self._count) + column
                yield Glyph(letters, size, "", index, kind, is_gap=True)
            index += 1

    def _glyphs(
        self, column: int, _offset: int, data: bytes, hunk: int, kind: Kind
    ) -> Iterator[Glyph]:
        """Write bytes as hex, group by group, and as ASCII."""
        of = (-1 if kind is Kind.EQUAL else hunk), kind
        at = 0
        while at < len(data):
            size = min(GROUP - (column + at) % GROUP, len(data) - at)
            piece = data[at : at + size]
            left = _left(column + at)
            yield Glyph(left, size * 3 - 1, piece.hex(" ").upper(), *of)
            at += size
        letters = "".join(chr(byte) if byte in PRINTABLE else "·" for byte in data)
        yield Glyph(_hex_cells(self._count) + column, len(data), letters, *of)


def _range(hunk: Hunk, side: str) -> tuple[int, int]:
    if side == EXPECTED:
        return hunk.expected_start, hunk.expected_end
    return hunk.live_start, hunk.live_end


def _size(hunk: Hunk, look: Look) -> int:
    """Count the columns of a hunk; one side alone leaves no gaps."""
    here, there = (end - start for start, end in (_range(hunk, EXPECTED), _range(hunk, LIVE)))
    if look in {Look.EXPECTED, Look.LIVE}:
        return here if look is Look.EXPECTED else there
    return max(here, there)


def _left(column: int) -> int:
    """Give the cell at which a byte is written."""
    return column * 3 + column // GROUP


def _hex_cells(count: int) -> int:
    return count * 3 + count // GROUP + 1


def _cells(count: int) -> int:
    return _hex_cells(count) + count
