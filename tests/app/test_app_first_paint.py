"""The first paint of a window is told once, when all in it is painted."""

from __future__ import annotations

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.first_paint import FirstPaint


class Seen(QWidget):
    """Count how often it was asked to paint itself."""

    paints = 0

    def event(self, event):
        self.paints += event.type() == QEvent.Type.Paint
        return super().event(event)


def test_it_is_told_once_after_the_children_are_painted(qtbot):
    window = QWidget()
    qtbot.addWidget(window)
    seen, told = Seen(window), []
    QVBoxLayout(window).addWidget(seen)
    FirstPaint(window).painted.connect(lambda: told.append(seen.paints))
    qtbot.wait(20)
    assert told == []
    window.resize(200, 100)
    window.show()
    qtbot.waitUntil(lambda: told != [])
    assert told[0] >= 1
    for _ in range(3):
        window.repaint()
        qtbot.wait(5)
    assert len(told) == 1
