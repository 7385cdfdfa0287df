"""One row of the prompt's bytes turned into what is drawn, and a caret's motions over bytes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from app.models.caret import Motion
from app.models.prompt_content import PromptContent
from engine.prompt.positions import token_at
from engine.prompt.segments import Owner
from engine.tokenizers.base import TokenKind

GROUP = 8
WIDTHS = (32, 16, 8)
PRINTABLE = range(0x20, 0x7F)


@dataclass(frozen=True, slots=True)
class Tint:
    """The columns first..last that one token (or owner, without tokens) fills in a row."""

    first: int
    last: int
    owner: Owner
    odd: bool
    begins: bool


@dataclass(frozen=True, slots=True)
class Outline:
    """The columns of a control token in a row; `user` when it stands in what the user wrote.

    A `defused` one is hollow: hardened tokenization has read it as text.
    """

    first: int
    last: int
    user: bool
    defused: bool = False


@dataclass(frozen=True, slots=True)
class ByteRow:
    """Everything that one row draws; `start` is its first byte's offset."""

    start: int
    data: bytes
    tints: tuple[Tint, ...]
    outlines: tuple[Outline, ...]

    @property
    def ascii(self) -> str:
        """Write the printable ASCII characters, a dot for every other byte."""
        return "".join(chr(byte) if byte in PRINTABLE else "·" for byte in self.data)


@dataclass(frozen=True, slots=True)
class ByteColumns:
    """Where offsets, bytes and characters stand in cells: `count` bytes in a row."""

    digits: int
    count: int

    @classmethod
    def fitting(cls, cells: int, size: int) -> ByteColumns:
        """Take the widest of 32, 16 and 8 bytes a row that fits, for a prompt of a size."""
        digits = max(4, len(f"{size:X}"))
        shapes = [cls(digits, count) for count in WIDTHS]
        return next((shape for shape in shapes if shape.cells <= cells), shapes[-1])

    @property
    def cells(self) -> int:
        """Count the cells of a whole row."""
        return self.letter(self.count) + 1

    def pair(self, column: int) -> int:
        """Give the cell at which a byte's two digits begin; every 8 bytes there is a gap."""
        return self.digits + 3 + 3 * column + column // GROUP

    def letter(self, column: int) -> int:
        """Give the cell of a byte's character."""
        return self.pair(self.count - 1) + 4 + column

    def border_at(self, cell: float) -> int:
        """Give the border between bytes (0 to `count`) nearest to a place in the row."""
        if cell >= self.letter(0) - 1:
            return min(max(0, round(cell - self.letter(0))), self.count)
        middles = (self.pair(column) + 1 for column in range(self.count))
        return sum(cell > middle for middle in middles)

    def column_at(self, cell: float) -> int:
        """Give the byte that a place in the row belongs to."""
        if cell >= self.letter(0) - 1:
            return min(max(0, int(cell - self.letter(0))), self.count - 1)
        starts = (self.pair(column) - 0.5 for column in range(1, self.count))
        return sum(cell >= start for start in starts)


def lay_out_bytes(content: PromptContent, number: int, columns: int) -> ByteRow:
    """Turn one row into what is drawn."""
    start = number * columns
    data = content.prompt.data[start : start + columns]
    end = start + len(data)
    tokens = content.tokens_between(start, end) if data else ()
    outlines = (
        Outline(
            max(start, token.byte_start) - start,
            min(end, token.byte_end) - start - 1,
            content.from_user(token),
        )
        for token in tokens
        if token.kind is TokenKind.CONTROL
    )
    hollow = (
        Outline(max(start, first) - start, min(end, last) - start - 1, user=True, defused=True)
        for first, last in content.defused_between(start, end)
    )
    return ByteRow(start, data, tuple(_tints(content, start, end)), (*outlines, *hollow))


def moved_byte(content: PromptContent, caret: int, motion: Motion, columns: int, page: int) -> int:
    """Give the caret after a motion; words are tokens, `page` counts rows."""
    length = len(content.prompt.data)
    row = caret - caret % columns
    targets = {
        Motion.LEFT: caret - 1,
        Motion.RIGHT: caret + 1,
        Motion.UP: caret - columns,
        Motion.DOWN: caret + columns,
        Motion.PAGE_UP: caret - page * columns,
        Motion.PAGE_DOWN: caret + page * columns,
        Motion.LINE_START: row,
        Motion.LINE_END: row + columns - 1,
        Motion.START: 0,
        Motion.END: length,
    }
    if motion in targets:
        return min(max(0, targets[motion]), length)
    tokens = content.tokens
    if not tokens:
        return 0 if motion is Motion.WORD_LEFT else length
    if motion is Motion.WORD_LEFT:
        return tokens[max(0, token_at(tokens, max(0, caret - 1)))].byte_start
    return tokens[token_at(tokens, caret)].byte_end


def _tints(content: PromptContent, start: int, end: int) -> Iterator[Tint]:
    """Cut tokens at the borders of owners and of the row."""
    if start == end:
        return
    for segment in content.segments_between(start, end):
        first, last = max(start, segment.byte_start), min(end, segment.byte_end)
        tokens = content.tokens_between(first, last)
        for token in tokens:
            left, right = max(first, token.byte_start), min(last, token.byte_end)
            if left < right:
                odd, begins = bool(token.index % 2), left == token.byte_start
                yield Tint(left - start, right - start - 1, segment.owner, odd, begins)
        if not tokens:
            yield Tint(first - start, last - start - 1, segment.owner, odd=False, begins=False)
