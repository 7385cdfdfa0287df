"""Files written in steps, each of which can be taken back byte for byte."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from engine.golden.decision import Conflict, Entry
from engine.golden.golden_file import file_bytes

Write = Callable[[Path, bytes], None]


@dataclass(frozen=True, slots=True)
class FileChange:
    """One file as it was (None: no file) and as it was written."""

    path: Path
    before: bytes | None
    after: bytes


@dataclass(frozen=True, slots=True)
class JournalStep:
    """What one action changed: files, and entries as they were before; `note` was given with it.

    `beside` are files that others write too: undo takes back what still stands there.
    """

    text: str
    changes: tuple[FileChange, ...]
    entries: tuple[Entry, ...]
    note: str = ""
    beside: tuple[FileChange, ...] = ()


class Journal:
    """Write files and remember the steps."""

    def __init__(self, write: Write) -> None:
        """Begin without steps; `write` replaces a file's bytes atomically."""
        self._write = write
        self._steps: list[JournalStep] = []

    @property
    def last(self) -> JournalStep | None:
        """Give the step that `undo` takes back."""
        return self._steps[-1] if self._steps else None

    def put(self, files: tuple[tuple[Path, bytes], ...]) -> tuple[FileChange, ...]:
        """Write files, all or none; OSError when one cannot be written."""
        done: list[FileChange] = []
        try:
            for path, data in files:
                before = file_bytes(path)
                self._write(path, data)
                done.append(FileChange(path, before, data))
        except OSError:
            for change in done:
                with suppress(OSError):
                    self._restore(change)
            raise
        return tuple(done)

    def remember(self, step: JournalStep) -> None:
        """Add a step to those that can be undone."""
        self._steps.append(step)

    def extend(self, beside: tuple[FileChange, ...]) -> None:
        """Let the last step take back what still stands in these files too."""
        step = self._steps.pop()
        self._steps.append(replace(step, beside=(*step.beside, *beside)))

    def undo(self) -> tuple[Conflict, ...]:
        """Restore the last step's files; conflicts, and nothing restored, where they changed.

        Files beside them are no conflict: one that changed loses only what the step added to it.
        OSError when one cannot be written; those before it are put back.
        """
        step = self._steps[-1]
        conflicts = tuple(
            Conflict(change.path.stem, change.path, change.after, disk, can_keep=False)
            for change in step.changes
            if (disk := file_bytes(change.path)) != change.after
        )
        if not conflicts:
            beside = (_what_stands(change) for change in step.beside)
            self._restore_all((*step.changes, *(one for one in beside if one is not None)))
            self._steps.pop()
        return conflicts

    def let_go(self, path: Path) -> None:
        """Leave a file to what another program made of it: no step restores it any more."""
        written = [change for step in self._steps for change in step.changes if change.path == path]
        if written and written[-1].after != file_bytes(path):
            steps = (_without(step, path) for step in self._steps)
            self._steps = [step for step in steps if step is not None]

    def _restore_all(self, changes: tuple[FileChange, ...]) -> None:
        done: list[FileChange] = []
        try:
            for change in changes:
                self._restore(change)
                done.append(change)
        except OSError:
            for change in done:
                with suppress(OSError):
                    self._write(change.path, change.after)
            raise

    def _restore(self, change: FileChange) -> None:
        if change.before is None:
            change.path.unlink()
        else:
            self._write(change.path, change.before)


def _what_stands(change: FileChange) -> FileChange | None:
    """Give what undo changes in a file that others write too; None when that is nothing."""
    disk = file_bytes(change.path)
    if disk == change.after:
        return change
    before = change.before or b""
    added = change.after.removeprefix(before) if change.after.startswith(before) else b""
    if not disk or not added or added not in disk:
        return None
    return FileChange(change.path, disk.replace(added, b"", 1), disk)


def _without(step: JournalStep, path: Path) -> JournalStep | None:
    """Leave a file out of a step; None when the step changed no other."""
    changes = tuple(change for change in step.changes if change.path != path)
    return replace(step, changes=changes) if changes or not step.changes else None
