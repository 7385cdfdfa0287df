"""A timer that fires once, a while after it was last started."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer


def pause_before(act: Callable[[], None], milliseconds: int, parent: QObject) -> QTimer:
    """Make a timer that calls a slot of its thread's object; `start` begins the pause anew."""
    timer = QTimer(parent)
    timer.setSingleShot(True)
    timer.setInterval(milliseconds)
    timer.timeout.connect(act)
    return timer
