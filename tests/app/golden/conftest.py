"""A review of a temporary folder in the real window, on the engine thread."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from review_folder import file_bytes_of, make_folder, name_of, spoil
from window_desk import Desk
from window_fakes import FakeEngine

from app.pages import REVIEW
from engine.golden.open_review import comparer_beside

CASES = {f"case_{number:02}": f"Pays late {number} times." for number in range(30)}


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


class ReviewDesk(Desk):
    """The window with its review page, and what a test asks of them."""

    def __init__(self, qtbot, folder: Path, tmp_path: Path):
        super().__init__(qtbot, tmp_path, FakeEngine(tmp_path / "assets"))
        self.golden = folder
        self.settings.set_golden_folder(folder)
        self.bugs: list[BaseException] = []
        self.loupe.bridge.failed.connect(self.bugs.append)

    @property
    def chosen(self):
        return self.page.vectors.chosen

    @property
    def model(self):
        return self.page.vectors.review_model

    def show(self) -> None:
        self.loupe.open_first(self.path)
        super().show()
        self.window.pages.show_page(REVIEW)
        self.page = self.window.pages[REVIEW]
        self.wait()

    def wait(self) -> None:
        self.qtbot.waitUntil(lambda: not self.page.busy, timeout=30_000)

    def act(self, name: str) -> None:
        action = self.window.actions_table[f"review_{name}"]
        assert action.isEnabled(), name
        action.trigger()
        self.wait()

    def choose(self, case: str) -> None:
        assert self.page.vectors.choose(name_of(case))
        self.wait()

    def files(self) -> dict[str, bytes]:
        return file_bytes_of(self.golden)

    def banner_text(self) -> str:
        return self.page.banner._text.text() if self.page.banner.isVisible() else ""

    def press_banner(self, title: str) -> None:
        buttons = {button.text(): button for button in self.page.banner._buttons}
        buttons[title].click()
        self.wait()

    def close(self) -> None:
        super().close()
        assert self.ended == [True]
        assert self.bugs == []


@pytest.fixture
def review(qtbot, tmp_path):
    """Open the window on the review of a folder; it is closed after the test."""
    opened: list[ReviewDesk] = []

    def open_review(folder: Path) -> ReviewDesk:
        desk = ReviewDesk(qtbot, folder, tmp_path)
        opened.append(desk)
        desk.show()
        return desk

    yield open_review
    for desk in opened:
        desk.close()
