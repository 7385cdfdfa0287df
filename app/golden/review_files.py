"""What a review asks and writes besides vectors: folders, new cases, exports, documents."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Slot
from PySide6.QtWidgets import QFileDialog

from app.golden.new_dialog import NewVectorDialog, case_name
from app.golden.review_work import ReviewWork, names_of
from app.golden.vector_path import first_folder
from app.models.review_model import Filter, Show
from app.page import PageTools
from engine.atomic_file import write_atomic
from engine.complaint import complaint, os_complaint
from engine.errors import LoupeError
from engine.golden.decision import Entry
from engine.golden.desk import Export

if TYPE_CHECKING:
    from app.golden.review_page import ReviewPage


class ReviewFiles(QObject):
    """Ask for files and folders; every question is a dialog that blocks nothing else."""

    def __init__(self, tools: PageTools, work: ReviewWork, page: ReviewPage) -> None:
        """Act for a page."""
        super().__init__(page)
        self._tools = tools
        self._work = work
        self._page = page
        work.exported.connect(self._ask_save)
        for name, act in (
            ("review_patch", self._export_patch),
            ("review_patch_all", self._export_rejected),
            ("review_bundle", partial(self._export_bundle, hashes_only=False)),
            ("review_hashes", partial(self._export_bundle, hashes_only=True)),
            ("review_document", self._open_document),
        ):
            tools.actions[name].triggered.connect(act)

    def ask_folder(self) -> None:
        """Ask which folder to review."""
        dialog = QFileDialog(self._page, self.tr("Open a golden folder"))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        if self._page.folder is not None:
            dialog.setDirectory(str(self._page.folder))
        dialog.fileSelected.connect(self._open_folder)
        dialog.open()

    def ask_new(self) -> None:
        """Ask what the new vector of the current document is called."""
        document, path = self._tools.session.document, self._tools.session.path
        folder = self._page.folder or first_folder(path, self._tools.settings)
        name = document.context.name if path is None else path.name
        dialog = NewVectorDialog(folder, document.profile_name, case_name(name), self._page)
        dialog.case_named.connect(self._make)
        dialog.open()

    @Slot(str, str)
    def _make(self, case: str, note: str) -> None:
        self._work.new(self._tools.session.document, case, note)

    @Slot(str)
    def _open_folder(self, name: str) -> None:
        self._page.open_folder(Path(name))

    def _chosen(self) -> Entry | None:
        return self._page.vectors.chosen

    @Slot()
    def _export_patch(self) -> None:
        entry = self._chosen()
        if entry is not None:
            self._work.patch((entry.name,))

    @Slot()
    def _export_rejected(self) -> None:
        takes = Filter(Show.REJECTED).takes
        entries = self._page.vectors.review_model.entries()
        names = names_of(tuple(entry for entry in entries if takes(entry)))
        if names:
            self._work.patch(names)
        else:
            self._page.notices.told(self.tr("No vector is rejected yet."))

    def _export_bundle(self, *, hashes_only: bool) -> None:
        entry = self._chosen()
        if entry is not None:
            self._work.bundle(entry.name, hashes_only=hashes_only)

    @Slot(object)
    def _ask_save(self, export: Export) -> None:
        dialog = QFileDialog(self._page, self.tr("Export"))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setFileMode(QFileDialog.FileMode.AnyFile)
        dialog.selectFile(export.file_name)
        dialog.fileSelected.connect(partial(self.save, export))
        dialog.open()

    def save(self, export: Export, name: str) -> None:
        """Write an export to a file, and say where or why not."""
        try:
            write_atomic(Path(name), export.text.encode())
        except OSError as error:
            self._tools.say_failure(os_complaint(error))
        else:
            self._page.notices.told(self.tr("Written: {0}").format(name))

    @Slot()
    def _open_document(self) -> None:
        """Make the vector's input the document of page 1."""
        entry = self._chosen()
        if entry is not None:
            self._tools.when_safe(partial(self._open_entry, entry))

    def _open_entry(self, entry: Entry) -> None:
        try:
            self._tools.session.open(entry.path)
        except (LoupeError, OSError) as error:
            self._tools.say_failure(complaint(error))
        else:
            self._tools.show_page("page_prompt")
