"""What the file menu does: ask for a file, ask before work is lost, say what failed."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget

from app.document_session import DOCUMENT_SUFFIX, DocumentSession
from app.model_opening import ModelOpening, is_model
from app.pending_lines import commit_lines
from app.settings import Settings
from engine.complaint import complaint
from engine.errors import LoupeError


class FileActions(QObject):
    """Open, save and close for a window; every question is a dialog that blocks nothing else.

    `begun` comes before something else is shown: what was said of the old is over. `opened` tells
    of a file that was read or written, `compare_asked` of one to compare with the document.
    """

    begun = Signal()
    failed = Signal(str)
    left_out = Signal(str)
    opened = Signal(object)
    may_close = Signal()
    compare_asked = Signal(object)

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
        self.open_first((path,))

    def open_first(self, paths: tuple[Path, ...]) -> None:
        """Open the first of several files, and say that the others were not opened."""
        if is_model(paths[0]):
            self.begun.emit()
            self.models.start(paths[0])
            self._tell_left_out(paths)
        else:
            self.when_safe(partial(self._open_document, paths))

    @Slot()
    def new(self) -> None:
        """Begin an empty document."""
        self.when_safe(self._new)

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
        commit_lines(self._window)
        if self._session.file is None:
            self.ask_save_as()
        else:
            self._save_over(self._session.file)

    @Slot()
    def ask_save_as(self) -> None:
        """Ask for the file to save to."""
        commit_lines(self._window)
        self._ask_save(self._save_selected)

    @Slot()
    def reload(self) -> None:
        """Read the document's file again; it can be undone."""
        self.begun.emit()
        self._attempt(self._session.reload)

    def ask_close(self) -> None:
        """Emit `may_close`, after asking once when something is not saved."""
        self.when_safe(self.may_close.emit)

    def when_safe(self, act: Callable[[], None]) -> None:
        """Do what gives the document up, after asking once when something is not saved."""
        commit_lines(self._window)
        if self._session.safe_to_leave():
            act()
            return
        buttons = QMessageBox.StandardButton
        box = QMessageBox(self._window)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.setObjectName("unsaved")
        box.setIcon(QMessageBox.Icon.Question)
        box.setWindowTitle(self.tr("Unsaved changes"))
        file = self._session.file
        name = self.tr("this document") if file is None else file.name
        box.setText(self.tr("Save the changes to {name}?").format(name=name))
        box.setStandardButtons(buttons.Save | buttons.Discard | buttons.Cancel)
        box.setDefaultButton(buttons.Save)
        box.finished.connect(partial(self._answered, act))
        box.open()

    def _answered(self, act: Callable[[], None], answer: int) -> None:
        if answer == QMessageBox.StandardButton.Discard:
            act()
        elif answer == QMessageBox.StandardButton.Save:
            if self._session.file is None:
                self._ask_save(partial(self._save_selected_and, act))
            else:
                self._save_over(self._session.file, act)

    def _open_document(self, paths: tuple[Path, ...]) -> None:
        self.begun.emit()
        if self._attempt(lambda: self._session.open(paths[0])):
            self._settings.add_recent_file(paths[0])
            self.opened.emit(paths[0])
            self._tell_left_out(paths)

    def _new(self) -> None:
        self.begun.emit()
        self._session.new()

    def _tell_left_out(self, paths: tuple[Path, ...]) -> None:
        opened, *others = (path.name for path in paths)
        if others:
            said = self.tr("Only {name} was opened, one at a time; left out: {others}.")
            self.left_out.emit(said.format(name=opened, others=", ".join(others)))

    @Slot(str)
    def _open_selected(self, name: str) -> None:
        self.open(Path(name))

    @Slot(str)
    def _save_selected(self, name: str) -> None:
        self._save_to(Path(name))

    def _save_selected_and(self, act: Callable[[], None], name: str) -> None:
        self._save_and(Path(name), act)

    def _save_over(self, path: Path, act: Callable[[], None] | None = None) -> None:
        """Save to the document's file and go on, after asking when others' bytes would be lost."""
        if not self._session.would_lose(path):
            self._save_and(path, act)
            return
        box = QMessageBox(self._window)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.setObjectName("changed")
        box.setIcon(QMessageBox.Icon.Warning)
        box.setWindowTitle(self.tr("Changed by another program"))
        said = self.tr("{name} holds something else than when Loupe last read or wrote it.")
        box.setText(said.format(name=path.name))
        box.setInformativeText(self.tr("Overwriting it loses what another program wrote."))
        overwrite = box.addButton(self.tr("Overwrite"), QMessageBox.ButtonRole.DestructiveRole)
        compare = box.addButton(self.tr("Compare"), QMessageBox.ButtonRole.ActionRole)
        box.setDefaultButton(box.addButton(QMessageBox.StandardButton.Cancel))
        overwrite.clicked.connect(partial(self._save_and, path, act))
        compare.clicked.connect(partial(self.compare_asked.emit, path))
        box.open()

    def _save_and(self, path: Path, act: Callable[[], None] | None, _checked: bool = False) -> None:
        if self._save_to(path) and act is not None:
            act()

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
        if self._session.file is None:  # a document has no place among vectors
            dialog.setDirectory(str(Path.cwd()))
        dialog.selectFile(self._session.file_name)
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
        except (LoupeError, OSError) as error:
            self.failed.emit(complaint(error))
            return False
        return True
