"""Keep unsaved work in a folder of its own, so that a crash loses nothing."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QLockFile

from app.recovery_record import Recovered, dump_kept, read_kept
from engine.atomic_file import write_atomic
from engine.document import Document
from engine.document_file import ProfileOf

SUFFIX = ".loupe-recovery.json"


class RecoveryFolder:
    """Write one file for each session; a file that no living session holds is recoverable work.

    A session holds its file by a lock beside it, which ends with the process, however that ends.
    """

    def __init__(self, folder: Path, session: str, profile_of: ProfileOf) -> None:
        """Use `folder`; `session` names this session's file, and no other session's ever."""
        self._profile_of = profile_of
        self._folder = folder
        self._file = folder / f"{session}{SUFFIX}"
        self._lock = _lock_of(self._file)

    def keep(self, document: Document, path: Path | None) -> None:
        """Write the document, whole or not at all, beside nobody else's; OSError names the file."""
        self._folder.mkdir(parents=True, exist_ok=True)
        self._folder.chmod(0o700)  # contexts are nobody else's business
        if not self._lock.isLocked():
            self._lock.tryLock(0)
        write_atomic(self._file, dump_kept(document, path))

    def forget(self) -> None:
        """Remove this session's file: everything is saved, or was given up on purpose."""
        self._file.unlink(missing_ok=True)
        self._lock.unlock()

    def left_behind(self) -> tuple[Recovered, ...]:
        """List the work of sessions that ended without saving, newest first.

        A file that cannot be read stays where it is and is not offered.
        """
        files = [path for path in self._folder.glob(f"*{SUFFIX}") if not _is_held(path)]
        files.sort(key=lambda path: path.stat().st_mtime, reverse=True)
        read = (read_kept(path, self._profile_of) for path in files)
        return tuple(recovered for recovered in read if recovered is not None)


def _lock_of(file: Path) -> QLockFile:
    return QLockFile(str(file.with_name(file.name.removesuffix(SUFFIX) + ".lock")))


def _is_held(file: Path) -> bool:
    """Say whether a living session holds a kept file; a lock that a crash left is removed."""
    lock = _lock_of(file)
    return not lock.tryLock(0) and lock.error() == QLockFile.LockError.LockFailedError
