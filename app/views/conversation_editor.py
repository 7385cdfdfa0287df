"""A conversation as a list of messages and as JSON: two views of one text."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QEvent, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QFileDialog,
    QHBoxLayout,
    QLabel,
    QListView,
    QPushButton,
    QSplitter,
    QTabWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.conversation_session import ConversationSession, Talk
from app.icons import palette_icon
from app.models.conversation_model import ConversationModel
from app.models.model_index import Index
from app.views.byte_edit import ByteEdit
from app.views.colors import severity_color
from app.views.json_highlighter import JsonHighlighter
from app.views.message_editor import MessageEditor
from engine.complaint import os_complaint
from engine.errors import LoupeError
from engine.prompt.projection import text_to_shown, to_text
from engine.templates.conversation import Message

LIST_SHARE, EDITOR_SHARE = 2, 5
FILES = "*.json"


class JsonEdit(ByteEdit):
    """Edit the conversation's JSON in colours."""

    def _make_highlighter(self) -> JsonHighlighter:
        return JsonHighlighter(self.document(), self.font())


class MessageList(QListView):
    """List the messages; Alt+Up and Alt+Down move one, Delete takes it out, Insert adds one."""

    current_changed = Signal(int)
    move_requested = Signal(int)
    remove_requested = Signal()
    add_requested = Signal()

    def currentChanged(self, current: Index, previous: Index) -> None:
        """Tell which message is current."""
        super().currentChanged(current, previous)
        self.current_changed.emit(current.row())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move, remove and add by keyboard."""
        alt = event.modifiers() == Qt.KeyboardModifier.AltModifier
        if alt and event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self.move_requested.emit(-1 if event.key() == Qt.Key.Key_Up else 1)
        elif event.key() == Qt.Key.Key_Delete:
            self.remove_requested.emit()
        elif event.key() == Qt.Key.Key_Insert:
            self.add_requested.emit()
        else:
            super().keyPressEvent(event)


class ConversationEditor(QWidget):
    """Edit a session's conversation; `failed` says why a file cannot be read or written."""

    failed = Signal(str)

    def __init__(self, session: ConversationSession, parent: QWidget | None = None) -> None:
        """Build both views and show the session's conversation."""
        super().__init__(parent)
        self._session = session
        self._model = ConversationModel(self)
        self.messages = MessageList(self)
        self.messages.setModel(self._model)
        self.messages.setUniformItemSizes(True)
        self.messages.setAccessibleName(self.tr("Messages"))
        self.messages.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.messages.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.message = MessageEditor(self)
        self.json = JsonEdit(self)
        self.json.setAccessibleName(self.tr("Conversation as JSON"))
        self.problem = QLabel(self)
        self.problem.setWordWrap(True)
        self.problem.setAccessibleName(self.tr("What is wrong with the JSON"))
        self.tabs = QTabWidget(self)
        self.tabs.setAccessibleName(self.tr("Conversation as messages or JSON"))
        self._make_buttons()
        self._lay_out()
        self._wire()
        self.set_talk(session.talk)

    @Slot(object)
    def set_talk(self, talk: Talk) -> None:
        """Show a conversation in both views."""
        row = self.messages.currentIndex().row()
        self._model.set_messages(talk.messages)
        self.json.show_text(text_to_shown(talk.text))
        self.problem.setText(f"✘ {talk.problem}")
        self.problem.setVisible(bool(talk.problem))
        self.select(row)
        self._add.setEnabled(not talk.problem)

    def select(self, row: int) -> None:
        """Make a message, or the nearest there is, the one that is edited."""
        last = len(self._model.messages) - 1
        self.messages.setCurrentIndex(self._model.index(max(0, min(row, last))))
        self._show_message()

    def ask_open(self) -> None:
        """Ask for a file with a conversation."""
        dialog = self._dialog(self.tr("Open a conversation"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(self._open)
        dialog.open()

    def ask_save(self) -> None:
        """Ask where to save the conversation."""
        dialog = self._dialog(self.tr("Save the conversation"))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix("json")
        dialog.fileSelected.connect(self._save)
        dialog.open()

    @Slot(str)
    def _open(self, name: str) -> None:
        try:
            self._session.open(Path(name))
        except LoupeError as error:
            self.failed.emit(str(error))

    @Slot(str)
    def _save(self, name: str) -> None:
        try:
            self._session.save(Path(name))
        except OSError as error:
            self.failed.emit(os_complaint(error))

    @Slot()
    def _show_message(self) -> None:
        row, messages = self.messages.currentIndex().row(), self._model.messages
        found = 0 <= row < len(messages)
        self.message.set_message(messages[row] if found else None)
        self._remove.setEnabled(found)
        self._up.setEnabled(found and row > 0)
        self._down.setEnabled(found and row < len(messages) - 1)

    @Slot(object)
    def _edit_message(self, message: Message) -> None:
        self._session.edit_message(self.messages.currentIndex().row(), message)

    @Slot(str)
    def _edit_json(self, shown: str) -> None:
        self._session.edit_text(to_text(shown))

    @Slot()
    def _add_message(self) -> None:
        row = self.messages.currentIndex().row() + 1
        self._session.add_message(row)
        self.select(row)

    @Slot()
    def _remove_message(self) -> None:
        if self._remove.isEnabled():
            self._session.remove_message(self.messages.currentIndex().row())

    @Slot(int)
    def _move_message(self, step: int) -> None:
        row = self.messages.currentIndex().row()
        if row >= 0 and 0 <= row + step < len(self._model.messages):
            self._session.move_message(row, row + step)
            self.select(row + step)

    @Slot()
    def _move_up(self) -> None:
        self._move_message(-1)

    @Slot()
    def _move_down(self) -> None:
        self._move_message(1)

    def changeEvent(self, event: QEvent) -> None:
        """Follow the palette."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._tint()

    def _tint(self) -> None:
        error = severity_color(self.palette(), "error").name()
        self.problem.setStyleSheet(f"color: {error}")
        for button in (self._add, self._remove):
            button.setIcon(palette_icon(button.objectName(), self.palette()))

    def _make_buttons(self) -> None:
        self._add = _tool(self, "add", self.tr("Add a message after this one"))
        self._remove = _tool(self, "remove", self.tr("Remove this message"))
        self._up = _tool(self, "up", self.tr("Move this message up"))
        self._up.setArrowType(Qt.ArrowType.UpArrow)
        self._down = _tool(self, "down", self.tr("Move this message down"))
        self._down.setArrowType(Qt.ArrowType.DownArrow)
        self._open_button = QPushButton(self.tr("&Open…"), self)
        self._save_button = QPushButton(self.tr("Sa&ve…"), self)
        self._open_button.setAccessibleName(self.tr("Open a conversation"))
        self._save_button.setAccessibleName(self.tr("Save the conversation"))
        self._tint()

    def _lay_out(self) -> None:
        buttons = QHBoxLayout()
        buttons.setSpacing(2)
        for button in (self._add, self._remove, self._up, self._down):
            buttons.addWidget(button)
        buttons.addStretch(1)
        buttons.addWidget(self._open_button)
        buttons.addWidget(self._save_button)
        halves = QSplitter(Qt.Orientation.Vertical, self)
        halves.setChildrenCollapsible(False)
        halves.addWidget(self.messages)
        halves.addWidget(self.message)
        halves.setStretchFactor(0, LIST_SHARE)
        halves.setStretchFactor(1, EDITOR_SHARE)
        self.tabs.addTab(halves, self.tr("Messages"))
        self.tabs.addTab(self.json, self.tr("JSON"))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addLayout(buttons)
        column.addWidget(self.problem)
        column.addWidget(self.tabs, 1)

    def _wire(self) -> None:
        self._session.changed.connect(self.set_talk)
        self.messages.current_changed.connect(self._show_message)
        self.messages.add_requested.connect(self._add_message)
        self.messages.remove_requested.connect(self._remove_message)
        self.messages.move_requested.connect(self._move_message)
        self.message.edited.connect(self._edit_message)
        self.json.shown_edited.connect(self._edit_json)
        self._add.clicked.connect(self._add_message)
        self._remove.clicked.connect(self._remove_message)
        self._up.clicked.connect(self._move_up)
        self._down.clicked.connect(self._move_down)
        self._open_button.clicked.connect(self.ask_open)
        self._save_button.clicked.connect(self.ask_save)

    def _dialog(self, title: str) -> QFileDialog:
        dialog = QFileDialog(self, title)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setNameFilters([self.tr("Conversations ({0})").format(FILES), self.tr("All (*)")])
        if self._session.path is not None:
            dialog.setDirectory(str(self._session.path.parent))
        return dialog


def _tool(parent: QWidget, name: str, title: str) -> QToolButton:
    button = QToolButton(parent)
    button.setObjectName(name)
    button.setAutoRaise(True)
    button.setToolTip(title)
    button.setAccessibleName(title)
    button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    return button
