"""Start the window as `loupe` does, note when things are on screen, print the times, and end."""

from __future__ import annotations

import json
import os
import sys
import tempfile
import time

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QTimer, Slot

from app import application
from engine.snapshot import Ready, Snapshot


class Watch(QObject):
    """Note the seconds since `began` after the paint that first shows a thing."""

    def __init__(self, began: float, loupe: application.Loupe) -> None:
        super().__init__(loupe)
        self.found: dict[str, float] = {}
        self._began = began
        self._loupe = loupe
        self._awaited = ["painted"]
        self._painting: list[str] = []
        loupe.bridge.snapshot_changed.connect(self.take)
        program = QCoreApplication.instance()
        assert program is not None
        program.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """See a paint begin; its widgets are all drawn before the next turn of the loop."""
        if event.type() == QEvent.Type.Paint and self._awaited:
            self._painting, self._awaited = self._painting + self._awaited, []
            QTimer.singleShot(0, self.note)
        return super().eventFilter(watched, event)

    @Slot(object)
    def take(self, snapshot: Snapshot) -> None:
        """Await the paint of the first prompt and of the first scores."""
        for name, slot in (("text", snapshot.hashes), ("scores", snapshot.scores)):
            waits = name in self._awaited + self._painting
            if isinstance(slot, Ready) and not waits and name not in self.found:
                self._awaited.append(name)

    @Slot()
    def note(self) -> None:
        """Note what is on screen now; with the scores the window has done its work."""
        for name in self._painting:
            self.found[name] = time.time() - self._began
        if "painted" in self._painting:
            self.found["transformers"] = float("transformers" in sys.modules)
        self._painting.clear()
        if "scores" in self.found:
            print(json.dumps(self.found), flush=True)
            os._exit(0)


def main(began: float) -> None:
    """Run the window until its first scores; `began` is the process's start in seconds."""

    class Watched(application.Loupe):
        def open_first(self, path: Path | None) -> None:
            Watch(began, self)
            super().open_first(path)

    application.Loupe = Watched  # type: ignore[misc]
    with tempfile.TemporaryDirectory() as folder:
        for kind in ("CONFIG", "STATE"):
            os.environ[f"XDG_{kind}_HOME"] = folder
        application.run_window(None, theme="light")


if __name__ == "__main__":
    main(float(sys.argv[1]))
