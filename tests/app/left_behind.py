"""Unsaved work as a crash leaves it: a kept file that no living session holds."""

from __future__ import annotations

from app.recovery import SUFFIX, RecoveryFolder
from tests.app.window_fakes import no_vectors


def leave_behind(folder, name, document, path=None):
    """Keep a document for a session that is gone on return."""
    RecoveryFolder(folder, name, no_vectors).keep(document, path)


def crash(folder):
    """Take what living sessions keep out of their hands."""
    for number, kept in enumerate(sorted(folder.glob(f"*{SUFFIX}"))):
        kept.rename(folder / f"crashed-{number}-{kept.name}")
