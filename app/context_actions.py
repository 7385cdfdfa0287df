"""The actions on a document's contexts, tied to its session and to the view that shows them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QMimeData, QObject, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMenu

from app.actions import Actions
from app.context_files import dropped_files
from app.context_steps import duplicated, moved, with_bytes
from app.document_session import DocumentSession
from app.views.clipboard import mime_bytes
from app.views.context_editor import ContextEditor
from app.views.context_special import SpecialCharacterDialog
from engine.document import Document
from engine.prompt.projection import to_shown
from engine.text_encoding import detect_encoding, to_utf8

NEED_ONE = ("duplicate", "rename", "remove")


class ContextActions(QObject):
    """Do what the context menu says; every change is a step that can be undone."""

    def __init__(self, table: Actions, session: DocumentSession, view: ContextEditor) -> None:
        """Wire the table's actions and give the view its menu."""
        super().__init__(view)
        self._table, self._session, self._view = table, session, view
        acts: dict[str, Callable[[], object]] = {
            "add": view.ask_new,
            "file": view.ask_file,
            "clipboard": self.add_from_clipboard,
            "duplicate": self._duplicate,
            "rename": view.ask_name,
            "up": partial(self._move, -1),
            "down": partial(self._move, 1),
            "remove": session.remove_context,
            "previous": partial(self._switch, -1),
            "next": partial(self._switch, 1),
            "character": self.ask_character,
            "to_utf8": self.convert,
        }
        for name, act in acts.items():
            table[f"context_{name}"].triggered.connect(act)
        menu = QMenu(view)
        for action in table.in_menu("context"):
            if action is None:
                menu.addSeparator()
            else:
                menu.addAction(action)
        view.set_menu(menu)
        view.convert_requested.connect(self.convert)
        view.dropped.connect(self._add_text)
        session.document_changed.connect(self._enable)
        self._enable(session.document)

    @Slot()
    def add_from_clipboard(self) -> None:
        """Add what was copied, files or text, as contexts."""
        mime = QGuiApplication.clipboard().mimeData() or QMimeData()  # None when it is empty
        files = dropped_files(mime)
        for path in files:
            self._view.add_from_file(path)
        data = None if files else mime_bytes(mime)
        if data:
            self._add_text(data)

    @Slot()
    def ask_character(self) -> None:
        """Ask for a character and insert it at the caret."""
        dialog = SpecialCharacterDialog(self._view)
        dialog.chosen.connect(self._insert)
        dialog.open()

    @Slot()
    def convert(self) -> None:
        """Write the active context in UTF-8, where it is in another encoding."""
        document = self._session.document
        data = to_utf8(document.context.data)
        if data is not None:
            title = self.tr("convert context {name} to UTF-8")
            self._step(with_bytes(document, data), title)

    @Slot(bytes)
    def _insert(self, data: bytes) -> None:
        self._view.editor.textCursor().insertText(to_shown(data))
        self._view.editor.setFocus()

    @Slot(bytes)
    def _add_text(self, data: bytes) -> None:
        self._session.add_context(self.tr("pasted"), data)

    @Slot()
    def _duplicate(self) -> None:
        self._step(duplicated(self._session.document), self.tr("duplicate context {name}"))

    def _move(self, step: int) -> None:
        title = (
            self.tr("move context {name} up") if step < 0 else self.tr("move context {name} down")
        )
        self._step(moved(self._session.document, step), title)

    def _switch(self, step: int) -> None:
        document = self._session.document
        if 0 <= document.active + step < len(document.contexts):
            self._session.activate_context(document.active + step)

    def _step(self, after: Document, title: str) -> None:
        self._session.step(after, title.format(name=self._session.document.context.name))

    @Slot(object)
    def _enable(self, document: Document) -> None:
        last = len(document.contexts) - 1
        for name in NEED_ONE:
            self._table[f"context_{name}"].setEnabled(last >= 0)
        encoding = detect_encoding(document.context.data)
        self._table["context_to_utf8"].setEnabled(encoding.is_convertible)
        for name in ("up", "previous"):
            self._table[f"context_{name}"].setEnabled(document.active > 0)
        for name in ("down", "next"):
            self._table[f"context_{name}"].setEnabled(document.active < last)
