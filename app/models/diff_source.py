"""What a difference view draws row by row: two texts as lines, in one of four looks."""

from __future__ import annotations

from abc import ABC, abstractmethod
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import accumulate

from app.models.diff_line import DiffLine, Glyph
from engine.golden.align import Kind
from engine.golden.diff import Hunk, TextDiff
from engine.golden.laid import LaidText
from engine.golden.rows import EXPECTED, LIVE, InlineRow, LineRow, Part
from engine.golden.token_diff import TokenHunk

_SEEN_ASCII = bytes(range(0x20, 0x7F)) + b"\n"
SIGNS = {Kind.DELETE: "−", Kind.INSERT: "+", Kind.REPLACE: "≠", Kind.EQUAL: ""}


class Look(StrEnum):
    """Name how two sides are laid out."""

    SIDES = "side by side"
    INLINE = "inline"
    EXPECTED = "expected"
    LIVE = "live"


@dataclass(frozen=True, slots=True)
class Half:
    """One side of a row: line or offset, sign, and what is drawn; a gap has nothing there."""

    label: str = ""
    sign: str = ""
    glyphs: tuple[Glyph, ...] = ()
    is_gap: bool = False


def numbered(hunks: Sequence[Hunk | TokenHunk]) -> dict[int, int]:
    """Count off the changes among hunks: from a hunk's index to the change's number."""
    changes = (index for index, hunk in enumerate(hunks) if hunk.kind is not Kind.EQUAL)
    return {index: number for number, index in enumerate(changes)}


class Source(ABC):
    """Rows of a difference at the width of the last `wrap`; changes are counted from 0."""

    def __init__(self, hunks: Sequence[Hunk | TokenHunk], look: Look) -> None:
        """Count the changes."""
        self._look = look
        self._numbers = numbered(hunks)
        self._changes = tuple(self._numbers)

    @property
    @abstractmethod
    def label_cells(self) -> int:
        """Give the width of the widest label."""

    @property
    @abstractmethod
    def row_count(self) -> int:
        """Count the rows."""

    @property
    @abstractmethod
    def change_rows(self) -> tuple[int, ...]:
        """Give the row in which each change begins."""

    @abstractmethod
    def wrap(self, width: int) -> None:
        """Lay out for halves of a width in cells."""

    @abstractmethod
    def row(self, number: int) -> tuple[Half, ...]:
        """Lay one row out."""

    def change_of(self, hunk: int) -> int:
        """Give the number of the change that a glyph's hunk is; -1 for none."""
        return self._numbers.get(hunk, -1)

    def hunk_of(self, change: int) -> int:
        """Give the hunk that a numbered change is."""
        return self._changes[change]

    def place_at(self, _number: int, _half: int, _column: float, /) -> tuple[str, int, str] | None:
        """Give side, byte offset and character at a column; None where all is written out."""
        return None


def inline_kind(kind: Kind, side: str, look: Look) -> Kind:
    """Turn a change's kind into what one row of the inline look shows of it."""
    if kind is Kind.EQUAL or look is not Look.INLINE:
        return kind
    return Kind.DELETE if side == EXPECTED else Kind.INSERT


class TextSource(Source):
    """Two texts line by line, wrapped."""

    def __init__(self, laid: LaidText, look: Look) -> None:
        """Choose the lines of a look."""
        super().__init__(laid.diff.hunks, look)
        self._diff = laid.diff
        self._parts = tuple(_parts_of(laid, look))
        self._labels = _labels(laid, look)
        self._label_cells = max(map(len, self._labels[-1]), default=1)
        self._lines: dict[tuple[int, int], DiffLine] = {}
        self._starts: list[int] = [0]
        self._width = 0
        self._change_rows: tuple[int, ...] = ()

    @property
    def label_cells(self) -> int:
        """Give the width of the widest line number."""
        return self._label_cells

    @property
    def row_count(self) -> int:
        """Count the rows."""
        return self._starts[-1]

    @property
    def change_rows(self) -> tuple[int, ...]:
        """Give the row in which each change begins."""
        return self._change_rows

    def wrap(self, width: int) -> None:
        """Wrap every line to a width in cells."""
        if width == self._width:
            return
        self._width = width
        heights = (
            max(self._height(number, half) for half in range(len(parts)))
            for number, parts in enumerate(self._parts)
        )
        self._starts = list(accumulate(heights, initial=0))
        self._change_rows = self._find_changes()

    def row(self, number: int) -> tuple[Half, ...]:
        """Lay one row out."""
        item = bisect_right(self._starts, number) - 1
        sub = number - self._starts[item]
        return tuple(self._half(item, half, sub) for half in range(len(self._parts[item])))

    def place_at(self, number: int, half: int, column: float, /) -> tuple[str, int, str] | None:
        """Give side, byte offset and character at a column, where there is a character."""
        item = bisect_right(self._starts, number) - 1
        sub = number - self._starts[item]
        parts = self._parts[item][half]
        line = self._line(item, half)
        if not parts or sub >= line.row_count(self._width):
            return None
        at = line.character_at(sub, self._width, column)
        if at is None:
            return None
        index = next(i for i, span in enumerate(line.spans) if span.start <= at < span.end)
        before = line.text[line.spans[index].start : at]
        return parts[index].side, parts[index].start + len(before.encode()), line.text[at]

    def _half(self, item: int, half: int, sub: int) -> Half:
        parts = self._parts[item][half]
        line = self._line(item, half)
        if not parts or sub >= line.row_count(self._width):
            return Half(is_gap=True)
        glyphs = line.glyphs(sub, self._width)
        label = self._labels[half][item] if sub == 0 else ""
        sign = _sign(parts)
        if not sign and any(_sign(other) for other in self._parts[item]):
            sign = SIGNS[Kind.REPLACE]  # the other half has what is missing here
        return Half(label, sign if sub == 0 else "", glyphs)

    def _height(self, item: int, half: int) -> int:
        parts = self._parts[item][half]
        if len(parts) == 1 and parts[0].kind is Kind.EQUAL:
            data = _data(self._diff, parts[0])
            if len(data) <= self._width and not data.translate(None, _SEEN_ASCII):
                return 1
        return self._line(item, half).row_count(self._width) if parts else 1

    def _line(self, item: int, half: int) -> DiffLine:
        found = self._lines.get((item, half))
        if found is None:
            found = DiffLine(self._diff, self._parts[item][half])
            self._lines[item, half] = found
        return found

    def _find_changes(self) -> tuple[int, ...]:
        rows: dict[int, int] = {}
        for item, halves in enumerate(self._parts):
            for half, parts in enumerate(halves):
                for part in parts:
                    if part.hunk in self._numbers:
                        sub = self._line(item, half).row_of(part.hunk, self._width)
                        row = self._starts[item] + sub
                        number = self._numbers[part.hunk]
                        rows[number] = min(row, rows.get(number, row))
        before = 0
        found = []
        for number in range(len(self._numbers)):  # one side alone may show nothing of a change
            before = rows.get(number, before)
            found.append(before)
        return tuple(found)


_Parts = tuple[Part, ...]


def _parts_of(laid: LaidText, look: Look) -> tuple[tuple[_Parts, ...], ...]:
    """Give the parts of each line, one half or two."""
    if look is Look.INLINE:
        return tuple((row.parts,) for row in laid.inline)
    if look is Look.SIDES:
        return tuple((row.expected, row.live) for row in laid.sides)
    if look is Look.EXPECTED:
        return tuple((row.expected,) for row in laid.sides if row.expected)
    return tuple((row.live,) for row in laid.sides if row.live)


def _labels(laid: LaidText, look: Look) -> tuple[tuple[str, ...], ...]:
    """Give the line numbers of each half."""
    if look is Look.INLINE:
        return (tuple(_inline_numbers(laid.inline, laid.diff)),)
    if look is Look.SIDES:
        return tuple(tuple(_written(row, side) for row in laid.sides) for side in (EXPECTED, LIVE))
    side = EXPECTED if look is Look.EXPECTED else LIVE
    return (tuple(text for row in laid.sides if (text := _written(row, side))),)


def _written(row: LineRow, side: str) -> str:
    number = row.expected_line if side == EXPECTED else row.live_line
    return "" if number is None else str(number)


def _inline_numbers(rows: tuple[InlineRow, ...], diff: TextDiff) -> list[str]:
    """Give the line numbers of the live text; a line that only the expected one has gets none."""
    labels = []
    line = 1
    for row in rows:
        live = [part for part in row.parts if part.kind is not Kind.DELETE]
        labels.append(str(line) if live else "")
        line += sum(_data(diff, part).count(b"\n") for part in live)
    return labels


def _data(diff: TextDiff, part: Part) -> bytes:
    return (diff.live if part.side == LIVE else diff.expected)[part.start : part.end]


def _sign(parts: _Parts) -> str:
    """Sign a line: only there, only here, or changed in part."""
    kinds = {part.kind for part in parts}
    if len(kinds) == 1:
        return SIGNS[next(iter(kinds))]
    return SIGNS[Kind.REPLACE]
