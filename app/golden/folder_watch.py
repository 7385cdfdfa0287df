"""Notice that files of a golden folder were written, replaced, added or removed."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QFileSystemWatcher, QObject, Signal, Slot

from app.pause import pause_before

PAUSE_MS = 120  # an editor's save is several events


class FolderWatch(QObject):
    """Watch a folder, and by name the few files whose bytes are on screen.

    A folder's watch hears of files that come, go and are replaced; a file's own watch, which ends
    when it is replaced, hears of bytes written into it. The folder above hears when the folder
    itself is moved away or comes back; what else happens there is nothing to tell.
    """

    changed = Signal()

    def __init__(self, parent: QObject) -> None:
        """Watch nothing yet."""
        super().__init__(parent)
        self._folder: Path | None = None
        self._files: tuple[Path, ...] = ()
        self._is_there = False
        self._watcher = QFileSystemWatcher(self)
        self._pause = pause_before(self._tell, PAUSE_MS, self)
        self._watcher.fileChanged.connect(self._pause.start)
        self._watcher.directoryChanged.connect(self._notice)

    def follow(self, folder: Path | None, files: tuple[Path, ...] = ()) -> None:
        """Watch a folder and some of its files from now on."""
        self._folder, self._files = folder, files
        wanted = {str(path) for path in files if path.exists()}
        self._is_there = folder is not None and folder.is_dir()
        if folder is not None:
            wanted |= {str(one) for one in (folder, folder.parent) if one.is_dir()}
        watched = {*self._watcher.files(), *self._watcher.directories()}
        if watched - wanted:
            self._watcher.removePaths(sorted(watched - wanted))
        if wanted - watched:
            self._watcher.addPaths(sorted(wanted - watched))

    @Slot(str)
    def _notice(self, changed: str) -> None:
        folder = self._folder
        within = folder is not None and Path(changed) == folder
        if within or (folder is not None and folder.is_dir() != self._is_there):
            self._pause.start()

    @Slot()
    def _tell(self) -> None:
        self.follow(self._folder, self._files)
        self.changed.emit()
