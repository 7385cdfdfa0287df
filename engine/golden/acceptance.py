"""Live values written into vectors' files, or why they are not."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path

from engine.errors import DocumentError, StageFailed
from engine.golden.accepted import accepted_text
from engine.golden.check import Judged
from engine.golden.comparison import Comparer
from engine.golden.decision import (
    ActionOutcome,
    Conflict,
    Entry,
    Refused,
    Written,
    why_not_accepted,
)
from engine.golden.journal import FileChange, Journal
from engine.golden.judged_folder import JudgedFolder
from engine.vector import dump_vector


@dataclass(frozen=True, slots=True)
class Acceptance:
    """Accept vectors of one folder on one day; what is written goes through the journal."""

    folder: JudgedFolder
    comparer: Comparer
    journal: Journal
    today: Callable[[], date]
    environment: Mapping[str, str]

    @property
    def refusal(self) -> str:
        """Say why nothing can be accepted here at all; empty when it can."""
        if self.environment.get("CI"):
            return "nothing is accepted while the environment variable CI is set; review it locally"
        if not self.folder.path.is_dir():
            return f"there is no folder {self.folder.path}: it was deleted or moved"
        if not os.access(self.folder.path, os.W_OK):
            return f"{self.folder.path} is read-only; make it writable to accept"
        return ""

    def write(
        self, entry: Entry, note: str, *, keep: bool
    ) -> tuple[ActionOutcome, tuple[FileChange, ...]]:
        """Write the live values into a vector's file; `keep` does so over a changed file."""
        refusal = self.refusal or why_not_accepted(entry)
        if refusal:
            return Refused(entry.name, refusal), ()
        judged = self.folder.judge(entry.name)
        if judged.data != entry.seen and keep:
            self.folder.keep(entry.name, entry.seen, judged.data)
            judged = self.folder.judge(entry.name)
        if judged.data != entry.seen:
            return Conflict(entry.name, entry.path, entry.seen, judged.data), ()
        try:
            changes = self.journal.put(((entry.path, self._accepted(judged, note)),))
        except StageFailed as error:
            return Refused(entry.name, f"it does not render: {error}"), ()
        except DocumentError as error:
            return Refused(entry.name, str(error)), ()
        except OSError as error:
            return Refused(entry.name, not_written(self.folder.path, error)), ()
        return Written(entry.name, (entry.path,)), changes

    def _accepted(self, judged: Judged, note: str) -> bytes:
        live = self.comparer.live(judged).vector
        day = self.today().isoformat()
        if judged.data is None:
            return dump_vector(replace(live, note=note or None, accepted=day)).encode()
        return accepted_text(judged.data.decode(), live, note, day).encode()


def not_written(folder: Path, error: OSError) -> str:
    """Say that a folder cannot be written, and why."""
    return f"{folder} cannot be written ({error.strerror or error}); nothing was changed"
