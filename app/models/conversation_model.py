"""Messages as a list: number, role, and how the content begins."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QAbstractListModel, QObject, Qt

from app.models.model_index import Index
from engine.prompt.projection import text_to_shown
from engine.templates.conversation import Message

MESSAGE_ROLE = Qt.ItemDataRole.UserRole
PREVIEW = 80  # characters


class ConversationModel(QAbstractListModel):
    """Look messages up."""

    def __init__(self, parent: QObject | None = None) -> None:
        """Start without messages."""
        super().__init__(parent)
        self._messages: tuple[Message, ...] = ()

    @property
    def messages(self) -> tuple[Message, ...]:
        """Give the messages that are shown."""
        return self._messages

    def set_messages(self, messages: tuple[Message, ...]) -> None:
        """Show messages; as many as before keep the selection."""
        if messages is self._messages or messages == self._messages:
            return
        if len(messages) == len(self._messages):
            self._messages = messages
            self.dataChanged.emit(self.index(0), self.index(len(messages) - 1))
            return
        self.beginResetModel()
        self._messages = messages
        self.endResetModel()

    def rowCount(self, parent: Index | None = None) -> int:
        """Count the messages."""
        return 0 if parent is not None and parent.isValid() else len(self._messages)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Look one message up."""
        if not index.isValid():
            return None
        message = self._messages[index.row()]
        if role == MESSAGE_ROLE:
            return message
        if role == Qt.ItemDataRole.DisplayRole:
            return f"{index.row() + 1}  {text_to_shown(message.role)}   {preview(message)}"
        return None


def preview(message: Message) -> str:
    """Write the beginning of a message in one line."""
    thought = "… → " if message.reasoning else ""
    line = " ".join(message.content[: 4 * PREVIEW].split())
    return thought + (line if len(line) <= PREVIEW else line[: PREVIEW - 1] + "…")
