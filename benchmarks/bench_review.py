"""Measure the longest pause of the window while 10,000 vectors load, scroll and are filtered."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from pydantic import JsonValue
from PySide6.QtCore import QElapsedTimer, QEventLoop, QObject, QSettings, QTimer, Signal, Slot

from app.application import Loupe, make_application
from app.golden.review_page import ReviewPage
from app.models.review_model import Show
from app.pages import REVIEW
from app.settings import Settings
from engine.golden.live import render_live
from engine.golden.open_review import FROZEN_DATE, open_comparer
from engine.golden.request import Request
from engine.golden.vector import dump_vector
from engine.workspace import open_workspace

_COUNT = 10_000
_ROUNDS = 2
_STALE_EVERY = 20
_BEAT_MS = 2
_SCROLLS = 200
_SCHEMA: tuple[str, JsonValue] = ("flag", {"type": "boolean", "description": "manually flagged"})


def measure() -> dict[str, float]:
    """Give the longest gaps of the event loop in milliseconds, and vectors judged a second."""
    rounds = [_round() for _ in range(_ROUNDS)]
    best = {key: min(one[key] for one in rounds) for key in rounds[0]}
    rate = "review_judged_per_second"
    return best | {rate: max(one[rate] for one in rounds)}


def _round() -> dict[str, float]:
    command = [sys.executable, "-m", "benchmarks.bench_review", "child"]
    root = Path(__file__).parents[1]
    done = subprocess.run(
        command, check=True, capture_output=True, cwd=root, text=True, timeout=900
    )
    measured: dict[str, float] = json.loads(done.stdout)
    return measured


class _Heart(QObject):
    """Beat in the event loop and keep the longest time between two beats."""

    quiet = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.longest = 0.0
        self._until: Callable[[], bool] = lambda: True
        self._clock = QElapsedTimer()
        self._timer = QTimer(self)
        self._timer.setInterval(_BEAT_MS)
        self._timer.timeout.connect(self._beat)

    def run(self, until: Callable[[], bool]) -> float:
        """Let the window live until something holds; give the longest gap in milliseconds."""
        self.longest, self._until = 0.0, until
        loop = QEventLoop()
        self.quiet.connect(loop.quit)
        self._clock.start()
        self._timer.start()
        loop.exec()
        self._timer.stop()
        return self.longest

    @Slot()
    def _beat(self) -> None:
        self.longest = max(self.longest, self._clock.nsecsElapsed() / 1e6)
        self._clock.restart()
        if self._until():
            self.quiet.emit()


def _fill(folder: Path) -> None:
    """Write vectors under the code-point tokenizer; every twentieth has a changed text."""
    workspace = open_workspace(folder / "no-assets")
    checker = open_comparer(workspace).checker
    profile = workspace.profile("qwen3-fake")
    assert profile is not None
    for number in range(_COUNT):
        context = f"The applicant pays late {number} times."
        case = f"case_{number:05d}"
        request = Request(case, profile, "fake", (_SCHEMA,), context, "slots")
        vector = render_live(request, checker.complete).vector
        if number % _STALE_EVERY == 0:
            text = vector.rendered_text.replace("pays late", "pays\u00a0late")
            vector = replace(vector, rendered_text=text)
        (folder / f"{vector.name}.json").write_text(dump_vector(vector))


def _child() -> None:
    make_application("light")
    with tempfile.TemporaryDirectory() as name:
        golden = Path(name) / "golden"
        golden.mkdir()
        _fill(golden)
        settings = Settings(QSettings(str(Path(name) / "s.ini"), QSettings.Format.IniFormat))
        settings.set_golden_folder(golden)
        workspace = open_workspace(Path(name) / "no-assets")
        loupe = Loupe(
            workspace, Path(name) / "recovery", settings, lambda: workspace.engine(FROZEN_DATE)
        )
        loupe.window.show()
        page = loupe.window.pages[REVIEW]
        assert isinstance(page, ReviewPage)
        page.vectors.show_kind(Show.ALL)
        heart = _Heart()
        print(json.dumps(_measure(loupe, page, heart)))
        loupe.bridge.close()
        sys.stdout.flush()
        os._exit(0)


def _measure(loupe: Loupe, page: ReviewPage, heart: _Heart) -> dict[str, float]:
    start = time.perf_counter()
    loupe.window.pages.show_page(REVIEW)
    loading = heart.run(lambda: not page.busy)
    seconds = time.perf_counter() - start
    assert page.vectors.review_model.rowCount() == _COUNT
    bar = page.vectors.list.verticalScrollBar()
    places = iter(range(0, bar.maximum(), max(1, bar.maximum() // _SCROLLS)))

    def scrolled() -> bool:
        place = next(places, None)
        bar.setValue(bar.maximum() if place is None else place)
        return place is None

    scrolling = heart.run(scrolled)
    words = iter(("9", "99", "999", "99", "9", ""))

    def filtered() -> bool:
        word = next(words, None)
        if word is not None:
            page.vectors.words.setText(word)
        return word is None and not page.busy

    return {
        "review_loading_longest_gap_ms": loading,
        "review_scrolling_longest_gap_ms": scrolling,
        "review_filtering_longest_gap_ms": heart.run(filtered),
        "review_judged_per_second": _COUNT / seconds,
    }


if __name__ == "__main__":
    if sys.argv[1:] == ["child"]:
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
        _child()
    else:
        for key, value in measure().items():
            print(f"{key}: {value:.2f}")
