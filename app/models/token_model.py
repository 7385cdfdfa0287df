"""The prompt's tokens as a table: index, id, piece, bytes, text, kind and owner."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from typing import Any

from PySide6.QtCore import QObject, Qt

from app.models.model_index import Index
from app.models.prompt_content import PromptContent
from app.models.titled_table import TitledTable
from engine.prompt.copying import hex_text
from engine.prompt.marks import token_text, visible
from engine.prompt.render import RenderedPrompt
from engine.snapshot import TokenView
from engine.tokenizers.base import Token, TokenKind

TOKEN_ROLE = Qt.ItemDataRole.UserRole
USER_CONTROL_ROLE = Qt.ItemDataRole.UserRole + 1
MOST_BYTES_SHOWN = 24


class Column(IntEnum):
    """Name the columns."""

    INDEX = 0
    ID = 1
    PIECE = 2
    BYTES = 3
    TEXT = 4
    KIND = 5
    OWNER = 6


NUMBERS = frozenset({Column.INDEX, Column.ID})


class TokenModel(TitledTable):
    """Look tokens up by row; their numbers stand at the right."""

    numbers = NUMBERS

    def __init__(self, parent: QObject | None = None) -> None:
        """Start without tokens."""
        super().__init__(parent)
        self._prompt: RenderedPrompt | None = None
        self._view: TokenView | None = None
        self._content: PromptContent | None = None
        self._titles = (
            self.tr("#"),
            self.tr("id"),
            self.tr("piece"),
            self.tr("bytes"),
            self.tr("text"),
            self.tr("kind"),
            self.tr("owner"),
        )

    @property
    def tokens(self) -> Sequence[Token]:
        """Give the tokens in prompt order."""
        return () if self._content is None else self._content.tokens

    @property
    def content(self) -> PromptContent | None:
        """Give the prompt whose tokens are shown."""
        return self._content

    def set_tokens(self, prompt: RenderedPrompt | None, view: TokenView | None) -> None:
        """Show a prompt's tokens; nothing happens when both are the same objects as before."""
        if prompt is self._prompt and view is self._view:
            return
        self.beginResetModel()
        self._prompt, self._view = prompt, view
        known = prompt is not None and view is not None
        self._content = PromptContent(prompt, view) if prompt is not None and known else None
        self.endResetModel()

    def count(self) -> int:
        """Count the tokens."""
        return len(self.tokens)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Look one cell up."""
        if not index.isValid() or self._content is None:
            return None
        token = self._content.tokens[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return self._text(self._content, token, Column(index.column()))
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._tip(self._content, token)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self.alignment(index.column())
        if role == TOKEN_ROLE:
            return token
        return self._content.from_user(token) if role == USER_CONTROL_ROLE else None

    def _text(self, content: PromptContent, token: Token, column: Column) -> str:
        if column is Column.OWNER:
            owner = content.owner_at(token.byte_start)
            return "" if owner is None else str(owner)
        if column is Column.KIND:
            return self._kind(content, token)
        if column is Column.BYTES:
            more = " …" if len(token.data) > MOST_BYTES_SHOWN else ""
            return hex_text(token.data[:MOST_BYTES_SHOWN]) + more
        if column is Column.TEXT:
            return self._written(content, token)
        texts = {Column.INDEX: token.index, Column.ID: token.id, Column.PIECE: visible(token.piece)}
        return str(texts[column])

    def _written(self, content: PromptContent, token: Token) -> str:
        """Write a token's text; one that cuts a character names it beside its bytes."""
        text = token_text(token.data, token.piece)
        cut = "" if token.normalised else content.cut_characters(token)
        return self.tr("{0}  of {1}").format(text, " ".join(map(visible, cut))) if cut else text

    def _kind(self, content: PromptContent, token: Token) -> str:
        if content.from_user(token):
            return self.tr("control, from you")
        if content.defused_between(token.byte_start, token.byte_end):
            return self.tr("defused, from you")
        normal = self.tr("normalised") if token.normalised else ""
        return normal if token.kind is TokenKind.NORMAL else str(token.kind.value)

    def _tip(self, content: PromptContent, token: Token) -> str:
        tip = self.tr("token {0}, id {1}, bytes {2}–{3} of the prompt").format(
            token.index, token.id, token.byte_start, token.byte_end
        )
        if not content.defused_between(token.byte_start, token.byte_end):
            return tip
        return tip + "\n" + self.tr("hardened: of a control token that you wrote, read as text")
