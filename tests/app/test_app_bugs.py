"""A bug is shown once, written every time, and never swallowed."""

from __future__ import annotations

import sys

import pytest
from PySide6.QtWidgets import QApplication

from app.bug_report import BugReporter


@pytest.fixture
def reporter(qtbot, tmp_path):
    made = BugReporter(tmp_path / "logs" / "loupe.log", debug=False)
    yield made
    if made._box is not None:
        made._box.close()
        made._box.deleteLater()


def raised(text):
    with pytest.raises(ZeroDivisionError) as caught:
        raise ZeroDivisionError(text)
    return caught.value


def test_every_bug_is_logged_and_only_the_first_is_shown(qtbot, reporter, tmp_path):
    with qtbot.waitSignal(reporter.shown):
        reporter.report(raised("first"))
    with qtbot.assertNotEmitted(reporter.shown):
        reporter.report(raised("second"))
    log = (tmp_path / "logs" / "loupe.log").read_text()
    assert "ZeroDivisionError: first" in log
    assert "ZeroDivisionError: second" in log
    assert "ZeroDivisionError: first" in QApplication.activeModalWidget().text()


def test_debug_shows_the_traceback_on_stderr(qtbot, tmp_path, capsys):
    reporter = BugReporter(tmp_path / "loupe.log", debug=True)
    reporter.report(raised("loud"))
    reporter._box.close()
    assert "Traceback" in capsys.readouterr().err


def test_the_hook_takes_exceptions_but_not_ctrl_c(qtbot, reporter, monkeypatch, tmp_path):
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    told = []
    monkeypatch.setattr(sys, "__excepthook__", lambda *what: told.append(what[0]))
    reporter.install()
    sys.excepthook(KeyboardInterrupt, KeyboardInterrupt(), None)
    assert told == [KeyboardInterrupt]
    error = raised("hooked")
    sys.excepthook(type(error), error, error.__traceback__)
    assert "hooked" in (tmp_path / "logs" / "loupe.log").read_text()
