"""A text difference laid out in rows: lines side by side, lines inline, bytes side by side."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import zip_longest

from engine.golden.align import Kind
from engine.golden.diff import Hunk, TextDiff

EXPECTED = "expected"
LIVE = "live"


@dataclass(frozen=True, slots=True)
class Part:
    """A byte range of one side's text; `hunk` is the index in the difference's hunks.

    `kind` is EQUAL, or the hunk's kind; inline it is DELETE for the expected side of a change and
    INSERT for the live side.
    """

    kind: Kind
    side: str
    hunk: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class LineRow:
    """One row side by side: line numbers from 1, or None where that side has no such line."""

    expected_line: int | None
    expected: tuple[Part, ...]
    live_line: int | None
    live: tuple[Part, ...]

    @property
    def is_changed(self) -> bool:
        """Say whether anything in the row differs."""
        return any(part.kind is not Kind.EQUAL for part in (*self.expected, *self.live))


@dataclass(frozen=True, slots=True)
class InlineRow:
    """One line of both texts in one: what was expected before what is live."""

    parts: tuple[Part, ...]

    @property
    def is_changed(self) -> bool:
        """Say whether anything in the line differs."""
        return any(part.kind is not Kind.EQUAL for part in self.parts)


@dataclass(frozen=True, slots=True)
class ByteRow:
    """Up to 16 aligned columns: hunks clipped to this row, in which gaps stand for no byte."""

    expected_start: int
    live_start: int
    parts: tuple[Hunk, ...]


def side_by_side(diff: TextDiff) -> tuple[LineRow, ...]:
    """Lay both texts out line by line, equal lines beside each other."""
    return tuple(_Sides(diff).rows())


def inline_rows(diff: TextDiff) -> tuple[InlineRow, ...]:
    """Write both texts as one, line by line."""
    rows: list[InlineRow] = []
    line: list[Part] = []
    for index, hunk in enumerate(diff.hunks):
        for part in _inline_parts(diff, index, hunk):
            line.append(part)
            if _data(diff, part).endswith(b"\n"):
                rows.append(InlineRow(tuple(line)))
                line = []
    return (*rows, InlineRow(tuple(line))) if line else tuple(rows)


def byte_rows(diff: TextDiff, width: int = 16) -> tuple[ByteRow, ...]:
    """Lay both texts' bytes out in aligned columns, `width` a row."""
    rows: list[ByteRow] = []
    parts: list[Hunk] = []
    free = width
    for hunk in diff.hunks:
        rest = hunk
        while _columns(rest):
            taken, rest = _cut(rest, free)
            parts.append(taken)
            free -= _columns(taken)
            if free == 0:
                rows.append(_byte_row(parts))
                parts, free = [], width
    return (*rows, _byte_row(parts)) if parts else tuple(rows)


class _Sides:
    """Gather lines of both sides until both end a line together."""

    def __init__(self, diff: TextDiff) -> None:
        self._diff = diff
        self._numbers = [0, 0]
        self._lines: tuple[list[list[Part]], list[list[Part]]] = ([[]], [[]])

    def rows(self) -> Iterator[LineRow]:
        for index, hunk in enumerate(self._diff.hunks):
            if hunk.kind is Kind.EQUAL:
                yield from self._equal(index, hunk)
            else:
                for part in _parts(self._diff, index, hunk, EXPECTED):
                    self._add(0, part)
                for part in _parts(self._diff, index, hunk, LIVE):
                    self._add(1, part)
        yield from self._flush()

    def _equal(self, index: int, hunk: Hunk) -> Iterator[LineRow]:
        here = _parts(self._diff, index, hunk, EXPECTED)
        there = _parts(self._diff, index, hunk, LIVE)
        for part, live in zip(here, there, strict=True):
            self._lines[0][-1].append(part)
            self._lines[1][-1].append(live)
            if _data(self._diff, part).endswith(b"\n"):
                yield from self._flush()

    def _add(self, side: int, part: Part) -> None:
        self._lines[side][-1].append(part)
        if _data(self._diff, part).endswith(b"\n"):
            self._lines[side].append([])

    def _flush(self) -> Iterator[LineRow]:
        """Pair the lines; the last with the last where both end with the same."""
        here, there = ([line for line in side if line] for side in self._lines)
        last, live_last = here[-1:], there[-1:]
        if not last or not live_last or last[0][-1].hunk != live_last[0][-1].hunk:
            last = live_last = []
        nothing: list[Part] = []
        pairs = zip_longest(
            here[: len(here) - len(last)], there[: len(there) - len(last)], fillvalue=nothing
        )
        for expected, live in (*pairs, *zip(last, live_last, strict=True)):
            if expected or live:
                yield LineRow(
                    self._number(0, expected), tuple(expected), self._number(1, live), tuple(live)
                )
        self._lines = ([[]], [[]])

    def _number(self, side: int, line: list[Part]) -> int | None:
        if not line:
            return None
        self._numbers[side] += 1
        return self._numbers[side]


def _parts(diff: TextDiff, index: int, hunk: Hunk, side: str) -> Iterator[Part]:
    """Cut one side of a hunk after each line feed."""
    is_live = side == LIVE
    at = hunk.live_start if is_live else hunk.expected_start
    end = hunk.live_end if is_live else hunk.expected_end
    data = diff.live if is_live else diff.expected
    while at < end:
        line_end = data.find(b"\n", at, end) + 1 or end
        yield Part(hunk.kind, side, index, at, line_end)
        at = line_end


def _inline_parts(diff: TextDiff, index: int, hunk: Hunk) -> Iterator[Part]:
    if hunk.kind is Kind.EQUAL:
        yield from _parts(diff, index, hunk, LIVE)
        return
    for part in _parts(diff, index, hunk, EXPECTED):
        yield replace(part, kind=Kind.DELETE)
    for part in _parts(diff, index, hunk, LIVE):
        yield replace(part, kind=Kind.INSERT)


def _data(diff: TextDiff, part: Part) -> bytes:
    return (diff.live if part.side == LIVE else diff.expected)[part.start : part.end]


def _columns(hunk: Hunk) -> int:
    return max(hunk.expected_end - hunk.expected_start, hunk.live_end - hunk.live_start)


def _cut(hunk: Hunk, columns: int) -> tuple[Hunk, Hunk]:
    """Cut a hunk after so many columns."""
    expected = min(hunk.expected_start + columns, hunk.expected_end)
    live = min(hunk.live_start + columns, hunk.live_end)
    return (
        replace(hunk, expected_end=expected, live_end=live),
        replace(hunk, expected_start=expected, live_start=live),
    )


def _byte_row(parts: list[Hunk]) -> ByteRow:
    return ByteRow(parts[0].expected_start, parts[0].live_start, tuple(parts))
