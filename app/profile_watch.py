"""Follow a document from one profile to the next and say what the change did."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QCoreApplication

from engine.document import Document
from engine.profile_effect import PromptFacts, profile_effect, prompt_facts
from engine.profiles import Profile
from engine.snapshot import Snapshot


class ProfileWatch:
    """Compare with the prompt before the profile was changed, while nothing else changes.

    Edits of one profile are compared with what stood before the first of them, and the line says
    so.
    """

    def __init__(self) -> None:
        """Know nothing yet."""
        self._document: Document | None = None
        self._facts: PromptFacts | None = None
        self._before: PromptFacts | None = None
        self._since = ""

    def follow(self, document: Document) -> None:
        """Hear of the next document."""
        old, self._document = self._document, document
        if old is None or replace(old, profile=document.profile) != document:
            self._facts = self._before = None
        elif old.profile == document.profile:
            return
        elif self._before is None or not _is_edit(old.profile, document.profile):
            self._before, self._since = self._facts, old.profile_name

    def take(self, snapshot: Snapshot) -> str | None:
        """Take the document's snapshot; a line to show, "" for none, None to wait."""
        facts = prompt_facts(snapshot)
        if facts is None:
            return "" if snapshot.complete else None
        self._facts = facts
        if self._before is None or self._document is None:
            return ""
        same = self._since == self._document.profile_name
        since = _tr("since {0} as it was: {1}") if same else _tr("since {0}: {1}")
        return since.format(self._since, profile_effect(self._before, facts))


def _is_edit(before: str | Profile, after: str | Profile) -> bool:
    """Say whether the document's own profile was changed, and not swapped for another."""
    if not isinstance(before, Profile) or not isinstance(after, Profile):
        return False
    return before.name == after.name or replace(before, name=after.name) == after


def _tr(text: str) -> str:
    return QCoreApplication.translate("ProfileWatch", text)
