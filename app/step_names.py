"""The Edit menu's Undo and Redo, named after the steps that they take."""

from __future__ import annotations

from PySide6.QtCore import QObject, Slot
from PySide6.QtGui import QUndoStack

from app.actions import Actions

LONGEST = 60  # characters of a step's name in the menu


class StepNames(QObject):
    """Keep the two actions' texts and whether they can be used in step with the history."""

    def __init__(self, table: Actions, stack: QUndoStack, parent: QObject) -> None:
        """Follow the stack from now on."""
        super().__init__(parent)
        self._undo, self._redo = table["undo"], table["redo"]
        stack.canUndoChanged.connect(self._undo.setEnabled)
        stack.canRedoChanged.connect(self._redo.setEnabled)
        stack.undoTextChanged.connect(self._name_undo)
        stack.redoTextChanged.connect(self._name_redo)
        self._undo.setEnabled(stack.canUndo())
        self._redo.setEnabled(stack.canRedo())

    @Slot(str)
    def _name_undo(self, step: str) -> None:
        self._undo.setText(self.tr("&Undo {step}").format(step=shown(step)).strip())

    @Slot(str)
    def _name_redo(self, step: str) -> None:
        self._redo.setText(self.tr("&Redo {step}").format(step=shown(step)).strip())


def shown(step: str) -> str:
    r"""Write a step's name for a menu: on one line, not too long, its & not taken for a key.

    >>> shown("rename a&b\n")
    'rename a&&b'
    """
    line = " ".join(step.split())
    short = line if len(line) <= LONGEST else f"{line[: LONGEST - 1]}…"
    return short.replace("&", "&&")
