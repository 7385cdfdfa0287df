"""The last changes of each hash, newest first, gathered from the snapshots as they come."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from dataclasses import dataclass, replace

from engine.changes import HashCauseKind, HashChange, changes
from engine.snapshot import Ready, Snapshot

MOST = 200
SAME_STEP = datetime.timedelta(seconds=3)  # changes of one cause within it are one
Now = Callable[[], datetime.datetime]


@dataclass(frozen=True, slots=True)
class TimedChange:
    """A change of one hash and when it was seen."""

    time: datetime.datetime
    change: HashChange


@dataclass(frozen=True, slots=True)
class _Step:
    """Edits of one kind in short succession, told as one: where they began, when they went on."""

    before: Snapshot
    kinds: frozenset[HashCauseKind]
    time: datetime.datetime


class ChangeHistory:
    """Compare each rendered snapshot with the one before it."""

    def __init__(self, now: Now, most: int = MOST) -> None:
        """Begin empty; `most` changes are kept."""
        self._now = now
        self._most = most
        self._last: Snapshot | None = None
        self._step: _Step | None = None
        self._earlier: tuple[TimedChange, ...] = ()
        self._changes: tuple[TimedChange, ...] = ()

    @property
    def changes(self) -> tuple[TimedChange, ...]:
        """Give the changes, newest first; the same object while nothing is added."""
        return self._changes

    def add(self, snapshot: Snapshot) -> None:
        """Take a snapshot; one without hashes is passed over: a document half typed has none."""
        if not isinstance(snapshot.hashes, Ready):
            return
        before, self._last = self._last, _with_scores(snapshot, self._last)
        found = () if before is None else changes(before, self._last)
        if before is None or not found:
            return
        kinds = frozenset(cause.kind for change in found for cause in change.causes)
        self._begin(before, kinds)
        assert self._step is not None
        time = self._step.time
        told = (TimedChange(time, change) for change in changes(self._step.before, self._last))
        self._changes = (*told, *self._earlier)[: self._most]

    def _begin(self, before: Snapshot, kinds: frozenset[HashCauseKind]) -> None:
        """Go on with the last step if this is more of the same, else begin another."""
        time, step = self._now(), self._step
        if step is not None and step.kinds == kinds and time - step.time <= SAME_STEP:
            self._step = replace(step, time=time)
        else:
            self._step = _Step(before, kinds, time)
            self._earlier = self._changes


def _with_scores(snapshot: Snapshot, last: Snapshot | None) -> Snapshot:
    """Keep the last scores until the snapshot has its own: they only tell the model's hash."""
    if last is None or isinstance(snapshot.scores, Ready):
        return snapshot
    return replace(snapshot, scores=last.scores)
