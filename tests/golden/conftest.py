"""A golden folder to change, and an engine whose tokenizers are opened once for all tests."""

from __future__ import annotations

import datetime
import shutil
from pathlib import Path

import pytest

from engine.golden.comparison import Comparer
from engine.golden.open_review import open_comparer
from engine.golden.review import Review
from engine.workspace import open_workspace

GOLDEN = Path(__file__).parents[2] / "golden"
DAY = datetime.date(2026, 5, 1)


@pytest.fixture(scope="session")
def workspace(asset_root):
    return open_workspace()


@pytest.fixture(scope="session")
def comparer(workspace) -> Comparer:
    return open_comparer(workspace)


@pytest.fixture
def folder(tmp_path) -> Path:
    """A copy of all committed vectors."""
    copy = tmp_path / "golden"
    shutil.copytree(GOLDEN, copy)
    return copy


@pytest.fixture
def few(tmp_path) -> Path:
    """A folder of the twelve upstream vectors, with neither cases nor README."""
    copy = tmp_path / "golden"
    copy.mkdir()
    for name in ("qwen2.5__a5", "gemma__2c", "qwen3__fake"):
        for path in GOLDEN.glob(f"{name}*.json"):
            if "upstream jevmlx" in path.read_text():
                shutil.copy(path, copy)
    return copy


@pytest.fixture
def review_of(comparer):
    """Begin and load a review of a folder; `environment` is empty unless given."""

    def begin(folder: Path, environment: dict[str, str] | None = None, **options) -> Review:
        review = Review(
            folder, comparer, today=lambda: DAY, environment=environment or {}, **options
        )
        assert list(review.load())
        return review

    return begin


@pytest.fixture
def quick_cli(monkeypatch, workspace):
    """Let the commands take the tokenizers that are open already."""
    for module in ("golden", "golden_review", "golden_files"):
        monkeypatch.setattr(f"engine.cli.{module}.open_workspace", lambda: workspace)
