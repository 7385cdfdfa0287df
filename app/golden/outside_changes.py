"""What to do about files of the reviewed folder that other programs change."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtGui import QGuiApplication

from app.golden.folder_watch import FolderWatch
from app.golden.notices import Notices
from engine.golden.cases import FILE as CASES_FILE
from engine.golden.decision import Conflict, Entry
from engine.golden.desk import ChangedOutside
from engine.golden.golden_file import file_bytes
from engine.golden.laid import Laid


class OutsideChanges(QObject):
    """Notice changes; ask about the vector on screen, and tell of the others.

    `noticed` says that the folder should be looked through.
    """

    noticed = Signal()

    def __init__(self, notices: Notices, parent: QObject) -> None:
        """Watch nothing yet."""
        super().__init__(parent)
        self.watch = FolderWatch(self)
        self._notices = notices
        self._asked: Conflict | None = None
        self.watch.changed.connect(self.noticed)
        application = QGuiApplication.instance()
        assert isinstance(application, QGuiApplication)
        application.applicationStateChanged.connect(self._look_again)

    def follow(self, folder: Path | None, files: tuple[Path, ...]) -> None:
        """Watch a folder, its cases and some of its files."""
        cases = () if folder is None else (folder / CASES_FILE,)
        self.watch.follow(folder, (*files, *cases))

    def take(self, changed: ChangedOutside, laid: Laid | None) -> None:
        """Ask or tell; `laid` is what is on screen."""
        if changed.held is not None:
            self._ask(changed.held, laid)
        elif changed.names:
            self._notices.told(self._told(changed))

    def answered(self) -> Conflict | None:
        """Give what was asked about last, and drop the question; None when nothing was."""
        asked, self._asked = self._asked, None
        return asked

    def _told(self, changed: ChangedOutside) -> str:
        """Say of one vector by name, of more by number, what became of their files."""
        deleted = len(changed.deleted)
        read = len(changed.names) - deleted
        if read + deleted == 1:
            name = changed.names[0]
            if deleted:
                return self.tr("{0}.json was deleted.").format(name)
            return self.tr("{0} changed on disk and was read again.").format(name)
        was_read = (
            self.tr("1 vector changed on disk and was read again")
            if read == 1
            else self.tr("{0:,} vectors changed on disk and were read again").format(read)
        )
        if not deleted:
            return f"{was_read}."
        if not read:
            return self.tr("{0:,} vectors were deleted.").format(deleted)
        were = self.tr("1 was deleted") if deleted == 1 else self.tr("{0:,} were deleted")
        return f"{was_read}, {were.format(deleted)}."

    def _ask(self, entry: Entry, laid: Laid | None) -> None:
        disk = file_bytes(entry.path)
        seen = laid.comparison.data if laid is not None else entry.seen
        self._asked = Conflict(entry.name, entry.path, seen, disk)
        what = self.tr("was deleted") if disk is None else self.tr("was changed by another program")
        sentence = self.tr("{0} {1}.").format(entry.path.name, what)
        self._notices.conflict(self._asked, sentence)

    @Slot(Qt.ApplicationState)
    def _look_again(self, state: Qt.ApplicationState) -> None:
        """Look through the folder when the user comes back from another program."""
        if state == Qt.ApplicationState.ApplicationActive:
            self.noticed.emit()
