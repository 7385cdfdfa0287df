"""Fold snapshots into what the views show: the last good value of each stage, fresh or stale."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Generic, TypeVar

from engine.prompt.render import RenderedPrompt
from engine.scoring.result import Scores
from engine.snapshot import Hashes, Ready, Slot, Snapshot, TokenView

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
    """What each view shows."""

    prompt: Shown[RenderedPrompt] = field(default_factory=Shown)
    tokens: Shown[TokenView] = field(default_factory=Shown)
    hashes: Shown[Hashes] = field(default_factory=Shown)
    scores: Shown[Scores] = field(default_factory=Shown)

    def aged(self) -> LastGood:
        """Mark everything as stale: the document has changed."""
        return LastGood(
            self.prompt.aged(), self.tokens.aged(), self.hashes.aged(), self.scores.aged()
        )

    def follow(self, snapshot: Snapshot, *, stale: bool) -> LastGood:
        """Take what a snapshot brings; `stale` when its document is not the latest."""
        return LastGood(
            self.prompt.follow(snapshot.prompt, stale=stale),
            self.tokens.follow(snapshot.tokens, stale=stale),
            self.hashes.follow(snapshot.hashes, stale=stale),
            self.scores.follow(snapshot.scores, stale=stale),
        )
