"""The changes of a text or of its tokens as a table: what, where, expected, live."""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum

from PySide6.QtCore import QObject

from app.models.rows_model import RowsModel
from engine.characters import described
from engine.golden.diff import Hunk, TextDiff
from engine.golden.token_diff import TokenDiff, TokenHunk
from engine.prompt.marks import visible

OwnerOf = Callable[[int], str]
NAMED = 3  # characters of a side that are all named
SHOWN = 200  # characters of a side beyond which it is cut
SHOWN_IDS = 12


class Column(IntEnum):
    """Name the columns."""

    KIND = 0
    PLACE = 1
    OWNER = 2
    EXPECTED = 3
    LIVE = 4


class DifferenceModel(RowsModel[Hunk | TokenHunk]):
    """Look changes up by row; a row is written when it is asked for."""

    def __init__(self, parent: QObject | None = None) -> None:
        """Start without changes."""
        super().__init__(parent)
        self._diff: TextDiff | None = None
        self._tokens: TokenDiff | None = None
        self._owner_of: OwnerOf = _no_owner
        self._titles = (
            self.tr("change"),
            self.tr("place"),
            self.tr("owner"),
            self.tr("expected"),
            self.tr("live"),
        )

    def set_text(self, diff: TextDiff | None, owner_of: OwnerOf) -> None:
        """Show a text's changes; `owner_of` names the owner of a live byte."""
        self._diff, self._tokens, self._owner_of = diff, None, owner_of
        self.replace_rows(() if diff is None else diff.changes)

    def set_tokens(self, diff: TextDiff, tokens: TokenDiff, owner_of: OwnerOf) -> None:
        """Show the tokens' changes."""
        self._diff, self._tokens, self._owner_of = diff, tokens, owner_of
        self.replace_rows(tokens.changes)

    def text(self, row: Hunk | TokenHunk, column: int, /) -> str:
        """Write one cell."""
        if isinstance(row, TokenHunk):
            assert self._tokens is not None
            return self._token_text(self._tokens, row, Column(column))
        assert self._diff is not None
        return self._text(self._diff, row, Column(column))

    def _text(self, diff: TextDiff, change: Hunk, column: Column) -> str:
        if column is Column.KIND:
            return (
                self.tr("{0}, invisible").format(change.kind) if change.invisible else change.kind
            )
        if column is Column.PLACE:
            return self._place(self.tr("byte"), self.tr("bytes"), change)
        if column is Column.OWNER:
            return self._owner_of(change.live_start)
        side = diff.expected_text if column is Column.EXPECTED else diff.live_text
        return _named(side(change))

    def _token_text(self, diff: TokenDiff, change: TokenHunk, column: Column) -> str:
        expected, live = diff.expected, diff.live
        if column is Column.KIND:
            same = self.tr("{0}, text unchanged").format(change.kind)
            return same if change.same_text else change.kind
        if column is Column.PLACE:
            return self._place(self.tr("token"), self.tr("tokens"), change)
        if column is Column.OWNER:
            span = live.span(change.live_start, change.live_end)
            return "" if span is None else self._owner_of(span[0])
        if column is Column.EXPECTED:
            return _ids(expected.ids[change.expected_start : change.expected_end])
        return _ids(live.ids[change.live_start : change.live_end])

    def _place(self, one: str, many: str, change: Hunk | TokenHunk) -> str:
        """Say where a change is on the expected side, and on the live side if that is elsewhere."""
        here = _range(change.expected_start, change.expected_end)
        there = _range(change.live_start, change.live_end)
        thing = many if change.expected_end - change.expected_start > 1 else one
        live = "" if here == there else self.tr(", live {0}").format(there)
        return f"{thing} {here}{live}"


def _no_owner(_byte: int) -> str:
    return ""


def _range(start: int, end: int) -> str:
    """Write a half-open range: one number for one thing, a place for nothing."""
    return f"{start:,}" if end - start <= 1 else f"{start:,} to {end - 1:,}"


def _named(text: str) -> str:
    """Write a side of a change: by name where it is short, with marks where it is long."""
    if not text:
        return "nothing"
    if len(text) <= NAMED:
        return " ".join(described(character) for character in text)
    return visible(text if len(text) <= SHOWN else f"{text[:SHOWN]}…")


def _ids(ids: tuple[int, ...]) -> str:
    more = f", … {len(ids)} in all" if len(ids) > SHOWN_IDS else ""
    return ", ".join(map(str, ids[:SHOWN_IDS])) + more if ids else "nothing"
