"""A review of a temporary folder in the real window, on the engine thread."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QApplication, QDialog
from review_folder import file_bytes_of, make_folder, name_of, spoil
from window_fakes import FakeEngine, sample_document

from app.application import Loupe
from app.pages import REVIEW
from app.settings import Settings
from engine.document_file import save_document
from engine.golden.open_review import comparer_beside
from engine.workspace import open_workspace

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


class ReviewDeskTop:
    """The window with its review page, and what a test asks of them."""

    def __init__(self, qtbot, folder: Path, tmp_path: Path):
        self._qtbot = qtbot
        self.folder = folder
        self.engine = FakeEngine(tmp_path / "assets")
        store = QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat)
        settings = Settings(store)
        settings.set_golden_folder(folder)
        workspace = open_workspace(tmp_path / "assets")
        self.loupe = Loupe(workspace, tmp_path / "recovery", settings, lambda: self.engine)
        self.window = self.loupe.window
        self.document_path = tmp_path / "sample.loupe.json"
        save_document(sample_document(), self.document_path)
        self.bugs: list[BaseException] = []
        self.loupe.bridge.failed.connect(self.bugs.append)

    @property
    def page(self):
        return self.window.pages[REVIEW]

    @property
    def chosen(self):
        return self.page.vectors.chosen

    @property
    def model(self):
        return self.page.vectors.review_model

    def show(self) -> None:
        self.loupe.open_first(self.document_path)
        with self._qtbot.waitExposed(self.window):
            self.window.show()
        self.window.pages.show_page(REVIEW)
        self.wait()

    def wait(self) -> None:
        self._qtbot.waitUntil(lambda: not self.page.busy, timeout=30_000)

    def act(self, name: str) -> None:
        action = self.window.actions_table[f"review_{name}"]
        assert action.isEnabled(), name
        action.trigger()
        self.wait()

    def choose(self, case: str) -> None:
        assert self.page.vectors.choose(name_of(case))
        self.wait()

    def files(self) -> dict[str, bytes]:
        return file_bytes_of(self.folder)

    def banner_text(self) -> str:
        return self.page.banner._text.text() if self.page.banner.isVisible() else ""

    def press_banner(self, title: str) -> None:
        buttons = {button.text(): button for button in self.page.banner._buttons}
        buttons[title].click()
        self.wait()

    def close(self) -> None:
        for dialog in QApplication.topLevelWidgets():
            if isinstance(dialog, QDialog):
                dialog.close()
        ended: list[bool] = []
        self.loupe.ended.connect(ended.append)
        self.window._may_close = True
        self.window.close()
        self._qtbot.waitUntil(lambda: ended == [True])
        self._qtbot.waitUntil(lambda: self.loupe.bridge._runner.close(0))
        self.window.deleteLater()
        self.loupe.deleteLater()
        assert self.bugs == []


@pytest.fixture
def review(qtbot, tmp_path):
    """Open the window on the review of a folder; it is closed after the test."""
    opened: list[ReviewDeskTop] = []

    def open_review(folder: Path) -> ReviewDeskTop:
        desk = ReviewDeskTop(qtbot, folder, tmp_path)
        opened.append(desk)
        desk.show()
        return desk

    yield open_review
    for desk in opened:
        desk.close()
