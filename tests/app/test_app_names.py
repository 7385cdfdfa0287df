"""Every control of every page and dialog has a name, and no sibling has the same one."""

from __future__ import annotations

from collections import Counter

import pytest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractScrollArea,
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QDialog,
    QFileDialog,
    QLabel,
    QLineEdit,
    QMessageBox,
    QPlainTextEdit,
    QScrollBar,
    QTabWidget,
)

from app.views.compare_revisions import RevisionDialog
from app.views.text_dialog import TextDialog
from engine.compare.git import Revision
from engine.errors import Finding, Place

CONTROLS = (
    QAbstractButton,
    QAbstractItemView,
    QAbstractScrollArea,
    QAbstractSlider,
    QAbstractSpinBox,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QTabWidget,
)
PAGES = ("page_prompt", "page_review", "page_compare", "page_templates")
QTS_OWN = ("QDockWidget", "QTabBar", "QComboBox", "QMenuBar", "QLineEdit", "QAbstractScrollArea")
QTS_DIALOGS = (QFileDialog, QMessageBox)  # which name their parts themselves
FINDING = Finding("tie", "warning", Place("context"), "close", "wait")


def name_of(widget, buddies) -> str:
    """Give what a screen reader calls a control: its own name, its label's text, or its text."""
    text = widget.text() if isinstance(widget, QAbstractButton) else ""
    return (widget.accessibleName() or buddies.get(widget, "") or text).replace("&", "").strip()


def is_qts_own(widget) -> bool:
    """Say whether Qt makes and names a part itself: of docks, tabs, combo boxes, tables, menus."""
    parent = widget.parent()
    return (
        isinstance(widget, QScrollBar)
        or isinstance(parent, QAbstractItemView)
        or parent.metaObject().className().startswith(QTS_OWN)
        or widget.objectName().startswith("qt_")
    )


def faults(root) -> list[str]:
    """List the controls below a widget that have no name, or the name of a sibling."""
    buddies = {label.buddy(): label.text() for label in root.findChildren(QLabel) if label.buddy()}
    controls = {one for kind in CONTROLS for one in root.findChildren(kind) if not is_qts_own(one)}
    described = {
        one: f"{one.metaObject().className()} {one.objectName()} in {one.parent()}"
        for one in controls
    }
    names = {one: name_of(one, buddies) for one in controls}
    counts = Counter((one.parent(), name) for one, name in names.items())
    nameless = [f"no name: {described[one]}" for one, name in names.items() if not name]
    twins = [
        f"{names[one]!r} twice: {described[one]}"
        for one in controls
        if names[one] and counts[one.parent(), names[one]] > 1
    ]
    return sorted({*nameless, *twins})


@pytest.mark.parametrize("page", PAGES)
def test_every_control_of_a_page_has_a_name_of_its_own(desk, page) -> None:
    desk.act(page)
    assert faults(desk.window) == []


def test_every_control_of_the_bars_that_open_has_a_name_of_its_own(desk) -> None:
    desk.act("find")
    desk.act("profile_edit")
    desk.window.say_failure("broken")
    desk.page.author.profile_notes.offer("qwen3", 100)
    assert faults(desk.window) == []


@pytest.mark.parametrize(
    "action",
    [
        "go_to",
        "actions",
        "about",
        "context_add",
        "context_rename",
        "context_character",
        "review_new",
        "save_prompt",
        "open",
        "import_schema",
        "quit",
    ],
)
def test_every_control_of_a_dialog_has_a_name_of_its_own(qtbot, desk, action) -> None:
    desk.session.edit_context(b"unsaved")
    qtbot.waitUntil(desk.settled)
    desk.act(action)
    qtbot.waitUntil(lambda: bool(shown_dialogs()))
    for dialog in shown_dialogs():
        assert dialog.windowTitle() or dialog.accessibleName()
        assert isinstance(dialog, QTS_DIALOGS) or faults(dialog) == []


@pytest.mark.parametrize("kind", ["revisions", "text", "reason"])
def test_every_control_of_a_dialog_without_an_action_has_a_name_of_its_own(desk, kind) -> None:
    if kind == "revisions":
        revision = Revision("a" * 40, "a" * 7, "2024-01-01", "Ann", "first", "a.json")
        RevisionDialog("a.json", (revision,), desk.window).open()
    elif kind == "text":
        TextDialog("On disk and here", "- a\n+ b", desk.window).open()
    else:
        desk.page.problems.set_findings((FINDING,))
        desk.page.problems.selectRow(0)
        desk.page.problems.hide_action.trigger()
    (dialog,) = shown_dialogs()
    assert dialog.windowTitle()
    assert faults(dialog) == []


def shown_dialogs() -> list[QDialog]:
    widgets = QApplication.topLevelWidgets()
    return [one for one in widgets if isinstance(one, QDialog) and one.isVisible()]
