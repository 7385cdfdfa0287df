"""Measure the window's start: first paint, first text and hashes, first probabilities."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

_ROUNDS = 5


def measure() -> dict[str, float]:
    """Give seconds after process start, the best and the median of several starts."""
    starts = [_start() for _ in range(_ROUNDS)]
    measured: dict[str, float] = {}
    for name in ("painted", "text", "scores"):
        times = [start[name] for start in starts]
        measured[f"startup_{name}_min_s"] = min(times)
        measured[f"startup_{name}_median_s"] = median(times)
    measured["startup_transformers_before_paint"] = max(start["transformers"] for start in starts)
    return measured


def _start() -> dict[str, float]:
    command = [sys.executable, "-m", "benchmarks.bench_startup", repr(time.time())]
    done = subprocess.run(command, capture_output=True, check=True, text=True, timeout=120)
    found: dict[str, float] = json.loads(done.stdout)
    return found


def _child(began: float) -> None:
    """Start the window as `loupe` does, note the times, and end."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    found: dict[str, float] = {}

    def note(name: str) -> None:
        found.setdefault(name, time.time() - began)

    from PySide6.QtCore import QEvent, QObject, QSettings, Slot

    from app.application import Loupe, make_application
    from app.settings import Settings
    from engine.snapshot import Ready, Snapshot
    from engine.workspace import open_workspace

    class Watch(QObject):
        def eventFilter(self, watched: QObject, event: QEvent) -> bool:
            if event.type() == QEvent.Type.Paint and "painted" not in found:
                note("painted")
                found["transformers"] = float("transformers" in sys.modules)
            return super().eventFilter(watched, event)

        @Slot(object)
        def take(self, snapshot: Snapshot) -> None:
            if isinstance(snapshot.hashes, Ready):
                note("text")
            if isinstance(snapshot.scores, Ready):
                note("scores")
                loupe.window.close()

    application = make_application("light")
    with tempfile.TemporaryDirectory() as folder:
        store = QSettings(str(Path(folder) / "s.ini"), QSettings.Format.IniFormat)
        loupe = Loupe(open_workspace(), Path(folder) / "recovery", Settings(store))
        watch = Watch()
        loupe.window.installEventFilter(watch)
        loupe.bridge.snapshot_changed.connect(watch.take)
        loupe.ended.connect(application.quit)
        loupe.open_first(None)
        loupe.window.show()
        application.exec()
    print(json.dumps(found), flush=True)
    os._exit(0)


if __name__ == "__main__":
    _child(float(sys.argv[1]))
