"""Agreed and live token ids, aligned: which changed although the text did not, and the reverse."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate

from engine.golden.align import AlignedRange, Kind, align_ids
from engine.golden.diff import Hunk, TextDiff
from engine.tokenizers.base import LaidTokens, Token, Tokenizer


@dataclass(frozen=True, slots=True)
class TokenHunk:
    """One range of both token lists; `same_text`: ids changed, the text under them did not."""

    kind: Kind
    expected_start: int
    expected_end: int
    live_start: int
    live_end: int
    same_text: bool = False


@dataclass(frozen=True, slots=True)
class Tokens:
    """Ids with the byte range of each; `ends` is empty when the ids do not tell their bytes."""

    ids: tuple[int, ...]
    ends: tuple[int, ...]

    def span(self, start: int, end: int) -> tuple[int, int] | None:
        """Give the bytes that a range of tokens covers."""
        if not self.ends:
            return None
        first = self.ends[start - 1] if start else 0
        return first, self.ends[end - 1] if end > start else first


@dataclass(frozen=True, slots=True)
class TokenDiff:
    """Both token lists and their hunks; `silent` are text changes that changed no id."""

    expected: Tokens
    live: Tokens
    hunks: tuple[TokenHunk, ...]
    silent: tuple[Hunk, ...]

    @property
    def changes(self) -> tuple[TokenHunk, ...]:
        """Give the hunks that are not equal."""
        return tuple(hunk for hunk in self.hunks if hunk.kind is not Kind.EQUAL)


def live_tokens(tokens: Sequence[Token]) -> Tokens:
    """Take the ids and byte ends of a live prompt's tokens."""
    if isinstance(tokens, LaidTokens):
        return Tokens(tokens.ids, tokens.ends)
    return Tokens(tuple(token.id for token in tokens), tuple(token.byte_end for token in tokens))


def expected_tokens(ids: tuple[int, ...], text: str, tokenizer: Tokenizer) -> Tokens:
    """Find the byte ranges of agreed ids: as the text is cut now, else by each id's own bytes."""
    now = live_tokens(tokenizer.tokenize(text).tokens)
    if now.ids == ids:
        return now
    try:
        ends = tuple(accumulate(len(tokenizer.token_bytes(one)) for one in ids))
    except KeyError:
        return Tokens(ids, ())
    fits = bool(ends) and ends[-1] == len(text.encode()) and 0 not in ends
    return Tokens(ids, ends if fits else ())


def token_diff(expected: Tokens, live: Tokens, text: TextDiff) -> TokenDiff:
    """Align two token lists over the two texts that they stand for."""
    hunks = tuple(
        TokenHunk(*one, same_text=one.kind is not Kind.EQUAL and _same(one, expected, live, text))
        for one in align_ids(expected.ids, live.ids)
    )
    silent = tuple(_silent(text.changes, hunks, expected, live))
    return TokenDiff(expected, live, hunks, silent)


def _same(changed: AlignedRange, expected: Tokens, live: Tokens, text: TextDiff) -> bool:
    """Say whether the bytes under changed ids are aligned and equal."""
    here = expected.span(changed.expected_start, changed.expected_end)
    there = live.span(changed.live_start, changed.live_end)
    if here is None or there is None or text.expected[slice(*here)] != text.live[slice(*there)]:
        return False
    at = bisect_right(text.hunks, there[0], key=lambda hunk: hunk.live_start) - 1
    hunk = text.hunks[at]
    shift = hunk.live_start - hunk.expected_start
    return hunk.kind is Kind.EQUAL and there[0] - here[0] == shift and there[1] <= hunk.live_end


def _silent(
    changes: tuple[Hunk, ...], hunks: tuple[TokenHunk, ...], expected: Tokens, live: Tokens
) -> Iterator[Hunk]:
    """Give the changes of text that lie, on both sides, over tokens with the agreed ids."""
    equal = [hunk for hunk in hunks if hunk.kind is Kind.EQUAL]
    spans = [
        (live.span(hunk.live_start, hunk.live_end), expected.span(*_expected(hunk)))
        for hunk in equal
    ]
    starts = [there[0] for there, _ in spans if there is not None]
    for change in changes:
        at = bisect_right(starts, change.live_start)
        if any(_holds(*span, change) for span in spans[max(at - 2, 0) : at]):
            yield change


def _expected(hunk: TokenHunk) -> tuple[int, int]:
    return hunk.expected_start, hunk.expected_end


def _holds(there: tuple[int, int] | None, here: tuple[int, int] | None, change: Hunk) -> bool:
    """Say whether a run of equal tokens holds a change.

    Where the agreed ids do not tell their bytes, a change at the run's edge could be the next's.
    """
    if there is None:
        return False
    first, last = there
    if here is None:
        inside = first < change.live_start or first == 0
        return inside and change.live_end <= last
    is_here = here[0] <= change.expected_start and change.expected_end <= here[1]
    return is_here and first <= change.live_start and change.live_end <= last
