"""Decide which keystrokes belong to one step of undo: typing merges into words."""

from __future__ import annotations

from dataclasses import dataclass

from engine.common_ends import common_ends


@dataclass(frozen=True, slots=True)
class TextEdit:
    """What one change did to a text: at `start`, `removed` was replaced by `inserted`."""

    start: int
    removed: str
    inserted: str

    @property
    def end(self) -> int:
        """Give the offset after what was inserted."""
        return self.start + len(self.inserted)


def text_edit(before: str, after: str) -> TextEdit:
    """Find the one change that turns `before` into `after`.

    >>> text_edit("good dog", "good old dog")
    TextEdit(start=5, removed='', inserted='old ')
    """
    start, end = common_ends(before, after)
    return TextEdit(start, before[start : len(before) - end], after[start : len(after) - end])


def continues(earlier: TextEdit, later: TextEdit) -> bool:
    """Say whether two changes are one step: a word being typed, or a run being deleted.

    A step ends before the first letter after white space, so a word keeps the space behind it.
    """
    if earlier.removed == "" and later.removed == "":
        begins_word = earlier.inserted[-1:].isspace() and not later.inserted[:1].isspace()
        return later.start == earlier.end and len(later.inserted) == 1 and not begins_word
    if earlier.inserted == "" and later.inserted == "" and len(later.removed) == 1:
        return later.start in (earlier.start, earlier.start - 1)
    return False


def joined(earlier: TextEdit, later: TextEdit) -> TextEdit:
    """Describe two changes that `continues` allows as one."""
    if later.removed == "":
        return TextEdit(earlier.start, "", earlier.inserted + later.inserted)
    if later.start < earlier.start:
        return TextEdit(later.start, later.removed + earlier.removed, "")
    return TextEdit(earlier.start, earlier.removed + later.removed, "")
