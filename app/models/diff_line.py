"""One line of a text in a difference turned into glyphs, wrapped to a width in cells."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from app.models.cells import cells_of, joins_previous
from app.models.columns import Columns, Run
from engine.characters import SYMBOLS, code_point, mark_in_change, mark_of
from engine.golden.align import Kind
from engine.golden.diff import TextDiff
from engine.golden.rows import LIVE, Part

_RUN = re.compile(r"[!-~]+| +|.", re.DOTALL)
_PLAIN = re.compile(r"[ -~]+|.", re.DOTALL)  # printable ASCII takes a cell a character
_SINGLE = re.compile(".", re.DOTALL)
FEW = 8  # characters of a change that are all spelled out when none can be seen
SPACES = {" ": "SP", "\t": "TAB", "\n": "LF"}


@dataclass(frozen=True, slots=True)
class Span:
    """A range of the line's characters that is equal or belongs to a change.

    `spelled`: nothing of the change can be seen, so even a space gets its name.
    """

    start: int
    end: int
    kind: Kind
    hunk: int
    spelled: bool


@dataclass(frozen=True, slots=True)
class Glyph:
    """Text to draw at a column; `hunk` is the change's index in the difference, -1 for equal.

    A gap stands where only the other side has something.
    """

    column: int
    cells: int
    text: str
    hunk: int = -1
    kind: Kind = Kind.EQUAL
    is_mark: bool = False
    is_gap: bool = False
    is_symbol: bool = False


class DiffLine:
    """A line's characters with their spans; where each begins is counted from the line's start."""

    __slots__ = ("_columns", "_cuts", "_width", "byte", "spans", "text")

    def __init__(self, diff: TextDiff, parts: tuple[Part, ...]) -> None:
        """Decode the parts of one line (which are cut at characters)."""
        texts = []
        spans = []
        at = 0
        for part in parts:
            data = diff.live if part.side == LIVE else diff.expected
            text = data[part.start : part.end].decode()
            spelled = part.kind is not Kind.EQUAL and _is_unseen(text)
            spans.append(Span(at, at + len(text), part.kind, part.hunk, spelled))
            texts.append(text)
            at += len(text)
        self.byte = parts[0].start if parts else 0
        self.text = "".join(texts)
        self.spans = tuple(spans)
        self._columns: Columns | None = None
        self._cuts: tuple[int, ...] = (0,)
        self._width = 0

    @property
    def changes(self) -> tuple[int, ...]:
        """List the hunks that the line shows something of."""
        return tuple(span.hunk for span in self.spans if span.kind is not Kind.EQUAL)

    def row_count(self, width: int) -> int:
        """Count the rows at a width in cells."""
        return len(self._wrapped(width))

    def row_of(self, hunk: int, width: int) -> int:
        """Give the row in which a change begins; the first when the line has nothing of it."""
        at = bisect_left(self.spans, hunk, key=lambda span: span.hunk)
        has = at < len(self.spans) and self.spans[at].hunk == hunk
        start = self.spans[at].start if has else 0
        return bisect_right(self._wrapped(width), start) - 1

    def glyphs(self, row: int, width: int) -> tuple[Glyph, ...]:
        """Lay out one of the rows."""
        cuts = self._wrapped(width)
        start = cuts[row]
        end = cuts[row + 1] if row + 1 < len(cuts) else len(self.text)
        return tuple(self._glyphs(start, end))

    def character_at(self, row: int, width: int, column: float) -> int | None:
        """Give the place in the text of the character at a column; None where there is none."""
        cuts = self._wrapped(width)
        columns = self._laid()
        at = columns.at(columns.of(cuts[row]) + column)
        end = cuts[row + 1] if row + 1 < len(cuts) else len(self.text)
        return at if cuts[row] <= at < end else None

    def _wrapped(self, width: int) -> tuple[int, ...]:
        if width != self._width:
            self._width = width
            self._cuts = tuple(self._cut(max(width, 1)))
        return self._cuts

    def _cut(self, width: int) -> Iterator[int]:
        """Say where each row begins; a row holds one character at least."""
        yield 0
        if self._is_plain():
            yield from range(width, len(self.text.rstrip("\n")), width)
            return
        columns, at = self._laid(), 0
        while columns.width - columns.of(at) > width:
            at = max(columns.at(columns.of(at) + width), at + 1)
            if at >= len(self.text):
                return
            yield at

    def _is_plain(self) -> bool:
        text = self.text
        equal = len(self.spans) <= 1 and not self.changes
        return equal and text.isascii() and text.rstrip("\n").isprintable()

    def _laid(self) -> Columns:
        if self._columns is None:
            self._columns = Columns(self._runs())
        return self._columns

    def _runs(self) -> Iterator[Run]:
        """Measure characters, plain ones many at a time."""
        for span in self.spans:
            pattern = _SINGLE if span.spelled else _PLAIN
            for run in pattern.finditer(self.text, span.start, span.end):
                length = len(run[0])
                yield length, length if length > 1 else _cells(run[0], span)

    def _glyphs(self, start: int, end: int) -> Iterator[Glyph]:
        columns = self._laid()
        origin = columns.of(start)
        first_span = bisect_right(self.spans, start, key=lambda span: span.end)
        for span in islice(self.spans, first_span, None):
            if span.start >= end:
                return
            first, last = max(start, span.start), min(end, span.end)
            for run in _RUN.finditer(self.text, first, last) if first < last else ():
                if span.kind is Kind.EQUAL and _is_joined(self.text, run.start(), start):
                    continue
                yield from self._run(span, run.start(), run.end(), last, columns, origin)

    def _run(
        self, span: Span, start: int, end: int, last: int, columns: Columns, origin: int
    ) -> Iterator[Glyph]:
        """Lay out characters of one sort; a spelled space has a mark of its own."""
        first = self.text[start]
        mark = _label(first, span)
        if mark is not None:
            for at in range(start, end):
                column, after = columns.of(at) - origin, columns.of(at + 1) - origin
                yield Glyph(column, after - column, mark, *_of(span), is_mark=True)
            return
        if span.kind is Kind.EQUAL:
            while end < last and joins_previous(self.text[end]):
                end += 1
        column = columns.of(start) - origin
        cells = columns.of(end) - origin - column
        symbol = SYMBOLS.get(first)
        text = self.text[start:end] if symbol is None else symbol * (end - start)
        yield Glyph(column, cells, text, *_of(span), is_symbol=symbol is not None)


def _of(span: Span) -> tuple[int, Kind]:
    return (-1 if span.kind is Kind.EQUAL else span.hunk), span.kind


def _is_unseen(text: str) -> bool:
    """Say whether a short change has nothing that can be seen."""
    return len(text) <= FEW and all(one in SPACES or mark_in_change(one) for one in text)


def _label(character: str, span: Span) -> str | None:
    """Give the mark to draw instead of a character: in a change with its code point."""
    if span.kind is Kind.EQUAL:
        return mark_of(character)
    mark = SPACES.get(character) if span.spelled else None
    mark = mark or mark_in_change(character)
    if mark is None or mark.startswith("U+"):
        return mark
    return f"{mark} {code_point(character)}"


def _cells(character: str, span: Span) -> int:
    if span.kind is Kind.EQUAL:
        return cells_of(character)
    label = _label(character, span)
    return cells_of(character) if label is None else len(label) * 3 // 4 + 2


def _is_joined(text: str, at: int, row_start: int) -> bool:
    """Say whether an equal combining character was drawn with the one before it."""
    if at == row_start or not joins_previous(text[at]):
        return False
    return text[at - 1] not in SYMBOLS and mark_of(text[at - 1]) is None
