"""What a review holds and answers: entries, decisions, and the outcome of each action."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from engine.golden.cases import FILE as CASES_FILE
from engine.golden.check import State, Verdict

Stamp = tuple[int, int, int]


class Decision(StrEnum):
    """Name what a reviewer decided about a vector."""

    OPEN = "open"
    ACCEPTED = "accepted"
    REJECTED = "rejected"
    SKIPPED = "skipped"


@dataclass(frozen=True, slots=True)
class Entry:
    """One vector of the review: its verdict, what was decided, and the file as it was read.

    `seen` is the file's bytes when it is not fresh and there, else None; `stamp` (time, size,
    inode) tells whether the file on disk is still that one.
    """

    verdict: Verdict
    path: Path
    decision: Decision = Decision.OPEN
    seen: bytes | None = None
    stamp: Stamp | None = None

    @property
    def name(self) -> str:
        """Give the vector's name."""
        return self.verdict.name

    @property
    def can_accept(self) -> bool:
        """Say whether accepting makes sense: there is a live prompt, and it is another."""
        return self.verdict.state in {State.STALE, State.MISSING}

    @property
    def is_open(self) -> bool:
        """Say whether the vector still waits for a decision."""
        return self.verdict.state is not State.FRESH and self.decision is Decision.OPEN


@dataclass(frozen=True, slots=True)
class Written:
    """It is done; `paths` are the files that were written (or restored, or removed by undo)."""

    name: str
    paths: tuple[Path, ...]


@dataclass(frozen=True, slots=True)
class Refused:
    """Nothing was written, and why, in one sentence with the cure."""

    name: str
    sentence: str


@dataclass(frozen=True, slots=True)
class Conflict:
    """Nothing was written: the file on disk is not the one that was read.

    `seen` is what was read (or written, before undo), `disk` what is there now; None for no file.
    Reload it with `Review.reload_by_hand`, keep the decision with `Review.accept(keep=True)`
    where that `can_keep`, or compare both bytes.
    """

    name: str
    path: Path
    seen: bytes | None
    disk: bytes | None
    can_keep: bool = True

    @property
    def sentence(self) -> str:
        """Say what happened and what to do."""
        what = "was deleted" if self.disk is None else "changed on disk"
        if self.can_keep:
            return f"{self.path.name} {what} since it was read; reload it, or keep your decision"
        cure = "reload it, and undo leaves it as it is now"
        return f"{self.path.name} {what} since it was accepted; {cure}"


def cure_of(verdict: Verdict) -> str:
    """Say what to do about a vector where neither accepting nor its own sentence is the answer."""
    if verdict.state is State.ORPHAN and not verdict.cure:
        return f"delete the file, or let a case in {CASES_FILE} and a profile ask for it"
    return verdict.cure


def why_not_accepted(entry: Entry) -> str:
    """Say why a vector cannot be accepted and what to do; empty when it can."""
    verdict = entry.verdict
    reason = {
        State.FRESH: "it is fresh already",
        State.ORPHAN: verdict.sentence if verdict.cure else "nothing asks for it",
        State.UNREADABLE: "it cannot be read",
        State.NOT_EVALUATED: verdict.sentence,
    }.get(verdict.state, "")
    cure = cure_of(verdict)
    return f"{reason}: {cure}" if cure else reason


ActionOutcome = Written | Refused | Conflict


def file_stamp(path: Path) -> Stamp | None:
    """Give a file's time, size and inode; None when it is not there."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size, status.st_ino
