"""Bring a schema in from a file, the clipboard or a starter, as one step, and say what was lost."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Qt, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog, QWidget

from app.document_session import DocumentSession
from app.views.banner import Banner
from app.views.text_dialog import TextDialog
from engine.complaint import os_complaint, utf8_complaint
from engine.errors import Finding, Severity
from engine.schema.imports import import_schema
from engine.schema.starters import starters


class SchemaImport(QObject):
    """Replace the schema by another one; the banner tells what could not be carried over."""

    def __init__(self, session: DocumentSession, banner: Banner, window: QWidget) -> None:
        """Act on a session, for a window."""
        super().__init__(window)
        self._session = session
        self._banner = banner
        self._window = window

    @Slot()
    def ask_file(self) -> None:
        """Ask which file to import a schema from."""
        dialog = QFileDialog(self._window, self.tr("Import a schema"))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setNameFilters([self.tr("JSON (*.json)"), self.tr("All files (*)")])
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(self.from_file)
        dialog.open()

    @Slot(str)
    def from_file(self, name: str) -> None:
        """Import what a file holds."""
        path = Path(name)
        try:
            text = path.read_bytes().decode("utf-8")
        except UnicodeDecodeError as error:
            self._fail(f"{path}: {utf8_complaint(error)}")
        except OSError as error:
            self._fail(os_complaint(error))
        else:
            self.take(text, path.name)

    @Slot()
    def from_clipboard(self) -> None:
        """Import the clipboard's text."""
        self.take(QGuiApplication.clipboard().text(), self.tr("clipboard"))

    @Slot(str)
    def start_from(self, name: str) -> None:
        """Replace the schema by a starter."""
        for starter in starters():
            if starter.name == name:
                title = self.tr("start from {name}").format(name=starter.title)
                self._session.edit_schema(starter.text, title)

    def take(self, text: str, source: str) -> None:
        """Import a text as one step of undo."""
        imported = import_schema(text)
        if imported.schema_text is None:
            error = imported.notes[-1]
            said = self.tr("Nothing imported from {source}, {place}: {message}. {cure}")
            self._fail(
                said.format(
                    source=source,
                    place=f"{error.where.line}:{error.where.column}",
                    message=error.message.rstrip("."),
                    cure=error.cure,
                ),
                imported.notes[:-1],
            )
            return
        title = self.tr("import {source}").format(source=source)
        self._session.edit_schema(imported.schema_text, title)
        if imported.notes:
            said = self.tr("Imported from {source}; {count} notes on what a schema cannot carry.")
            self._say("info", said.format(source=source, count=len(imported.notes)), imported.notes)

    def _fail(self, text: str, notes: tuple[Finding, ...] = ()) -> None:
        self._say("error", text, notes)

    def _say(self, severity: Severity, text: str, notes: tuple[Finding, ...]) -> None:
        close = (self.tr("Close"), self._banner.put_away)
        if notes:
            show = (self.tr("Show the notes"), partial(self._show_notes, notes))
            self._banner.say(severity, text, show, close)
        else:
            self._banner.say(severity, text, close)

    def _show_notes(self, notes: tuple[Finding, ...]) -> None:
        lines = (f"{one.where}  {one.severity}\n  {one.message}\n  {one.cure}" for one in notes)
        TextDialog(self.tr("Notes on the import"), "\n\n".join(lines), self._window).open()
