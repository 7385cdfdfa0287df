"""Two sequences laid side by side: which ranges are equal, replaced, inserted or deleted."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from itertools import pairwise
from typing import NamedTuple

from rapidfuzz.distance import Levenshtein

from engine.common_ends import common_ends

OPTIMAL_CELLS = 200_000_000
"""Beyond this product of both lengths an optimal alignment is only for texts that are near."""
NEAR_EDITS = 2000
"""Up to so many edits two texts of any length are aligned optimally."""
FEW_EDITS = 64
"""So many edits are looked for at first, which is quicker where they are enough."""
_WORD = re.compile(r"\w+|\s+|[^\w\s]+")
_LINE = re.compile(r"[^\n]*\n|[^\n]+")


class Kind(StrEnum):
    """Say what became of a range: insert is only in the live text, delete only in the expected."""

    EQUAL = "equal"
    REPLACE = "replace"
    INSERT = "insert"
    DELETE = "delete"


class AlignedRange(NamedTuple):
    """What became of a half-open range of the expected sequence, and its range in the live one."""

    kind: Kind
    expected_start: int
    expected_end: int
    live_start: int
    live_end: int

    @property
    def expected_length(self) -> int:
        """Count what the expected sequence has here."""
        return self.expected_end - self.expected_start

    @property
    def live_length(self) -> int:
        """Count what the live sequence has here."""
        return self.live_end - self.live_start


def align_text(expected: str, live: str) -> tuple[AlignedRange, ...]:
    """Align two texts by code point, from end to end; ranges of one kind are never adjacent.

    Optimal (Levenshtein) for texts that are short, or long and near. For others, lines and then
    words that occur once in both are taken for equal, and what lies between them is aligned.
    """
    return _joined(_text_ranges(expected, live, 0, 0, (_LINE, _WORD)))


def align_ids(expected: Sequence[int], live: Sequence[int]) -> tuple[AlignedRange, ...]:
    """Align two lists of token ids; without the optimal middle where that is too long."""
    start, end = common_ends(expected, live)
    middle = expected[start : len(expected) - end], live[start : len(live) - end]
    ranges = [AlignedRange(Kind.EQUAL, 0, start, 0, start), *_optimal(*middle, start, start)]
    tail = len(expected) - end, len(expected), len(live) - end, len(live)
    return _joined((*ranges, AlignedRange(Kind.EQUAL, *tail)))


def _text_ranges(
    expected: str, live: str, at_expected: int, at_live: int, cuts: tuple[re.Pattern[str], ...]
) -> Iterator[AlignedRange]:
    """Take off what both begin and end with, and align the rest."""
    start, end = common_ends(expected, live)
    yield AlignedRange(Kind.EQUAL, at_expected, at_expected + start, at_live, at_live + start)
    one, two = expected[start : len(expected) - end], live[start : len(live) - end]
    if cuts and not _is_affordable(one, two):
        yield from _anchored(one, two, at_expected + start, at_live + start, cuts)
    else:
        yield from _optimal(one, two, at_expected + start, at_live + start)
    expected_end, live_end = at_expected + len(expected), at_live + len(live)
    yield AlignedRange(Kind.EQUAL, expected_end - end, expected_end, live_end - end, live_end)


def _anchored(
    expected: str, live: str, at_expected: int, at_live: int, cuts: tuple[re.Pattern[str], ...]
) -> Iterator[AlignedRange]:
    """Align what lies between pieces that occur once in both, in the same order."""
    anchors = _anchors(expected, live, cuts[0])
    ends = [(0, 0, 0), *anchors, (len(expected), len(live), 0)]
    for (before, before_live, length), (after, after_live, _) in pairwise(ends):
        if length:
            start, start_live = at_expected + before, at_live + before_live
            yield AlignedRange(Kind.EQUAL, start, start + length, start_live, start_live + length)
        gap, gap_live = before + length, before_live + length
        yield from _text_ranges(
            expected[gap:after],
            live[gap_live:after_live],
            at_expected + gap,
            at_live + gap_live,
            cuts[1:],
        )


def _anchors(expected: str, live: str, cut: re.Pattern[str]) -> list[tuple[int, int, int]]:
    """Give (place, live place, length) of the longest rising run of pieces unique in both."""
    here, there = _unique_pieces(expected, cut), _unique_pieces(live, cut)
    pairs = [(at, there[piece], len(piece)) for piece, at in here.items() if piece in there]
    tops: list[int] = []
    chain: list[int] = []
    before: list[int] = []
    for index, (_, place, _) in enumerate(pairs):
        depth = bisect_left(tops, place)
        before.append(chain[depth - 1] if depth else -1)
        tops[depth : depth + 1] = [place]
        chain[depth : depth + 1] = [index]
    rising = []
    index = chain[-1] if chain else -1
    while index >= 0:
        rising.append(pairs[index])
        index = before[index]
    return rising[::-1]


def _unique_pieces(text: str, cut: re.Pattern[str]) -> dict[str, int]:
    matches = [(match.group(), match.start()) for match in cut.finditer(text)]
    counts = Counter(piece for piece, _ in matches)
    return {piece: start for piece, start in matches if counts[piece] == 1}


def _is_affordable(expected: Sequence[int] | str, live: Sequence[int] | str) -> bool:
    """Say whether an optimal alignment is quick: for short texts, and for long ones that are near.

    Whether two long ones are near takes a few hundredths of a second to find out.
    """
    return len(expected) * len(live) <= OPTIMAL_CELLS or _edits(expected, live) <= NEAR_EDITS


def _edits(expected: Sequence[int] | str, live: Sequence[int] | str) -> int:
    """Count the edits between two sequences, as far as they are near."""
    return Levenshtein.distance(expected, live, score_cutoff=NEAR_EDITS, score_hint=FEW_EDITS)


def _optimal(
    expected: Sequence[int] | str, live: Sequence[int] | str, at_expected: int, at_live: int
) -> Iterator[AlignedRange]:
    """Align optimally, or replace the whole where that is too long."""
    ends = at_expected + len(expected), at_live + len(live)
    if not expected or not live or not _is_affordable(expected, live):
        kind = Kind.REPLACE if expected and live else Kind.DELETE if expected else Kind.INSERT
        yield AlignedRange(kind, at_expected, ends[0], at_live, ends[1])
        return
    is_long = len(expected) * len(live) > OPTIMAL_CELLS
    hint = _edits(expected, live) if is_long else NEAR_EDITS
    for found in Levenshtein.opcodes(expected, live, score_hint=hint):
        yield AlignedRange(
            Kind(found.tag),
            at_expected + found.src_start,
            at_expected + found.src_end,
            at_live + found.dest_start,
            at_live + found.dest_end,
        )


def _joined(ranges: Iterable[AlignedRange]) -> tuple[AlignedRange, ...]:
    """Drop empty ranges and join neighbours: equal with equal, any change with any other."""
    joined: list[AlignedRange] = []
    for one in ranges:
        if not one.expected_length and not one.live_length:
            continue
        first = one
        if joined and (joined[-1].kind is Kind.EQUAL) == (one.kind is Kind.EQUAL):
            first = joined.pop()
        joined.append(_spanning(first, one))
    return tuple(joined)


def _spanning(first: AlignedRange, last: AlignedRange) -> AlignedRange:
    """Join two neighbours, which both are equal or both are changes."""
    ends = first.expected_start, last.expected_end, first.live_start, last.live_end
    joined = AlignedRange(first.kind, *ends)
    if first.kind is Kind.EQUAL:
        return joined
    if joined.expected_length and joined.live_length:
        return joined._replace(kind=Kind.REPLACE)
    return joined._replace(kind=Kind.DELETE if joined.expected_length else Kind.INSERT)
