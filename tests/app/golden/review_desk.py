"""The window with its review page, driven and asked by tests."""

from __future__ import annotations

from pathlib import Path

from app.pages import REVIEW
from tests.app.golden.review_folder import file_bytes_of, name_of
from tests.app.window_desk import Desk
from tests.app.window_fakes import FakeEngine

CASES = {f"case_{number:02}": f"Pays late {number} times." for number in range(30)}


class ReviewDesk(Desk):
    """The window with its review page, and what a test asks of them."""

    def __init__(self, qtbot, folder: Path, tmp_path: Path, assets: Path | None = None):
        """Without assets only the code-point tokenizer is here."""
        super().__init__(qtbot, tmp_path, FakeEngine(assets or tmp_path / "assets"))
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
        return self.page.banner.text.text() if self.page.banner.isVisible() else ""

    def press_banner(self, title: str) -> None:
        buttons = {button.text(): button for button in self.page.banner.buttons}
        buttons[title].click()
        self.wait()

    def close(self) -> None:
        super().close()
        assert self.ended == [True]
        assert self.bugs == []
