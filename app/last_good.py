"""Fold snapshots into what the views show: the last good value of each stage, fresh or stale."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Generic, TypeVar

from engine.errors import Finding
from engine.prompt.render import RenderedPrompt
from engine.scoring.result import Scores
from engine.snapshot import Hashes, Pending, Ready, Slot, Snapshot, TokenView

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Shown(Generic[T]):
    """A value to show: None before the first one; stale when it belongs to an older document."""

    value: T | None = None
    stale: bool = False

    def aged(self) -> Shown[T]:
        """Mark the value as belonging to an older document."""
        return self if self.stale or self.value is None else replace(self, stale=True)

    def follow(self, slot: Slot[T], *, stale: bool) -> Shown[T]:
        """Take a slot's value when it has one; else keep the last good one, stale."""
        if not isinstance(slot, Ready):
            return self.aged()
        if self.value is slot.value and self.stale == stale:
            return self
        return Shown(slot.value, stale)


@dataclass(frozen=True, slots=True)
class LastGood:
    """What each view shows.

    Scores, and the `score_findings` about them, mean nothing beside another tokenizer; `profile`
    names the one in use.
    """

    prompt: Shown[RenderedPrompt] = field(default_factory=Shown)
    tokens: Shown[TokenView] = field(default_factory=Shown)
    hashes: Shown[Hashes] = field(default_factory=Shown)
    scores: Shown[Scores] = field(default_factory=Shown)
    score_findings: tuple[Finding, ...] = ()
    profile: str | None = None

    def aged(self) -> LastGood:
        """Mark everything as stale: the document has changed."""
        return replace(
            self,
            prompt=self.prompt.aged(),
            tokens=self.tokens.aged(),
            hashes=self.hashes.aged(),
            scores=self.scores.aged(),
        )

    def follow(self, snapshot: Snapshot, *, stale: bool) -> LastGood:
        """Take what a snapshot brings; `stale` when its document is not the latest."""
        profile = _profile_name(snapshot)
        same = self._has_tokenizer_of(snapshot, profile)
        scores: Shown[Scores] = self.scores if same else Shown()
        found = self.score_findings if same else ()
        if not isinstance(snapshot.scores, Pending):
            found = tuple(one for one in snapshot.findings if one.where.owner == "model")
        return LastGood(
            self.prompt.follow(snapshot.prompt, stale=stale),
            self.tokens.follow(snapshot.tokens, stale=stale),
            self.hashes.follow(snapshot.hashes, stale=stale),
            scores.follow(snapshot.scores, stale=stale),
            found,
            profile,
        )

    def _has_tokenizer_of(self, snapshot: Snapshot, profile: str) -> bool:
        """Say whether a snapshot has the tokenizer of what is shown, as far as it is known."""
        if self.tokens.value is not None and isinstance(snapshot.tokens, Ready):
            return self.tokens.value.tokenizer == snapshot.tokens.value.tokenizer
        return self.profile in (None, profile)


def _profile_name(snapshot: Snapshot) -> str:
    profile = snapshot.document.profile
    return profile if isinstance(profile, str) else profile.name
