"""What the banner says when another program changes or deletes the document's file."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QWidget

from app.compare import show_file_comparison
from app.document_session import DocumentSession
from app.file_actions import FileActions
from app.views.banner import Banner
from engine.complaint import os_complaint


class FileNotices(QObject):
    """Offer what can be done about a changed file, until the document is read or saved anew."""

    failed = Signal(str)

    def __init__(
        self, session: DocumentSession, files: FileActions, banner: Banner, window: QWidget
    ) -> None:
        """Follow the session's file."""
        super().__init__(window)
        self._session = session
        self._files = files
        self._banner = banner
        self._window = window
        self._said = ""
        session.changed_outside.connect(self._offer_reload)
        session.gone_changed.connect(self._tell_gone)
        files.compare_asked.connect(self._compare)
        files.opened.connect(self._take_back)
        session.path_changed.connect(self._take_back)

    @Slot(object)
    def _offer_reload(self, path: Path) -> None:
        self._said = self.tr("{name} was changed by another program.").format(name=path.name)
        self._banner.say(
            "warning",
            self._said,
            (self.tr("Reload"), self._files.reload),
            (self.tr("Keep mine"), self._session.keep_mine),
            (self.tr("Compare"), partial(self._compare, path)),
        )

    @Slot(bool)
    def _tell_gone(self, gone: bool) -> None:
        path = self._session.path
        if path is None or not gone:
            self._take_back()
            return
        said = self.tr("{name} is not there any more: it was deleted or moved. Save to keep this.")
        self._said = said.format(name=path.name)
        self._banner.say(
            "warning",
            self._said,
            (self.tr("Save"), self._files.save),
            (self.tr("Close"), self._banner.put_away),
        )

    @Slot(object)
    def _compare(self, path: Path) -> None:
        try:
            show_file_comparison(path, self._session.written(path), self._window)
        except OSError as error:
            self.failed.emit(os_complaint(error))
            return
        self._offer_reload(path)

    @Slot()
    def _take_back(self) -> None:
        self._banner.take_back(self._said)
