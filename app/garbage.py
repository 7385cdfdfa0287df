"""Reference cycles are freed on the GUI thread alone, while an engine thread lives."""

from __future__ import annotations

import gc

from PySide6.QtCore import QObject, QTimer

THRESHOLDS = (10_000, 20, 50)
"""How much may gather in each generation; a full collection takes up to a tenth of a second."""
BEAT_MS = 250


class GarbageTimer(QTimer):
    """Take collecting over from Python, which does it on whichever thread makes garbage.

    An object of Qt that dies on another thread than its own takes the process with it: a file
    watcher's notifier goes on without its file, and memory is freed twice.
    """

    def __init__(self, parent: QObject) -> None:
        """Collect from now on, until `end`."""
        super().__init__(parent)
        self.setInterval(BEAT_MS)
        self.timeout.connect(collect_due)
        self.start()
        gc.disable()

    def end(self) -> None:
        """Give collecting back to Python; there is no other thread any more."""
        self.stop()
        gc.enable()


def collect_due() -> None:
    """Collect the oldest generation of which too much has gathered, and the younger ones."""
    due = [
        one
        for one, (count, most) in enumerate(zip(gc.get_count(), THRESHOLDS, strict=True))
        if count > most
    ]
    if 0 in due:
        gc.collect(max(due))
