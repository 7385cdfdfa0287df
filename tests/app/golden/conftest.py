"""A review of a temporary folder in the real window, on the engine thread."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from engine.golden.open_review import comparer_beside
from tests.app.golden.review_desk import CASES, ReviewDesk
from tests.app.golden.review_folder import make_folder, spoil
from tests.app.window_fakes import FakeEngine


@pytest.fixture(autouse=True)
def no_ci(monkeypatch):
    """Accepting is refused where CI is set; these tests are about accepting."""
    monkeypatch.delenv("CI", raising=False)


@pytest.fixture(scope="session")
def made_folder(tmp_path_factory) -> Path:
    """Thirty fresh vectors, made once."""
    root = tmp_path_factory.mktemp("made")
    stages = FakeEngine(root / "assets").stages
    make_folder(root / "golden", comparer_beside(stages), CASES)
    return root / "golden"


@pytest.fixture
def fresh_folder(tmp_path, made_folder) -> Path:
    return Path(shutil.copytree(made_folder, tmp_path / "golden"))


@pytest.fixture
def stale_folder(fresh_folder) -> Path:
    """Thirty stale vectors: a space of each became a NO-BREAK SPACE."""
    for case in CASES:
        spoil(fresh_folder, case, "Pays late", "Pays\u00a0late")
    return fresh_folder


@pytest.fixture
def review(qtbot, tmp_path):
    """Open the window on the review of a folder; it is closed after the test."""
    opened: list[ReviewDesk] = []

    def open_review(folder: Path, assets: Path | None = None) -> ReviewDesk:
        desk = ReviewDesk(qtbot, folder, tmp_path, assets)
        opened.append(desk)
        desk.show()
        return desk

    yield open_review
    for desk in opened:
        desk.close()
