"""What the file menu does: ask for a file, ask before work is lost, say what failed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget

from app.document_session import DocumentSession
from app.model_opening import ModelOpening, is_model
from app.settings import Settings
from engine.complaint import os_complaint
from engine.errors import LoupeError

DOCUMENT_SUFFIX = ".loupe.json"


class FileActions(QObject):
    """Open, save and close for a window; every question is a dialog that blocks nothing else."""

    failed = Signal(str)
    opened = Signal(object)
    may_close = Signal()

    def __init__(
        self, session: DocumentSession, settings: Settings, models: ModelOpening, window: QWidget
    ) -> None:
        """Act on a session, for a window."""
        super().__init__(window)
        self._session = session
        self.models = models
        models.opened.connect(session.choose_profile)
        models.refused.connect(self.failed)
        self._settings = settings
        self._window = window

    def open(self, path: Path) -> None:
        """Open a document, a vector, a model's GGUF file or its folder; it can be undone.

        What cannot be opened is said by `failed`, and the document stays. Models take a while.
        """
        if is_model(path):
            self.models.start(path)
        elif self._attempt(lambda: self._session.open(path)):
            self._settings.add_recent_file(path)
            self.opened.emit(path)

    @Slot()
    def ask_open(self) -> None:
        """Ask which file to open."""
        names = self.tr("Documents and vectors (*.json);;Models (*.gguf);;All files (*)")
        dialog = self._dialog(self.tr("Open"), names)
        dialog.fileSelected.connect(self._open_selected)
        dialog.open()

    @Slot()
    def ask_open_model(self) -> None:
        """Ask which GGUF file to take tokenizer, template and weights from."""
        dialog = self._dialog(self.tr("Open model"), self.tr("Models (*.gguf)"))
        dialog.fileSelected.connect(self._open_selected)
        dialog.open()

    @Slot()
    def save(self) -> None:
        """Save to the document's file, or ask for one."""
        if self._session.path is None:
            self.ask_save_as()
        else:
            self._save_to(self._session.path)

    @Slot()
    def ask_save_as(self) -> None:
        """Ask for the file to save to."""
        self._ask_save(self._save_selected)

    @Slot()
    def reload(self) -> None:
        """Read the document's file again; it can be undone."""
        self._attempt(self._session.reload)

    def ask_close(self) -> None:
        """Emit `may_close`, after asking once when something is not saved."""
        if not self._session.dirty:
            self.may_close.emit()
            return
        buttons = QMessageBox.StandardButton
        box = QMessageBox(self._window)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.setObjectName("unsaved")
        box.setIcon(QMessageBox.Icon.Question)
        box.setWindowTitle(self.tr("Unsaved changes"))
        path = self._session.path
        name = self.tr("this document") if path is None else path.name
        box.setText(self.tr("Save the changes to {name}?").format(name=name))
        box.setStandardButtons(buttons.Save | buttons.Discard | buttons.Cancel)
        box.setDefaultButton(buttons.Save)
        box.finished.connect(self._close_answered)
        box.open()

    @Slot(int)
    def _close_answered(self, answer: int) -> None:
        if answer == QMessageBox.StandardButton.Discard:
            self.may_close.emit()
        elif answer == QMessageBox.StandardButton.Save:
            if self._session.path is None:
                self._ask_save(self._save_selected_and_close)
            elif self._save_to(self._session.path):
                self.may_close.emit()

    @Slot(str)
    def _open_selected(self, name: str) -> None:
        self.open(Path(name))

    @Slot(str)
    def _save_selected(self, name: str) -> None:
        self._save_to(Path(name))

    @Slot(str)
    def _save_selected_and_close(self, name: str) -> None:
        if self._save_to(Path(name)):
            self.may_close.emit()

    def _save_to(self, path: Path) -> bool:
        saved = self._attempt(lambda: self._session.save(path))
        if saved:
            self._settings.add_recent_file(path)
            self.opened.emit(path)
        return saved

    def _ask_save(self, chosen: Callable[[str], None]) -> None:
        dialog = self._dialog(self.tr("Save as"), self.tr("Documents (*.loupe.json)"))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setFileMode(QFileDialog.FileMode.AnyFile)
        dialog.setDefaultSuffix(DOCUMENT_SUFFIX[1:])
        dialog.fileSelected.connect(chosen)
        dialog.open()

    def _dialog(self, title: str, names: str) -> QFileDialog:
        dialog = QFileDialog(self._window, title)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setNameFilters(names.split(";;"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        path = self._session.path
        if path is not None:
            dialog.setDirectory(str(path.parent))
        return dialog

    def _attempt(self, act: Callable[[], None]) -> bool:
        try:
            act()
        except OSError as error:
            self.failed.emit(os_complaint(error))
            return False
        except LoupeError as error:
            self.failed.emit(str(error))
            return False
        return True
