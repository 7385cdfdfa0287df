"""What was typed in a line and not confirmed: every command takes it in first."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QAbstractItemView, QLineEdit, QWidget


def commit_lines(window: QWidget) -> None:
    """Take in what Enter, or leaving the line, would take in."""
    for view in window.findChildren(QAbstractItemView):
        editor = view.indexWidget(view.currentIndex())
        if editor is not None:
            view.itemDelegate().commitData.emit(editor)
            view.itemDelegate().closeEditor.emit(editor)
    for line in window.findChildren(QLineEdit):
        if line.isModified():
            line.editingFinished.emit()


def commit_before(actions: Iterable[QAction], window: QWidget) -> None:
    """Take the lines in first, whatever these actions do; nothing may be connected to them yet."""
    for action in actions:
        action.triggered.connect(partial(commit_lines, window))
