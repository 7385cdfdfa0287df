"""The folder of the user's profiles, watched: what is written there is offered at once."""

from __future__ import annotations

from PySide6.QtCore import QFileSystemWatcher, QObject, Signal, Slot

from engine.profile_library import ProfileLibrary


class ProfileFolder(QObject):
    """Say when the user's profiles became others, whoever wrote them; `broken` says what is wrong.

    Files are watched beside the folder, since not every program replaces the file that it saves.
    """

    changed = Signal()
    broken = Signal(str)

    def __init__(self, library: ProfileLibrary, parent: QObject | None = None) -> None:
        """Take the profiles as they are now for known."""
        super().__init__(parent)
        self._library = library
        self._known = library.profiles, library.problems
        self._watcher = QFileSystemWatcher(self)
        self._watcher.directoryChanged.connect(self.check)
        self._watcher.fileChanged.connect(self.check)
        self._watch()

    @Slot()
    def check(self) -> None:
        """Look whether there is anything new."""
        self._watch()
        before, self._known = self._known, (self._library.profiles, self._library.problems)
        if self._known[1] and self._known[1] != before[1]:
            self.broken.emit("\n".join(self._known[1]))
        if self._known[0] != before[0]:
            self.changed.emit()

    def _watch(self) -> None:
        folder = self._library.folder
        if folder is not None and folder.is_dir():
            watched = {*self._watcher.directories(), *self._watcher.files()}
            wanted = {str(folder), *(str(path) for path in folder.glob("*.toml"))}
            if wanted - watched:
                self._watcher.addPaths(sorted(wanted - watched))
