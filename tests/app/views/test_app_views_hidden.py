"""Findings that the document hides: listed on demand, hidden with a reason, shown again."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialogButtonBox, QInputDialog, QLineEdit

from app.document_options import DocumentOptions
from app.document_session import DocumentSession
from app.models.finding_model import Column, FindingModel
from app.models.rows_model import ROW_ROLE
from app.recovery import RecoveryFolder
from app.views.problems import ProblemsView
from app.views.profile_box import ProfileBox
from engine.errors import Finding, Place
from engine.findings.hidden import OPTION, hidden_findings, mark_hidden

NUL = Finding("context-nul", "info", Place("context", byte_start=3, byte_end=4), "a NUL")
TIE = Finding("tie", "warning", Place("model", "risk_tier"), "close")
HIDDEN = replace(TIE, hidden="known")


@pytest.fixture
def view(qtbot):
    view = ProblemsView()
    qtbot.addWidget(view)
    view.resize(900, 200)
    view.set_findings((HIDDEN, NUL))
    view.show()
    return view


@pytest.fixture
def session(qtbot, tmp_path):
    session = DocumentSession(RecoveryFolder(tmp_path, "session", str), str)
    yield session
    session.close()


def ids(view) -> list[str]:
    model = view.model()
    return [model.index(row, Column.ID).data() for row in range(model.rowCount())]


def test_hidden_findings_are_counted_and_listed_only_when_asked(view) -> None:
    assert ids(view) == ["context-nul"]
    assert view.title.endswith("(1 hidden)")
    assert "⚠" not in view.title
    view.list_hidden_action.trigger()
    assert ids(view) == ["context-nul", "tie"]
    view.list_hidden_action.trigger()
    assert ids(view) == ["context-nul"]


def test_a_hidden_finding_is_struck_out_and_gives_its_reason(view) -> None:
    view.list_hidden_action.trigger()
    index = view.model().index(1, Column.MESSAGE)
    assert index.data(Qt.ItemDataRole.FontRole).strikeOut()
    assert "Hidden: known" in index.data(Qt.ItemDataRole.ToolTipRole)
    assert view.model().index(0, Column.MESSAGE).data(Qt.ItemDataRole.FontRole) is None


def test_the_model_stays_well_behaved(qtmodeltester) -> None:
    model = FindingModel()
    model.set_rows((HIDDEN, NUL))
    model.set_shows_hidden(True)
    qtmodeltester.check(model)


def test_the_selection_survives_listing_hidden_ones(view) -> None:
    view.selectRow(0)
    view.list_hidden_action.trigger()
    assert view.currentIndex().data(ROW_ROLE) == NUL


def test_hiding_asks_for_a_reason(view, qtbot) -> None:
    view.selectRow(0)
    assert view.hide_action in view.menu().actions()
    assert view.show_action not in view.menu().actions()
    view.hide_action.trigger()
    dialog = view.findChild(QInputDialog)
    assert "context-nul" in dialog.windowTitle()
    assert dialog.labelText().startswith("a NUL\n")
    dialog.setTextValue("from the scanner")
    with qtbot.waitSignal(view.hide_asked) as told:
        dialog.accept()
    assert told.args == [NUL, "from the scanner"]


@pytest.mark.parametrize("typed", ["", "  "], ids=["nothing", "spaces"])
def test_without_a_reason_nothing_is_hidden(view, qtbot, typed) -> None:
    view.selectRow(0)
    view.hide_action.trigger()
    dialog = view.findChild(QInputDialog)
    line = dialog.findChild(QLineEdit)
    ok = dialog.findChild(QDialogButtonBox).button(QDialogButtonBox.StandardButton.Ok)
    with qtbot.assertNotEmitted(view.hide_asked):
        qtbot.keyClicks(line, typed)
        assert not ok.isEnabled()
        qtbot.keyClick(line, Qt.Key.Key_Return)
    assert dialog.isVisible()
    qtbot.keyClicks(line, "x")
    assert ok.isEnabled()
    dialog.reject()


def test_a_hidden_finding_offers_to_be_shown(view, qtbot) -> None:
    view.list_hidden_action.trigger()
    view.selectRow(1)
    assert view.show_action in view.menu().actions()
    with qtbot.waitSignal(view.show_asked) as told:
        view.show_action.trigger()
    assert told.args == [HIDDEN]


def test_without_a_selection_there_is_nothing_to_hide(view, qtbot) -> None:
    view.set_findings(())
    assert view.menu().actions() == [view.list_hidden_action]
    view.hide_action.trigger()
    with qtbot.assertNotEmitted(view.show_asked):
        view.show_action.trigger()
    assert view.findChild(QInputDialog) is None


def test_hiding_and_showing_are_steps_of_undo(session) -> None:
    options = DocumentOptions(session)
    before = session.document
    options.hide(TIE, "known")
    assert [one.reason for one in hidden_findings(session.document.option(OPTION))] == ["known"]
    assert mark_hidden((TIE,), session.document.option(OPTION), "context") == (HIDDEN,)
    assert session.undo_stack.undoText() == "hide tie"
    options.show(HIDDEN)
    assert session.document == before
    session.undo_stack.undo()
    session.undo_stack.undo()
    assert session.document is before


def test_hardening_is_a_step_of_undo(session) -> None:
    options = DocumentOptions(session)
    options.set_hardened(True)
    assert session.document.hardened
    assert session.undo_stack.undoText() == "harden tokenization"
    options.set_hardened(False)
    assert session.document.options == ()
    session.undo_stack.undo()
    assert session.document.hardened


def test_the_profile_box_shows_and_asks_for_hardening(qtbot) -> None:
    box = ProfileBox(())
    qtbot.addWidget(box)
    box.set_hardened(True)
    assert box.hardened.isChecked()
    with qtbot.waitSignal(box.hardened_chosen) as told:
        box.hardened.click()
    assert told.args == [False]
    with qtbot.assertNotEmitted(box.hardened_chosen):
        box.set_hardened(True)
    assert "Upstream does not" in box.hardened.toolTip()
