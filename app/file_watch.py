"""Notice that a file's bytes became others than the ones we read or wrote, or that it is gone."""

from __future__ import annotations

import hashlib
from pathlib import Path

from PySide6.QtCore import QFileSystemWatcher, QObject, Signal, Slot

from app.pause import pause_before

GONE_MS = 1000  # a program that deletes a file to write it anew is done by then


class FileWatch(QObject):
    """Watch one file by its folder too, since an atomic save replaces it by another file.

    `gone_changed` says that the file is not there any more, or that it came back.
    """

    changed_outside = Signal(object)
    gone_changed = Signal(bool)

    def __init__(self, parent: QObject | None = None) -> None:
        """Watch nothing yet."""
        super().__init__(parent)
        self._path: Path | None = None
        self._known = ""
        self.gone = False
        self.missing = pause_before(self._miss, GONE_MS, self)
        self._watcher = QFileSystemWatcher(self)
        self._watcher.fileChanged.connect(self.check)
        self._watcher.directoryChanged.connect(self.check)

    def missed(self) -> bool:
        """Say whether the file is not there at this moment, however long."""
        return self._path is not None and _is_gone(self._path)

    def follow(self, path: Path | None) -> None:
        """Watch this file from now on; its bytes as they are now are the known ones."""
        watched = self._watcher.files() + self._watcher.directories()
        if watched:
            self._watcher.removePaths(watched)
        self._path = path
        self._known = "" if path is None else _digest(path)
        self.gone = False
        if path is not None:
            self._watcher.addPaths([str(path), str(path.parent)])
        self._look_whether_gone()

    @Slot()
    def check(self) -> None:
        """Compare the file's bytes with the known ones and report a change once."""
        if self._path is None:
            return
        self._look_whether_gone()
        digest = _digest(self._path)
        if digest and str(self._path) not in self._watcher.files():
            self._watcher.addPath(str(self._path))
        if digest and digest != self._known:
            self._known = digest
            self.changed_outside.emit(self._path)

    def _look_whether_gone(self) -> None:
        """Wait before a file counts as gone; one that came back is there at once."""
        if self.missed():
            if not self.gone:
                self.missing.start()
            return
        self.missing.stop()
        if self.gone:
            self.gone = False
            self.gone_changed.emit(False)

    @Slot()
    def _miss(self) -> None:
        if self.missed():
            self.gone = True
            self.gone_changed.emit(True)
        else:
            self.check()


def _digest(path: Path) -> str:
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError:
        return ""


def _is_gone(path: Path) -> bool:
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return True
    except OSError:  # it cannot be asked about, so nothing is known
        return False
    return False
