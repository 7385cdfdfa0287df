"""Follow a document from one profile to the next and say what the change did."""

from __future__ import annotations

from dataclasses import replace

from engine.document import Document
from engine.profile_effect import PromptFacts, profile_effect, prompt_facts
from engine.snapshot import Snapshot


class ProfileWatch:
    """Compare with the prompt before the profile was changed, while nothing else changes.

    Edits of one profile are compared with what stood before the first of them.
    """

    def __init__(self) -> None:
        """Know nothing yet."""
        self._document: Document | None = None
        self._facts: PromptFacts | None = None
        self._before: PromptFacts | None = None

    def follow(self, document: Document) -> None:
        """Hear of the next document."""
        old, self._document = self._document, document
        if old is None or replace(old, profile=document.profile) != document:
            self._facts = self._before = None
        elif old.profile == document.profile:
            return
        elif self._before is None or old.profile_name != document.profile_name:
            self._before = self._facts

    def take(self, snapshot: Snapshot) -> str | None:
        """Take the document's snapshot; a line to show, "" for none, None to wait."""
        facts = prompt_facts(snapshot)
        if facts is None:
            return "" if snapshot.complete else None
        self._facts = facts
        return "" if self._before is None else profile_effect(self._before, facts)
