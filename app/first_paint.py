"""The moment at which a window is on screen for the first time."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QTimer, Signal, Slot
from PySide6.QtWidgets import QWidget


class FirstPaint(QObject):
    """Emit `painted` once, after the paint that first shows a window and all in it."""

    painted = Signal()

    def __init__(self, window: QWidget) -> None:
        """Wait for the window's first paint."""
        super().__init__(window)
        self._window = window
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """See the paint begin; its children are painted before the next turn of the loop."""
        if watched is self._window and event.type() == QEvent.Type.Paint:
            self._window.removeEventFilter(self)
            QTimer.singleShot(0, self._tell)
        return super().eventFilter(watched, event)

    @Slot()
    def _tell(self) -> None:
        self.painted.emit()
