"""A strip above the page that says one thing and offers what can be done about it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QWidget

from app.views.colors import base_color, mixed, severity_color
from engine.errors import Severity

GROUND_SHARE = 0.18
Offer = tuple[str, Callable[[], None]]


class Banner(QFrame):
    """Show a sentence with buttons; any of the buttons puts it away.

    `freed` is emitted when it was put away and nothing else was said in its place.
    """

    freed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        """Stay hidden until there is something to say."""
        super().__init__(parent)
        self._severity: Severity = "warning"
        self.text = QLabel(self)
        self.text.setWordWrap(True)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(12, 6, 8, 6)
        self._row.addWidget(self.text, 1)
        self.buttons: list[QPushButton] = []
        self.hide()

    def say(self, severity: Severity, text: str, *offers: Offer) -> None:
        """Show a sentence and a button for each offer."""
        self._clear()
        self._severity = severity
        self.text.setText(text)
        for title, act in offers:
            button = QPushButton(title, self)
            button.clicked.connect(partial(self._take, act))
            self._row.addWidget(button)
            self.buttons.append(button)
        self.update()
        self.show()

    def put_away(self) -> None:
        """Hide, and drop the offers."""
        if not self.isHidden():
            self._clear()
            self.freed.emit()

    def take_back(self, text: str) -> None:
        """Put a sentence away, if it is the one that is shown."""
        if self.text.text() == text:
            self.put_away()

    def _take(self, act: Callable[[], None], _checked: bool = False) -> None:
        self._clear()
        act()
        if self.isHidden():
            self.freed.emit()

    def _clear(self) -> None:
        for button in self.buttons:
            self._row.removeWidget(button)
            button.hide()
            button.deleteLater()
        self.buttons.clear()
        self.hide()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the ground in the severity's colour, whatever the application's style sheet."""
        painter = QPainter(self)
        ink = severity_color(self.palette(), self._severity)
        painter.fillRect(event.rect(), mixed(base_color(self.palette()), ink, GROUND_SHARE))
        painter.end()
