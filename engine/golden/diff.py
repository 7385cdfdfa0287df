"""An agreed and a live text, aligned: hunks on character borders that cover both texts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from engine.common_ends import common_start
from engine.golden.align import AlignedRange, Kind, align_text
from engine.golden.invisible import only_invisible

_TRIPLE = 3  # a change, an equal run, a change


@dataclass(frozen=True, slots=True)
class Hunk:
    """One range of both texts, in UTF-8 bytes; an insert has no expected bytes, a delete no live.

    `invisible` says of a change that both sides look the same on a screen.
    """

    kind: Kind
    expected_start: int
    expected_end: int
    live_start: int
    live_end: int
    invisible: bool = False


@dataclass(frozen=True, slots=True)
class TextDiff:
    """Both texts' bytes, and the hunks that cover them: equal ones and changes in turn."""

    expected: bytes
    live: bytes
    hunks: tuple[Hunk, ...]
    only_invisible: bool

    @property
    def changes(self) -> tuple[Hunk, ...]:
        """Give the hunks that are not equal, in order: what next and previous go through."""
        return tuple(hunk for hunk in self.hunks if hunk.kind is not Kind.EQUAL)

    def expected_text(self, hunk: Hunk) -> str:
        """Give the text of a hunk's expected side."""
        return self.expected[hunk.expected_start : hunk.expected_end].decode()

    def live_text(self, hunk: Hunk) -> str:
        """Give the text of a hunk's live side."""
        return self.live[hunk.live_start : hunk.live_end].decode()


def text_diff(expected: str, live: str) -> TextDiff:
    """Align two texts and group what differs into readable hunks."""
    ranges = _grouped(align_text(expected, live))
    changes = _placed(ranges, expected, live)
    hunks, at_expected, at_live = [], 0, 0
    for kind, start, end, live_start, live_end in _closed(changes, len(expected), len(live)):
        here, there = expected[start:end], live[live_start:live_end]
        length, live_length = len(here.encode()), len(there.encode())
        unseen = kind is not Kind.EQUAL and only_invisible(f"x{here}", f"x{there}")
        ends = at_expected + length, at_live + live_length
        hunks.append(Hunk(kind, at_expected, ends[0], at_live, ends[1], unseen))
        at_expected, at_live = ends
    unseen = only_invisible(expected, live)
    return TextDiff(expected.encode(), live.encode(), tuple(hunks), unseen)


def _grouped(ranges: tuple[AlignedRange, ...]) -> list[AlignedRange]:
    """Swallow an equal run that is no longer than the change on either side of it."""
    grouped: list[AlignedRange] = []
    for one in ranges:
        grouped.append(one)
        while len(grouped) >= _TRIPLE and _is_chance(*grouped[-_TRIPLE:]):
            first, last = grouped[-_TRIPLE], grouped[-1]
            ends = first.expected_start, last.expected_end, first.live_start, last.live_end
            grouped[-_TRIPLE:] = [AlignedRange(Kind.REPLACE, *ends)]
    return grouped


def _is_chance(before: AlignedRange, between: AlignedRange, after: AlignedRange) -> bool:
    if between.kind is not Kind.EQUAL:
        return False
    length = between.expected_length
    return all(length <= max(one.expected_length, one.live_length) for one in (before, after))


def _placed(ranges: list[AlignedRange], expected: str, live: str) -> Iterator[AlignedRange]:
    """Give the changes, each inserted or deleted run where people look for it.

    A run that could as well stand elsewhere slides right, to where the texts first differ, and
    then left to be whole lines or words. One equal character between two changes stays.
    """
    floor = 0
    for index, (kind, start, end, live_start, live_end) in enumerate(ranges):
        if kind is Kind.EQUAL:
            continue
        shift = 0
        if kind in {Kind.INSERT, Kind.DELETE}:
            is_last = index + 2 >= len(ranges)
            has_next = index + 1 < len(ranges)
            room = ranges[index + 1].expected_length - (not is_last) if has_next else 0
            run = (live, live_start, live_end) if kind is Kind.INSERT else (expected, start, end)
            shift = _shift(*run, start - floor, room)
        here, there = (start + shift, end + shift), (live_start + shift, live_end + shift)
        yield AlignedRange(kind, *here, *there)
        floor = end + shift + 1


def _shift(text: str, start: int, end: int, before: int, after: int) -> int:
    """Say how far a run moves, at most so many characters to the left and to the right."""
    right = common_start(text[start : start + after], text[end : end + after])
    return right - _slide(text, start + right, end + right, before + right)


def _slide(text: str, start: int, end: int, most: int) -> int:
    """Say how far a run can move left to be whole lines, or else whole words with their blank."""
    most = min(most, end - start)
    for blanks in ("\n", " \n\t"):
        begin = start
        while begin > 0 and text[begin - 1] not in blanks and start - begin < most:
            begin -= 1
        shift = start - begin
        moves = text[begin:start] == text[end - shift : end] and text[end - shift - 1] in blanks
        if 0 < shift < end - start and moves:
            return shift
    return 0


def _closed(changes: Iterable[AlignedRange], expected: int, live: int) -> Iterator[AlignedRange]:
    """Put equal runs between the changes."""
    at, at_live = 0, 0
    for one in (*changes, AlignedRange(Kind.EQUAL, expected, expected, live, live)):
        if one.expected_start > at:
            yield AlignedRange(Kind.EQUAL, at, one.expected_start, at_live, one.live_start)
        if one.kind is not Kind.EQUAL:
            yield one
        at, at_live = one.expected_end, one.live_end
