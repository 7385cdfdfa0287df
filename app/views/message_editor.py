"""One message of a conversation: its role, its content, its reasoning."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, QStringListModel, Signal, Slot
from PySide6.QtWidgets import QComboBox, QFormLayout, QLabel, QSplitter, QVBoxLayout, QWidget

from app.views.byte_edit import ByteEdit
from engine.prompt.projection import text_to_shown, to_text
from engine.templates.conversation import Message

ROLES = ("system", "user", "assistant", "tool", "developer")
CONTENT_SHARE, REASONING_SHARE = 3, 1


class MessageEditor(QWidget):
    """Edit a message; `edited` carries it after each change by the user."""

    edited = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        """Build the role and the two texts."""
        super().__init__(parent)
        self._message = Message("user", "")
        self.role = QComboBox(self)
        self.role.setEditable(True)
        self.role.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.role.setModel(QStringListModel(list(ROLES), self))
        self.role.setToolTip(self.tr("Any name: templates treat unknown roles in their own ways"))
        self.content = ByteEdit(self)
        self.content.setAccessibleName(self.tr("Content of the message"))
        self.reasoning = ByteEdit(self)
        self.reasoning.setAccessibleName(self.tr("Reasoning of the message"))
        self.reasoning.setPlaceholderText(self.tr("Reasoning that came apart from the content"))
        self.role.editTextChanged.connect(self._edited)
        self.content.shown_edited.connect(self._edited)
        self.reasoning.shown_edited.connect(self._edited)
        self._lay_out()

    def set_message(self, message: Message | None) -> None:
        """Show a message; without one there is nothing to edit."""
        self.setEnabled(message is not None)
        self._message = message or Message("", "")
        if self.role.currentText() != text_to_shown(self._message.role):
            with QSignalBlocker(self.role):  # only what people type is an edit
                self.role.setEditText(text_to_shown(self._message.role))
        self.content.show_text(text_to_shown(self._message.content))
        self.reasoning.show_text(text_to_shown(self._message.reasoning or ""))

    @Slot()
    def _edited(self) -> None:
        message = Message(
            to_text(self.role.currentText()),
            to_text(self.content.shown_text()),
            to_text(self.reasoning.shown_text()) or None,
        )
        if self.isEnabled() and message != self._message:
            self._message = message
            self.edited.emit(message)

    def _lay_out(self) -> None:
        form = QFormLayout()
        form.addRow(self.tr("&Role"), self.role)
        texts = QSplitter(self)
        texts.setOrientation(texts.orientation().Vertical)
        texts.setChildrenCollapsible(False)
        texts.addWidget(_labelled(self.tr("&Content"), self.content))
        texts.addWidget(_labelled(self.tr("Reaso&ning"), self.reasoning))
        texts.setStretchFactor(0, CONTENT_SHARE)
        texts.setStretchFactor(1, REASONING_SHARE)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addLayout(form)
        column.addWidget(texts, 1)


def _labelled(title: str, editor: ByteEdit) -> QWidget:
    holder = QWidget()
    label = QLabel(title, holder)
    label.setBuddy(editor)
    column = QVBoxLayout(holder)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(2)
    column.addWidget(label)
    column.addWidget(editor, 1)
    return holder
