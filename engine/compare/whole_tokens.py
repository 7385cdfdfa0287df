"""A difference of texts in which no change begins or ends inside a control token."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import replace

from engine.golden.align import Kind
from engine.golden.diff import Hunk, TextDiff
from engine.golden.invisible import only_invisible
from engine.tokenizers.base import Token, TokenKind

Spans = tuple[tuple[int, int], ...]


def control_spans(tokens: Sequence[Token]) -> Spans:
    """Give the byte ranges of the control tokens, in order."""
    kinds = (token for token in tokens if token.kind is TokenKind.CONTROL)
    return tuple((token.byte_start, token.byte_end) for token in kinds)


def with_whole_tokens(diff: TextDiff, expected: Spans, live: Spans) -> TextDiff:
    """Widen each change over the control tokens that it cuts, on either side.

    The bytes that are added to a change are the same on both sides: they are taken from the
    equal runs beside it, and changes between which nothing is left become one.
    """
    kept = _cut_equal(diff, expected, live)
    end = Hunk(Kind.EQUAL, len(diff.expected), len(diff.expected), len(diff.live), len(diff.live))
    hunks: list[Hunk] = []
    at, at_live = 0, 0
    for run in (*kept, end):
        if (run.expected_start, run.live_start) != (at, at_live):
            hunks.append(_change(diff, at, run.expected_start, at_live, run.live_start))
        if run is not end:
            hunks.append(run)
        at, at_live = run.expected_end, run.live_end
    return replace(diff, hunks=tuple(hunks))


def _cut_equal(diff: TextDiff, expected: Spans, live: Spans) -> Iterator[Hunk]:
    """Take from the ends of equal runs what belongs to a control token that a change cuts."""
    for run in diff.hunks:
        if run.kind is not Kind.EQUAL:
            continue
        length = run.expected_end - run.expected_start
        sides = ((run.expected_start, expected), (run.live_start, live))
        head, tail = 0, length
        while (step := max(_inside(start + head, spans)[1] for start, spans in sides)) > 0:
            head += step
        while (step := max(_inside(start + tail, spans)[0] for start, spans in sides)) > 0:
            tail -= step
        head, tail = min(head, length), max(tail, 0)
        if head < tail:
            yield replace(
                run,
                expected_start=run.expected_start + head,
                expected_end=run.expected_start + tail,
                live_start=run.live_start + head,
                live_end=run.live_start + tail,
            )


def _inside(byte: int, spans: Spans) -> tuple[int, int]:
    """Say how far a border lies behind the start and before the end of the token that it cuts."""
    found = bisect_right(spans, byte, key=lambda span: span[0]) - 1
    if found < 0:
        return 0, 0
    start, end = spans[found]
    return (byte - start, end - byte) if start < byte < end else (0, 0)


def _change(diff: TextDiff, start: int, end: int, live_start: int, live_end: int) -> Hunk:
    kind = Kind.INSERT if start == end else Kind.DELETE if live_start == live_end else Kind.REPLACE
    here, there = diff.expected[start:end].decode(), diff.live[live_start:live_end].decode()
    unseen = only_invisible(f"x{here}", f"x{there}")
    return Hunk(kind, start, end, live_start, live_end, unseen)
