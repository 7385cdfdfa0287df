"""The platform's keys for moving a caret, as motions."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtGui import QKeyEvent, QKeySequence

from app.models.caret import Motion

_KEY = QKeySequence.StandardKey
_MOTIONS = (
    (_KEY.MoveToPreviousChar, _KEY.SelectPreviousChar, Motion.LEFT),
    (_KEY.MoveToNextChar, _KEY.SelectNextChar, Motion.RIGHT),
    (_KEY.MoveToPreviousWord, _KEY.SelectPreviousWord, Motion.WORD_LEFT),
    (_KEY.MoveToNextWord, _KEY.SelectNextWord, Motion.WORD_RIGHT),
    (_KEY.MoveToPreviousLine, _KEY.SelectPreviousLine, Motion.UP),
    (_KEY.MoveToNextLine, _KEY.SelectNextLine, Motion.DOWN),
    (_KEY.MoveToPreviousPage, _KEY.SelectPreviousPage, Motion.PAGE_UP),
    (_KEY.MoveToNextPage, _KEY.SelectNextPage, Motion.PAGE_DOWN),
    (_KEY.MoveToStartOfLine, _KEY.SelectStartOfLine, Motion.LINE_START),
    (_KEY.MoveToEndOfLine, _KEY.SelectEndOfLine, Motion.LINE_END),
    (_KEY.MoveToStartOfDocument, _KEY.SelectStartOfDocument, Motion.START),
    (_KEY.MoveToEndOfDocument, _KEY.SelectEndOfDocument, Motion.END),
)


@dataclass(frozen=True, slots=True)
class KeyMotion:
    """What a key does to the caret; `selecting` leaves the anchor where it is."""

    motion: Motion
    selecting: bool


def motion_of(event: QKeyEvent) -> KeyMotion | None:
    """Give the motion that a key stands for; None for other keys."""
    for move, select, motion in _MOTIONS:
        if event.matches(move) or event.matches(select):
            return KeyMotion(motion, event.matches(select))
    return None
