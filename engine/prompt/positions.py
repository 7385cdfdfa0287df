"""Positions in a text: UTF-8 bytes, code points and UTF-16 units turned into each other."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from enum import StrEnum
from itertools import accumulate

from engine.prompt.segments import Segment
from engine.tokenizers.base import LaidTokens, Token

_CHUNK = 256


class TextPositions:
    """Convert offsets in one text; conversions look at 256 characters at most.

    >>> TextPositions("é😀x").byte_of(2), TextPositions("é😀x").utf16_of(2)
    (6, 3)
    """

    __slots__ = ("_bytes", "_plain", "_units", "text")

    def __init__(self, text: str) -> None:
        """Note the byte and UTF-16 offset of every 256th character (none in ASCII text)."""
        self.text = text
        self._plain = text.isascii()
        starts = () if self._plain else range(0, len(text), _CHUNK)
        chunks = tuple(text[start : start + _CHUNK] for start in starts)
        self._bytes = tuple(accumulate(map(_byte_length, chunks), initial=0))
        self._units = tuple(accumulate(map(_unit_length, chunks), initial=0))

    @property
    def byte_length(self) -> int:
        """Count the text's UTF-8 bytes."""
        return len(self.text) if self._plain else self._bytes[-1]

    def byte_of(self, code_point: int) -> int:
        """Give the byte offset at which a character (or the end of the text) starts."""
        if self._plain:
            return code_point
        chunk = code_point // _CHUNK
        return self._bytes[chunk] + _byte_length(self.text[chunk * _CHUNK : code_point])

    def utf16_of(self, code_point: int) -> int:
        """Give the UTF-16 offset at which a character (or the end of the text) starts."""
        if self._plain:
            return code_point
        chunk = code_point // _CHUNK
        return self._units[chunk] + _unit_length(self.text[chunk * _CHUNK : code_point])

    def code_point_of(self, byte: int) -> int:
        """Give the character that holds a byte; the text's length at (or past) its end."""
        if self._plain:
            return min(byte, len(self.text))
        if byte >= self._bytes[-1]:
            return len(self.text)
        chunk = bisect_right(self._bytes, byte) - 1
        start = chunk * _CHUNK
        head = self.text[start : start + _CHUNK].encode()[: byte - self._bytes[chunk] + 1]
        return start + len(head.decode(errors="ignore")) - (0 if _cuts(head) else 1)

    def code_point_of_utf16(self, unit: int) -> int:
        """Give the character that holds a UTF-16 unit; the text's length at (or past) its end."""
        if self._plain:
            return min(unit, len(self.text))
        if unit >= self._units[-1]:
            return len(self.text)
        chunk = bisect_right(self._units, unit) - 1
        start = chunk * _CHUNK
        head = self.text[start : start + _CHUNK].encode("utf-16-le")
        inside = head[: 2 * (unit - self._units[chunk] + 1)].decode("utf-16-le", "replace")
        return start + len(inside) - 1

    def whole(self, start: int, end: int) -> tuple[int, int]:
        """Widen a byte range to whole characters."""
        first, last = self.code_point_of(start), self.code_point_end_of(end)
        return self.byte_of(first), self.byte_of(last)

    def code_point_end_of(self, byte: int) -> int:
        """Give the first character that starts at or after a byte: where a range ends."""
        code_point = self.code_point_of(byte)
        return code_point if self.byte_of(code_point) >= byte else code_point + 1


class Unit(StrEnum):
    """Name what an offset counts."""

    BYTE = "bytes"
    CODE_POINT = "code points"
    UTF16 = "UTF-16 units"
    TOKENS = "tokens"


def count_of(unit: Unit, positions: TextPositions, tokens: Sequence[Token]) -> int:
    """Count a prompt's bytes, code points, UTF-16 units or tokens."""
    length = len(positions.text)
    return {
        Unit.BYTE: positions.byte_length,
        Unit.CODE_POINT: length,
        Unit.UTF16: positions.utf16_of(length),
        Unit.TOKENS: len(tokens),
    }[unit]


def bytes_at(
    unit: Unit, number: int, positions: TextPositions, tokens: Sequence[Token]
) -> tuple[int, int] | None:
    """Give the bytes of the one byte, character or token at an offset; None past the end."""
    if not 0 <= number < count_of(unit, positions, tokens):
        return None
    if unit is Unit.BYTE:
        return number, number + 1
    if unit is Unit.TOKENS:
        return tokens[number].byte_start, tokens[number].byte_end
    character = number if unit is Unit.CODE_POINT else positions.code_point_of_utf16(number)
    return positions.byte_of(character), positions.byte_of(character + 1)


def token_at(tokens: Sequence[Token], byte: int) -> int:
    """Give the index of the token that holds a byte, tokens lying end to end; -1 before them."""
    if isinstance(tokens, LaidTokens):
        return tokens.holding(byte)
    return bisect_right(tokens, byte, key=_token_start) - 1


def tokens_between(tokens: Sequence[Token], start: int, end: int) -> range:
    """Give the indexes of the tokens that share a byte with start..end, or hold `start`."""
    if not tokens:
        return range(0)
    last = token_at(tokens, max(start, end - 1))
    return range(max(0, token_at(tokens, start)), last + 1)


def segment_at(segments: tuple[Segment, ...], byte: int) -> int:
    """Give the index of the segment that holds a byte; -1 when there is none before it."""
    return bisect_right(segments, byte, key=_segment_start) - 1


def _byte_length(text: str) -> int:
    return len(text.encode())


def _unit_length(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2


def _cuts(head: bytes) -> bool:
    """Say whether the bytes end inside a character."""
    return len(head.decode(errors="ignore").encode()) != len(head)


def _token_start(token: Token) -> int:
    return token.byte_start


def _segment_start(segment: Segment) -> int:
    return segment.byte_start
