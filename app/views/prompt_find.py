"""A bar that finds text in the prompt."""

from __future__ import annotations

import re

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QToolButton, QWidget

MOST_MATCHES = 10_000


def find_all(text: str, needle: str) -> tuple[tuple[int, int], ...]:
    """List where a needle stands, at most 10,000 times; capitals count only when it has some."""
    if not needle:
        return ()
    flags = re.IGNORECASE if needle == needle.lower() else re.NOFLAG
    matches: list[tuple[int, int]] = []
    for match in re.finditer(re.escape(needle), text, flags):
        matches.append(match.span())
        if len(matches) == MOST_MATCHES:
            break
    return tuple(matches)


class FindBar(QWidget):
    """Ask for a needle and for the next or previous match."""

    needle_changed = Signal(str)
    step_requested = Signal(int)
    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        """Lay out the field, the count and the buttons."""
        super().__init__(parent)
        self.field = QLineEdit(self)
        self.field.setAccessibleName(self.tr("Find in the prompt"))
        self.field.setPlaceholderText(self.tr("Find text"))
        self.field.setClearButtonEnabled(True)
        self.count = QLabel(self)
        self._previous = self._button(Qt.ArrowType.UpArrow, self.tr("Previous match"), -1)
        self._next = self._button(Qt.ArrowType.DownArrow, self.tr("Next match"), 1)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(6, 3, 6, 3)
        layout.addWidget(self.field, 1)
        for widget in (self.count, self._previous, self._next):
            layout.addWidget(widget)
        self.field.textChanged.connect(self.needle_changed)
        self.show_count(None, 0)

    def show_count(self, number: int | None, total: int) -> None:
        """Say which match of how many is selected; `number` counts from 0."""
        more = "+" if total == MOST_MATCHES else ""
        if not self.field.text():
            text = ""
        elif not total:
            text = self.tr("not found")
        elif number is None:
            text = self.tr("{0} matches").format(f"{total}{more}")
        else:
            text = self.tr("{0} of {1}").format(number + 1, f"{total}{more}")
        self.count.setText(text)
        self._previous.setEnabled(total > 0)
        self._next.setEnabled(total > 0)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Step with Enter and Shift+Enter, close with Escape."""
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            back = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
            self.step_requested.emit(-1 if back else 1)
        elif event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        else:
            super().keyPressEvent(event)

    def _button(self, arrow: Qt.ArrowType, name: str, step: int) -> QToolButton:
        button = QToolButton(self)
        button.setArrowType(arrow)
        button.setAutoRaise(True)
        button.setToolTip(name)
        button.setAccessibleName(name)
        button.clicked.connect(lambda: self.step_requested.emit(step))
        return button
