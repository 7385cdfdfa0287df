"""What all tests of the window share."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from tests.app.profile_desk import ProfileDesk
from tests.app.window_desk import Desk
from tests.app.window_fakes import FakeEngine

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items):
    """Let the offscreen platform say that it knows no size hints."""
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.qt_log_ignore("does not support propagateSizeHints"))


@pytest.fixture(autouse=True)
def no_window_left(request):
    """Fail a test that leaves a top-level window open."""
    yield
    if "qtbot" not in request.fixturenames:
        return
    application = QApplication.instance()
    application.sendPostedEvents()
    left = [window for window in application.topLevelWidgets() if window.isVisible()]
    for window in left:
        window.close()
    assert not left


@pytest.fixture
def desk(qtbot, tmp_path):
    """The window on the sample document, all of it shown; a file may have its own."""
    made = Desk(qtbot, tmp_path, FakeEngine(tmp_path / "assets"))
    made.loupe.open_first(made.path)
    made.show()
    qtbot.waitUntil(made.settled)
    yield made
    made.close()


@pytest.fixture
def profile_desk(qtbot, tmp_path):
    """A window whose profile editor is tried, with what was first asked of it done."""
    made = ProfileDesk(qtbot, tmp_path)
    made.show()
    qtbot.waitUntil(made.settled)
    yield made
    made.close()
    assert made.ended == [True]
