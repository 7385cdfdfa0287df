"""Two token lists in aligned rows: number, id and text of each token."""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate

from app.models.cells import cells_of
from app.models.diff_line import Glyph
from app.models.diff_source import SIGNS, Half, Look, Source, inline_kind
from engine.golden.align import Kind
from engine.golden.diff import TextDiff
from engine.golden.rows import EXPECTED, LIVE
from engine.golden.token_diff import TokenDiff, TokenHunk, Tokens
from engine.prompt.marks import token_text

ID_CELLS = 7


class TokenSource(Source):
    """Aligned tokens; inline, what was expected stands above what is live."""

    def __init__(self, diff: TextDiff, tokens: TokenDiff, look: Look) -> None:
        """Count the rows of every hunk."""
        super().__init__(tokens.hunks, look)
        self._diff = diff
        self._tokens = tokens
        self._live_of = {token: index for index, token in enumerate(tokens.live.ids)}
        self._firsts = list(accumulate((_rows(hunk, look) for hunk in tokens.hunks), initial=0))

    @property
    def label_cells(self) -> int:
        """Give the width of the last token's number."""
        return len(str(max(len(self._tokens.expected.ids), len(self._tokens.live.ids))))

    @property
    def row_count(self) -> int:
        """Count the rows."""
        return self._firsts[-1]

    @property
    def change_rows(self) -> tuple[int, ...]:
        """Give the row in which each change begins."""
        last = max(self.row_count - 1, 0)
        return tuple(min(self._firsts[index], last) for index in self._numbers)

    def wrap(self, _width: int) -> None:
        """Leave rows as they are: a token has one."""

    def row(self, number: int) -> tuple[Half, ...]:
        """Lay one row out."""
        index = bisect_right(self._firsts, number) - 1
        hunk = self._tokens.hunks[index]
        here, there = self._pair(hunk, number - self._firsts[index])
        if self._look is Look.SIDES:
            return self._half(EXPECTED, here, index), self._half(LIVE, there, index)
        if there is None:
            return (self._half(EXPECTED, here, index),)
        return (self._half(LIVE, there, index),)

    def _text(self, tokens: Tokens, data: bytes, index: int) -> str:
        """Write a token; one whose bytes its own list does not tell as the live one of its id."""
        span = tokens.span(index, index + 1)
        if span is not None:
            return token_text(data[span[0] : span[1]])
        live = self._live_of.get(tokens.ids[index])
        span = None if live is None else self._tokens.live.span(live, live + 1)
        return "" if span is None else token_text(self._diff.live[span[0] : span[1]])

    def _pair(self, hunk: TokenHunk, at: int) -> tuple[int | None, int | None]:
        """Give the expected and the live token of a hunk's row."""
        here, there = hunk.expected_start + at, hunk.live_start + at
        size = hunk.expected_end - hunk.expected_start
        if self._look is Look.SIDES:
            return (
                here if here < hunk.expected_end else None,
                there if there < hunk.live_end else None,
            )
        if self._look is Look.EXPECTED:
            return here, None
        if self._look is Look.LIVE or hunk.kind is Kind.EQUAL:
            return None, there
        return (here, None) if at < size else (None, there - size)

    def _half(self, side: str, index: int | None, hunk: int) -> Half:
        if index is None:
            return Half(is_gap=True)
        tokens = self._tokens.expected if side == EXPECTED else self._tokens.live
        data = self._diff.expected if side == EXPECTED else self._diff.live
        kind = inline_kind(self._tokens.hunks[hunk].kind, side, self._look)
        of = (-1 if kind is Kind.EQUAL else hunk), kind
        number = str(tokens.ids[index])
        text = self._text(tokens, data, index)
        cells = sum(map(cells_of, text))
        left = max(0, ID_CELLS - len(number))
        glyphs = (Glyph(left, len(number), number, *of), Glyph(ID_CELLS + 2, cells, text, *of))
        return Half(str(index), SIGNS[kind], glyphs)


def _rows(hunk: TokenHunk, look: Look) -> int:
    here, there = hunk.expected_end - hunk.expected_start, hunk.live_end - hunk.live_start
    if look in {Look.EXPECTED, Look.LIVE} or (look is Look.INLINE and hunk.kind is Kind.EQUAL):
        return here if look is Look.EXPECTED else there
    return here + there if look is Look.INLINE else max(here, there)
