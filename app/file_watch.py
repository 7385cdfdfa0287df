"""Notice that a file's bytes became others than the ones we read or wrote, however it happened."""

from __future__ import annotations

import hashlib
from pathlib import Path

from PySide6.QtCore import QFileSystemWatcher, QObject, Signal, Slot


class FileWatch(QObject):
    """Watch one file by its folder too, since an atomic save replaces it by another file."""

    changed_outside = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        """Watch nothing yet."""
        super().__init__(parent)
        self._path: Path | None = None
        self._known = ""
        self._watcher = QFileSystemWatcher(self)
        self._watcher.fileChanged.connect(self.check)
        self._watcher.directoryChanged.connect(self.check)

    def follow(self, path: Path | None) -> None:
        """Watch this file from now on; its bytes as they are now are the known ones."""
        watched = self._watcher.files() + self._watcher.directories()
        if watched:
            self._watcher.removePaths(watched)
        self._path = path
        self._known = "" if path is None else _digest(path)
        if path is not None:
            self._watcher.addPaths([str(path), str(path.parent)])

    @Slot()
    def check(self) -> None:
        """Compare the file's bytes with the known ones and report a change once."""
        if self._path is None:
            return
        digest = _digest(self._path)
        if digest and str(self._path) not in self._watcher.files():
            self._watcher.addPath(str(self._path))
        if digest and digest != self._known:
            self._known = digest
            self.changed_outside.emit(self._path)


def _digest(path: Path) -> str:
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError:
        return ""
