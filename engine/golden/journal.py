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
    """What one action changed: files, and entries as they were before; `note` was given with it."""

    text: str
    changes: tuple[FileChange, ...]
    entries: tuple[Entry, ...]
    note: str = ""


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

    def extend(self, changes: tuple[FileChange, ...]) -> None:
        """Let the last step take these files back too."""
        step = self._steps.pop()
        self._steps.append(replace(step, changes=(*step.changes, *changes)))

    def undo(self) -> tuple[Conflict, ...]:
        """Restore the last step's files; conflicts, and nothing restored, where they changed.

        OSError when one cannot be written; those before it are put back.
        """
        step = self._steps[-1]
        conflicts = tuple(
            Conflict(change.path.stem, change.path, change.after, disk)
            for change in step.changes
            if (disk := file_bytes(change.path)) != change.after
        )
        if not conflicts:
            self._restore_all(step.changes)
            self._steps.pop()
        return conflicts

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
