"""Align the bytes that tokens stand for with the text's own bytes, where they differ.

Tokens laid end to end usually give the text. They do not where a normaliser composed characters
(NFC), where U+2581 in the text looks like a space to the vocabulary, or where bytes without a
token were dropped.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

_ATTEMPTS = 4  # characters with their marks that one change may span
_FIRST_STEP = 16
_CONTINUATION = 0b1000_0000


@dataclass(frozen=True, slots=True)
class Change:
    """The text's bytes `source_start`..`source_end` became the tokens' bytes `start`..`end`."""

    source_start: int
    source_end: int
    start: int
    end: int


def find_changes(
    source: bytes, said: bytes, expected: Callable[[str], bytes]
) -> tuple[Change, ...]:
    """List, in order, where the text and what its tokens say differ.

    `expected` gives the bytes that the tokens of a short text stand for. Where it does not
    explain a difference, all from there to the common ending is one change. Linear in practice:
    each change looks only at its own character and the marks on it.
    """
    found: list[Change] = []
    at, said_at = 0, 0
    while True:
        equal = _equal_bytes(source, at, said, said_at)
        at, said_at = at + equal, said_at + equal
        if at == len(source) and said_at == len(said):
            return tuple(found)
        floor = found[-1].source_end if found else 0
        change = _explained(source, at, said, said_at, floor, expected)
        if change is None:
            return (*found, _unexplained(source, at, said, said_at))
        found.append(change)
        at, said_at = change.source_end, change.end


def source_ends(ends: Sequence[int], changes: Sequence[Change], size: int) -> list[int]:
    """Translate ascending byte positions in what the tokens say into positions in the text.

    A position inside a change moves in proportion; one at a change's end takes all of it, so
    dropped bytes belong to the token before them. The last position becomes the text's `size`.
    """
    translated = []
    shift, passed = 0, 0
    for end in ends:
        while passed < len(changes) and changes[passed].end <= end:
            shift = changes[passed].source_end - changes[passed].end
            passed += 1
        inside = passed < len(changes) and changes[passed].start < end
        translated.append(_within(changes[passed], end) if inside else end + shift)
    if translated:
        translated[-1] = size
    return translated


def _within(change: Change, position: int) -> int:
    """Translate a position inside a change in proportion."""
    covered = (position - change.start) * (change.source_end - change.source_start)
    return change.source_start + covered // (change.end - change.start)


def _equal_bytes(one: bytes, at: int, other: bytes, other_at: int) -> int:
    """Count the equal bytes from two positions on: strides that double, then bisection."""
    size = min(len(one) - at, len(other) - other_at)
    low, step = 0, _FIRST_STEP
    while low + step <= size and _same(one, at + low, other, other_at + low, step):
        low, step = low + step, step * 2
    high = min(low + step, size)
    while low < high:
        middle = (low + high + 1) // 2
        if _same(one, at + low, other, other_at + low, middle - low):
            low = middle
        else:
            high = middle - 1
    return low


def _same(one: bytes, at: int, other: bytes, other_at: int, size: int) -> bool:
    return one[at : at + size] == other[other_at : other_at + size]


def _explained(
    source: bytes, at: int, said: bytes, said_at: int, floor: int, expected: Callable[[str], bytes]
) -> Change | None:
    """Find the characters around a difference whose expected bytes are what the tokens say."""
    for start in _starts(source, at, floor):
        said_start = said_at - (at - start)
        for end in _chunk_ends(source, start):
            chunk = source[start:end]
            replacement = expected(chunk.decode())
            if replacement != chunk and said.startswith(replacement, said_start):
                return Change(start, end, said_start, said_start + len(replacement))
    return None


def _unexplained(source: bytes, at: int, said: bytes, said_at: int) -> Change:
    """Make one change of everything up to the ending that both have in common."""
    tail, said_tail = source[at:][::-1], said[said_at:][::-1]
    common = _equal_bytes(tail, 0, said_tail, 0)
    return Change(at, len(source) - common, said_at, len(said) - common)


def _starts(source: bytes, at: int, floor: int) -> Iterator[int]:
    """Offer the start of the base character before a difference, then of the one at it."""
    own = _character_start(source, at, floor)
    base = own
    while base > floor and (base == len(source) or _is_mark(_character(source, base)[0])):
        base = _character_start(source, base - 1, floor)
    yield base
    if own != base:
        yield own


def _chunk_ends(source: bytes, start: int) -> Iterator[int]:
    """Offer the end of one character with its marks, of two, and so on."""
    end = start
    for _ in range(_ATTEMPTS):
        if end == len(source):
            return
        end = _character(source, end)[1]
        while end < len(source):
            character, after = _character(source, end)
            if not _is_mark(character):
                break
            end = after
        yield end


def _character_start(source: bytes, at: int, floor: int) -> int:
    """Step back to the first byte of the character that holds the byte at `at`."""
    while floor < at < len(source) and _continues(source[at]):
        at -= 1
    return at


def _character(source: bytes, start: int) -> tuple[str, int]:
    """Decode one character and say where it ends."""
    end = start + 1
    while end < len(source) and _continues(source[end]):
        end += 1
    return source[start:end].decode(), end


def _continues(byte: int) -> bool:
    """Tell whether a byte of UTF-8 is not the first of its character."""
    return byte & 0b1100_0000 == _CONTINUATION


def _is_mark(character: str) -> bool:
    """Tell whether a character can compose with the one before it: a mark or a Hangul jamo."""
    return "\u1160" <= character <= "\u11ff" or unicodedata.category(character)[0] == "M"
