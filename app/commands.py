"""One step of the undo history: it replaces the frozen state by another one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar

from PySide6.QtGui import QUndoCommand

from app.edits import TextEdit, continues, joined
from engine.document import Document

MERGE_ID = 1
Held = TypeVar("Held")


@dataclass(frozen=True, slots=True)
class State:
    """A document and the file that it belongs to; None when it was never saved."""

    document: Document
    path: Path | None


@dataclass(frozen=True, slots=True)
class Change:
    """What a step did: `subject` names the text that `edit` typed in; other steps have neither."""

    title: str
    subject: str = ""
    edit: TextEdit | None = None


class ReplaceState(QUndoCommand, Generic[Held]):
    """Hold the state before and after; undo gives back the very one that was there."""

    def __init__(
        self, before: Held, after: Held, change: Change, show: Callable[[Held], None]
    ) -> None:
        """Keep both states; `show` makes one of them the current one."""
        super().__init__(change.title)
        self.before = before
        self.after = after
        self.change = change
        self.show = show

    def redo(self) -> None:
        """Make the state after the step the current one."""
        self.show(self.after)

    def undo(self) -> None:
        """Make the state before the step the current one."""
        self.show(self.before)

    def id(self) -> int:
        """Let only typing merge."""
        return MERGE_ID if self.change.edit is not None else -1

    def mergeWith(self, other: QUndoCommand) -> bool:
        """Take in the next keystroke when it continues this step in the same text."""
        if not isinstance(other, ReplaceState) or other.show != self.show:
            return False
        if other.change.subject != self.change.subject:
            return False
        mine, theirs = self.change.edit, other.change.edit
        if mine is None or theirs is None or not continues(mine, theirs):
            return False
        self.change = Change(self.change.title, self.change.subject, joined(mine, theirs))
        self.after = other.after
        return True
