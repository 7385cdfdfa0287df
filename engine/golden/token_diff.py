"""Agreed and live token ids, aligned: which changed although the text did not, and the reverse."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from engine.golden.align import Kind, align_ids
from engine.golden.diff import Hunk, TextDiff
from engine.tokenizers.base import Token, Tokenizer


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
        TokenHunk(*step, same_text=step[0] is not Kind.EQUAL and _same(step, expected, live, text))
        for step in align_ids(expected.ids, live.ids)
    )
    silent = tuple(change for change in text.changes if _is_silent(change, hunks, live))
    return TokenDiff(expected, live, hunks, silent)


def _same(
    step: tuple[Kind, int, int, int, int], expected: Tokens, live: Tokens, text: TextDiff
) -> bool:
    """Say whether the bytes under changed ids are aligned and equal."""
    here, there = expected.span(step[1], step[2]), live.span(step[3], step[4])
    if here is None or there is None or text.expected[slice(*here)] != text.live[slice(*there)]:
        return False
    at = bisect_right(text.hunks, there[0], key=lambda hunk: hunk.live_start) - 1
    hunk = text.hunks[at]
    shift = hunk.live_start - hunk.expected_start
    return hunk.kind is Kind.EQUAL and there[0] - here[0] == shift and there[1] <= hunk.live_end


def _is_silent(change: Hunk, hunks: tuple[TokenHunk, ...], live: Tokens) -> bool:
    """Say whether all tokens that hold a changed range's live bytes have the agreed ids."""
    first = bisect_right(live.ends, change.live_start)
    last = bisect_left(live.ends, max(change.live_end, change.live_start + 1))
    return any(
        hunk.kind is Kind.EQUAL and hunk.live_start <= first and last < hunk.live_end
        for hunk in hunks
    )
