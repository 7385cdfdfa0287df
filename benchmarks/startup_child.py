"""Start the window as `loupe` does, note when things are on screen, print the times, and end."""

from __future__ import annotations

import json
import os
import sys
import tempfile
import time
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QEvent, QObject, QSettings, Slot

from app.application import Loupe, make_application
from app.settings import Settings
from engine.snapshot import Ready, Snapshot
from engine.workspace import open_workspace


class Watch(QObject):
    """Note the seconds since `began` at which things happened first."""

    def __init__(self, began: float, loupe: Loupe) -> None:
        super().__init__()
        self.found: dict[str, float] = {}
        self._began = began
        self._loupe = loupe
        loupe.window.installEventFilter(self)
        loupe.bridge.snapshot_changed.connect(self.take)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Note the first paint of the window."""
        if event.type() == QEvent.Type.Paint and "painted" not in self.found:
            self._note("painted")
            self.found["transformers"] = float("transformers" in sys.modules)
        return super().eventFilter(watched, event)

    @Slot(object)
    def take(self, snapshot: Snapshot) -> None:
        """Note the first prompt and the first scores; with these the window has done its work."""
        if isinstance(snapshot.hashes, Ready):
            self._note("text")
        if isinstance(snapshot.scores, Ready):
            self._note("scores")
            self._loupe.window.close()

    def _note(self, name: str) -> None:
        self.found.setdefault(name, time.time() - self._began)


def main(began: float) -> None:
    """Run the window until its first scores; `began` is the process's start in seconds."""
    application = make_application("light")
    with tempfile.TemporaryDirectory() as folder:
        store = QSettings(str(Path(folder) / "s.ini"), QSettings.Format.IniFormat)
        loupe = Loupe(open_workspace(), Path(folder) / "recovery", Settings(store))
        watch = Watch(began, loupe)
        loupe.ended.connect(application.quit)
        loupe.open_first(None)
        loupe.window.show()
        application.exec()
    print(json.dumps(watch.found), flush=True)
    os._exit(0)


if __name__ == "__main__":
    main(float(sys.argv[1]))
