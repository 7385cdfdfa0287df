"""A comparison laid out in rows of two sides: text, bytes or tokens, long equal runs folded."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import accumulate, groupby, zip_longest

from app.models.cells import cells_of
from app.models.diff_source import numbered
from engine.characters import SYMBOLS, mark_of
from engine.compare.difference import Comparison
from engine.golden.align import Kind
from engine.golden.diff import Hunk, TextDiff
from engine.golden.rows import EXPECTED, ByteRow, LineRow, Part, byte_rows, side_by_side
from engine.golden.token_diff import Tokens
from engine.prompt.marks import visible_bytes

LINE_END = SYMBOLS["\n"]
SPACES = {" ", SYMBOLS[" "], SYMBOLS["\t"]}
AROUND = 3  # equal rows kept beside a change
FOLD = 10  # equal rows in turn beyond which they are folded
LONG_EQUAL, LONG_CHANGE = 400, 4000  # characters of a part beyond which its middle is left out
BYTES_A_ROW = 16
NARROW_BYTES = 8
ID_CELLS = 8


class Mode(StrEnum):
    """Name the ways to look at a difference."""

    TEXT = "text"
    BYTES = "bytes"
    TOKENS = "tokens"


@dataclass(frozen=True, slots=True)
class Run:
    """Text to draw at a column; `cells` is its width, `quiet` is for what only explains."""

    column: int
    cells: int
    text: str
    changed: bool = False
    quiet: bool = False


@dataclass(frozen=True, slots=True)
class Half:
    """One side of a row: its label (line, offset or token number) and what is drawn."""

    label: str = ""
    runs: tuple[Run, ...] = ()
    is_gap: bool = False


@dataclass(frozen=True, slots=True)
class DiffRow:
    """One row; `changes` are the differences, counted from 0, that it shows something of.

    `folded` counts the equal rows that it stands for.
    """

    a: Half
    b: Half
    changes: tuple[int, ...] = ()
    folded: int = 0


def diff_rows(comparison: Comparison, mode: Mode, width: int) -> tuple[DiffRow, ...]:
    """Lay a comparison out for sides of `width` cells."""
    if mode is Mode.TOKENS:
        return tuple(_token_rows(comparison))
    diff = comparison.text
    numbers = numbered(diff.hunks)
    if mode is Mode.BYTES:
        size = BYTES_A_ROW if width >= byte_cells(BYTES_A_ROW) else NARROW_BYTES
        laid = byte_rows(diff, size)
        return tuple(_folded(laid, _row_differs, lambda row: [_byte_row(diff, row, size, numbers)]))
    lines = side_by_side(diff)
    wide = max(width, NARROW_BYTES)
    return tuple(_folded(lines, _line_differs, lambda row: _line_rows(diff, row, wide, numbers)))


def change_count(comparison: Comparison, mode: Mode) -> int:
    """Count what next and previous go through."""
    return len(comparison.tokens.changes if mode is Mode.TOKENS else comparison.text.changes)


def byte_cells(size: int) -> int:
    """Give the cells that a row of so many bytes takes: hex, a gap in the middle, ASCII."""
    return size * 3 + 2 + size


_Laid = LineRow | ByteRow


def _folded(
    rows: Sequence[_Laid],
    differs: Callable[[_Laid], bool],
    lay_out: Callable[[_Laid], list[DiffRow]],
) -> Iterator[DiffRow]:
    """Lay rows out; of a long run of equal ones only those beside a change."""
    at = 0
    for differing, group in groupby(rows, differs):
        run = list(group)
        first, last = at == 0, at + len(run) == len(rows)
        at += len(run)
        if differing or len(run) <= FOLD:
            for row in run:
                yield from lay_out(row)
            continue
        head, tail = (0 if first else AROUND), (0 if last else AROUND)
        if first and last:
            head = AROUND
        for row in run[:head]:
            yield from lay_out(row)
        yield DiffRow(Half(), Half(), folded=len(run) - head - tail)
        for row in run[len(run) - tail :]:
            yield from lay_out(row)


def _line_differs(row: _Laid) -> bool:
    assert isinstance(row, LineRow)
    return row.is_changed


def _row_differs(row: _Laid) -> bool:
    assert isinstance(row, ByteRow)
    return any(part.kind is not Kind.EQUAL for part in row.parts)


# Text


def _line_rows(diff: TextDiff, row: _Laid, width: int, numbers: dict[int, int]) -> list[DiffRow]:
    """Wrap both sides of a line; a side that is shorter leaves gaps."""
    assert isinstance(row, LineRow)
    left = _wrapped(diff, row.expected, width)
    right = _wrapped(diff, row.live, width)
    parts = (*row.expected, *row.live)
    changes = tuple(sorted({numbers[part.hunk] for part in parts if part.hunk in numbers}))
    laid = []
    for number, (one, two) in enumerate(zip_longest(left, right)):
        a = _half(row.expected_line, one, first=number == 0)
        b = _half(row.live_line, two, first=number == 0)
        laid.append(DiffRow(a, b, changes))
    return laid


def _half(line: int | None, runs: tuple[Run, ...] | None, *, first: bool) -> Half:
    if line is None or runs is None:
        return Half(is_gap=True)
    return Half(str(line) if first else "", runs)


def _wrapped(diff: TextDiff, parts: tuple[Part, ...], width: int) -> list[tuple[Run, ...]]:
    """Cut a line into rows, after a space where a row has one."""
    rows: list[tuple[Run, ...]] = []
    row: list[Run] = []
    used = 0
    for run in _runs(diff, parts):
        row.append(run)
        used += run.cells
        while len(row) > 1 and used > width:
            at = _row_end(row)
            rows.append(_placed(row[:at]))
            row = row[at:]
            used = sum(one.cells for one in row)
    return [*rows, _placed(row)] if row else rows


def _row_end(row: list[Run]) -> int:
    """Say how many of the runs, the last of which has no room, make a row."""
    last = len(row) - 1
    if row[last].text == LINE_END:
        return last
    spaces = (at for at in range(last, 0, -1) if row[at - 1].text in SPACES)
    return next(spaces, last)


def _placed(row: list[Run]) -> tuple[Run, ...]:
    columns = accumulate((run.cells for run in row), initial=0)
    return tuple(_joined([replace(run, column=at) for run, at in zip(row, columns, strict=False)]))


def _runs(diff: TextDiff, parts: tuple[Part, ...]) -> Iterator[Run]:
    """Give one run for each character, its column left open."""
    for part in parts:
        data = (diff.expected if part.side == EXPECTED else diff.live)[part.start : part.end]
        changed = part.kind is not Kind.EQUAL
        text = data.decode()
        most = LONG_CHANGE if changed else LONG_EQUAL
        if len(text) > most:
            left_out = len(text[most // 2 : -most // 2].encode())
            yield from (_character(one, changed=changed) for one in text[: most // 2])
            note = f" … {left_out:,} bytes … "
            yield Run(0, len(note), note, changed, quiet=True)
            text = text[-most // 2 :]
        yield from (_character(one, changed=changed) for one in text)


def _character(character: str, *, changed: bool) -> Run:
    mark = mark_of(character)
    if mark is not None:
        return Run(0, len(mark) + 2, f"⟨{mark}⟩", changed)
    if character in SYMBOLS and (changed or character != " "):
        return Run(0, cells_of(character), SYMBOLS[character], changed, quiet=True)
    return Run(0, cells_of(character), character, changed)


def _joined(runs: list[Run]) -> Iterator[Run]:
    """Join neighbours that are drawn alike; a wide or combining character stays by itself."""
    for (changed, quiet, _), group in groupby(
        runs, lambda run: (run.changed, run.quiet, _key(run))
    ):
        first, *rest = group
        cells = first.cells + sum(run.cells for run in rest)
        text = first.text + "".join(run.text for run in rest)
        yield Run(first.column, cells, text, changed, quiet)


def _key(run: Run) -> int:
    """Tell plain characters, which have a cell each, from others."""
    return -1 if run.text.isascii() and run.cells == len(run.text) else run.column + 1


# Bytes


def _byte_row(diff: TextDiff, row: _Laid, size: int, numbers: dict[int, int]) -> DiffRow:
    assert isinstance(row, ByteRow)
    left: list[Run] = []
    right: list[Run] = []
    column = 0
    for hunk in row.parts:
        changed = hunk.kind is not Kind.EQUAL
        here = diff.expected[hunk.expected_start : hunk.expected_end]
        there = diff.live[hunk.live_start : hunk.live_end]
        left += _byte_runs(here, column, size, changed=changed)
        right += _byte_runs(there, column, size, changed=changed)
        column += max(len(here), len(there))
    a = Half(f"{row.expected_start:06X}", tuple(left), is_gap=not left)
    b = Half(f"{row.live_start:06X}", tuple(right), is_gap=not right)
    return DiffRow(a, b, tuple(_changes_of(diff, row, numbers)))


def _byte_runs(data: bytes, column: int, size: int, *, changed: bool) -> Iterator[Run]:
    for at, byte in enumerate(data, column):
        gap = 1 if at >= size // 2 else 0
        yield Run(at * 3 + gap, 2, f"{byte:02X}", changed)
        letter = chr(byte) if chr(byte).isascii() and chr(byte).isprintable() else "·"
        yield Run(size * 3 + 2 + at, 1, letter, changed, quiet=letter == "·")


def _changes_of(diff: TextDiff, row: ByteRow, numbers: dict[int, int]) -> Iterator[int]:
    """Find which differences the row's parts are cut from."""
    for part in row.parts:
        if part.kind is not Kind.EQUAL:
            start = (part.expected_start, part.live_start)
            yield numbers[bisect_right(diff.hunks, start, key=_start) - 1]


def _start(hunk: Hunk) -> tuple[int, int]:
    return hunk.expected_start, hunk.live_start


# Tokens


def _token_rows(comparison: Comparison) -> Iterator[DiffRow]:
    hunks = comparison.tokens.hunks
    numbers = numbered(hunks)
    for index, hunk in enumerate(hunks):
        pairs = list(
            zip_longest(
                range(hunk.expected_start, hunk.expected_end),
                range(hunk.live_start, hunk.live_end),
            )
        )
        changed = index in numbers
        changes = (numbers[index],) if changed else ()
        first, last = index == 0, index + 1 == len(hunks)
        head, tail = _kept(len(pairs), first=first, last=last, changed=changed)
        shown = [*pairs[:head], None, *pairs[tail:]] if head < tail else pairs
        for pair in shown:
            if pair is None:
                yield DiffRow(Half(), Half(), folded=tail - head)
                continue
            texts, tokens = comparison.text, comparison.tokens
            a = _token_half(texts.expected, tokens.expected, pair[0], changed=changed)
            b = _token_half(texts.live, tokens.live, pair[1], changed=changed)
            yield DiffRow(a, b, changes)


def _kept(count: int, *, first: bool, last: bool, changed: bool) -> tuple[int, int]:
    """Say where a run of equal tokens is folded: from, to."""
    if changed or count <= FOLD:
        return count, count
    head = AROUND if not first or last else 0
    return head, count if last else count - AROUND


def _token_half(data: bytes, tokens: Tokens, index: int | None, *, changed: bool) -> Half:
    if index is None:
        return Half(is_gap=True)
    number = str(tokens.ids[index])
    runs = [Run(max(0, ID_CELLS - 2 - len(number)), len(number), number, changed, quiet=True)]
    span = tokens.span(index, index + 1)
    if span is not None:
        text = visible_bytes(data[span[0] : span[1]])
        runs.append(Run(ID_CELLS, sum(map(cells_of, text)), text, changed))
    return Half(str(index), tuple(runs))
