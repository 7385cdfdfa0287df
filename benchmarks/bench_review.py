"""Measure the window's longest pause while 10,000 vectors, and long ones, are reviewed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

from pydantic import JsonValue
from PySide6.QtCore import QElapsedTimer, QEventLoop, QObject, QSettings, QTimer, Signal, Slot
from PySide6.QtWidgets import QScrollBar

from app.application import Loupe, make_application
from app.golden.review_page import ReviewPage
from app.models.compare_rows import Mode
from app.models.review_model import Show
from app.pages import REVIEW
from app.settings import Settings
from engine.golden.live import render_live
from engine.golden.open_review import FROZEN_DATE
from engine.golden.request import Request
from engine.vector import dump_vector
from engine.workspace import Workspace, open_workspace

_COUNT = 10_000
_ROUNDS = 2
_STALE_EVERY = 20
_BEAT_MS = 2
_SCROLLS = 200
_FILTERS = ("9", "99", "999", "99", "9", "")
_LONG_BYTES = 1_000_000
_LONG_STALE_EVERY = 500  # lines
_SCHEMA: tuple[str, JsonValue] = ("flag", {"type": "boolean", "description": "manually flagged"})


def measure() -> dict[str, float]:
    """Give the longest gaps of the event loop in milliseconds, and vectors judged a second."""
    rounds = [_round("many") for _ in range(_ROUNDS)]
    best = {key: min(one[key] for one in rounds) for key in rounds[0]}
    rate = "review_judged_per_second"
    return best | {rate: max(one[rate] for one in rounds)} | _round("long")


def _round(what: str) -> dict[str, float]:
    command = [sys.executable, "-m", "benchmarks.bench_review", what]
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


def _fill_many(folder: Path, workspace: Workspace) -> None:
    """Write vectors under the code-point tokenizer; every twentieth has a changed text."""
    for number in range(_COUNT):
        context = f"The applicant pays late {number} times."
        old = context.replace("pays late", "pays\u00a0late")
        edits = ((context, old),) if number % _STALE_EVERY == 0 else ()
        _write(folder, workspace, ("qwen3-fake", f"case_{number:05d}", context), edits)


def _fill_long(folder: Path, workspace: Workspace) -> None:
    """Write two vectors of a megabyte, of many lines and of one, with changes all along."""
    for case, end in (("lines", "\n"), ("line", " ")):
        texts = [f"The applicant pays late {number} times.{end}" for number in range(30_000)]
        edits = tuple(
            (text, text.replace("pays late", "pays\u00a0late"))
            for text in texts[1::_LONG_STALE_EVERY]
        )
        context = "".join(texts)[:_LONG_BYTES]
        _write(folder, workspace, ("smollm2", case, context), edits)


def _write(
    folder: Path,
    workspace: Workspace,
    what: tuple[str, str, str],
    edits: tuple[tuple[str, str], ...],
) -> None:
    """Write the vector of a profile, case and context, with edits of its agreed text."""
    profile = workspace.profile(what[0])
    assert profile is not None
    revision = workspace.revision_of(profile)
    assert revision is not None
    request = Request(what[1], profile, revision, (_SCHEMA,), what[2], "slots")
    vector = render_live(request, workspace.engine(FROZEN_DATE).complete).vector
    text = vector.rendered_text
    for new, old in edits:
        text = text.replace(new, old)
    (folder / f"{vector.name}.json").write_text(dump_vector(replace(vector, rendered_text=text)))


def _child(what: str) -> None:
    make_application("light")
    with tempfile.TemporaryDirectory() as name:
        golden = Path(name) / "golden"
        golden.mkdir()
        is_long = what == "long"  # real tokens; many vectors need no asset
        workspace = open_workspace(None if is_long else Path(name) / "no-assets")
        (_fill_long if is_long else _fill_many)(golden, workspace)
        settings = Settings(QSettings(str(Path(name) / "s.ini"), QSettings.Format.IniFormat))
        settings.set_golden_folder(golden)
        loupe = Loupe(
            workspace, Path(name) / "recovery", settings, lambda: workspace.engine(FROZEN_DATE)
        )
        loupe.window.show()
        page = loupe.window.pages[REVIEW]
        assert isinstance(page, ReviewPage)
        page.vectors.show_kind(Show.ALL)
        print(json.dumps((_measure_long if is_long else _measure)(loupe, page, _Heart())))
        loupe.bridge.close()
        sys.stdout.flush()
        os._exit(0)


def _measure(loupe: Loupe, page: ReviewPage, heart: _Heart) -> dict[str, float]:
    start = time.perf_counter()
    loupe.window.pages.show_page(REVIEW)
    loading = heart.run(lambda: not page.busy)
    seconds = time.perf_counter() - start
    assert page.vectors.review_model.rowCount() == _COUNT
    scrolling = heart.run(_scrolling(page.vectors.list.verticalScrollBar()))
    typing = (partial(page.vectors.words.setText, word) for word in _FILTERS)
    filtering = heart.run(_in_steps(*typing))
    return {
        "review_loading_longest_gap_ms": loading,
        "review_scrolling_longest_gap_ms": scrolling,
        "review_filtering_longest_gap_ms": filtering,
        "review_judged_per_second": _COUNT / seconds,
    }


def _measure_long(loupe: Loupe, page: ReviewPage, heart: _Heart) -> dict[str, float]:
    long = loupe.settings.golden_folder()
    assert long is not None
    with tempfile.TemporaryDirectory() as nothing:  # a first folder opens the tokenizers
        loupe.settings.set_golden_folder(Path(nothing))
        loupe.window.pages.show_page(REVIEW)
        heart.run(lambda: not page.busy)
        page.open_folder(long)
    opening = [heart.run(lambda: not page.busy)]
    look, scrolling = [], []
    for entry in page.vectors.review_model.entries():
        page.vectors.choose(entry.name)
        opening.append(heart.run(lambda: not page.busy))
        for mode in (Mode.BYTES, Mode.TEXT):
            look.append(heart.run(_in_steps(partial(page.panel.set_mode, mode))))
            scrolling.append(heart.run(_scrolling(page.panel.diff.verticalScrollBar())))
    return {
        "review_long_opening_gap_ms": max(opening),
        "review_long_look_gap_ms": max(look),
        "review_long_scrolling_gap_ms": max(scrolling),
    }


def _in_steps(*steps: Callable[[], object]) -> Callable[[], bool]:
    """Take a step at each beat; the end comes one beat later."""
    left = iter(steps)

    def take() -> bool:
        step = next(left, None)
        if step is not None:
            step()
        return step is None

    return take


def _scrolling(bar: QScrollBar) -> Callable[[], bool]:
    places = range(0, bar.maximum() + 1, max(1, bar.maximum() // _SCROLLS))
    return _in_steps(*(partial(bar.setValue, place) for place in places))


if __name__ == "__main__":
    if sys.argv[1:]:
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
        _child(sys.argv[1])
    else:
        for key, value in measure().items():
            print(f"{key}: {value:.2f}")
