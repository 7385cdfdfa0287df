"""Columns fit their view, the widest give way first; the selected problem is written in full."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QStandardItemModel

from app.views.problem_text import ProblemsPane
from app.views.problems import ProblemsView
from app.views.provenance import ProvenanceView
from app.views.table import Table, fitted
from engine.errors import Finding, Place

LONG = Finding("tie", "warning", Place("model", "risk_tier"), "a long message " * 9, "a cure " * 9)


@pytest.mark.parametrize(
    ("room", "shared"),
    [
        (200, (20, 100, 60)),
        (180, (20, 100, 60)),
        (150, (20, 70, 60)),
        (120, (20, 50, 50)),
        (45, (15, 15, 15)),
    ],
)
def test_the_widest_columns_give_way_first(room: int, shared: tuple[int, ...]) -> None:
    assert fitted((20, 100, 60), room) == shared


@pytest.fixture
def table(qtbot):
    made = Table(QStandardItemModel(3, 3))
    qtbot.addWidget(made)
    made.set_widths(10, 50, 30)
    made.show()
    return made


def test_a_table_never_scrolls_sideways(table) -> None:
    for width in (900, 400, 901, 250, 640):
        table.resize(width, 200)
        assert table.horizontalScrollBar().maximum() == 0
        assert table.horizontalHeader().length() == table.viewport().width()


def test_columns_are_the_users_from_the_first_one_resized_on(table) -> None:
    table.horizontalHeader().resizeSection(1, 77)
    table.resize(950, 200)
    assert table.columnWidth(1) == 77


def test_the_selected_problem_is_written_in_full_until_it_is_gone(qtbot) -> None:
    problems = ProblemsView()
    pane = ProblemsPane(problems)
    qtbot.addWidget(pane)
    pane.resize(600, 200)
    pane.show()
    problems.set_findings((LONG,))
    assert not pane.text.isVisible()
    problems.setFocus()
    qtbot.keyClick(problems, Qt.Key.Key_Down)
    problems.selectRow(0)
    assert pane.text.isVisible()
    assert pane.text.text() == f"{LONG.message}  {LONG.cure}"
    qtbot.waitUntil(lambda: pane.text.height() >= 3 * pane.text.fontMetrics().lineSpacing())
    assert pane.text._shown() == pane.text.text()
    pane.resize(2000, 200)
    qtbot.waitUntil(lambda: pane.text.height() < 3 * pane.text.fontMetrics().lineSpacing())
    assert pane.text._shown() == pane.text.text()
    problems.set_findings(())
    assert not pane.text.isVisible()


def test_the_selected_problem_stays_in_view_when_its_text_opens_below(qtbot) -> None:
    problems = ProblemsView()
    pane = ProblemsPane(problems)
    qtbot.addWidget(pane)
    pane.resize(600, 130)
    pane.show()
    findings = tuple(Finding(f"id-{n}", "info", Place("context"), "text " * 40) for n in range(9))
    problems.set_findings(findings)
    for row in (3, 8):
        problems.selectRow(row)
        qtbot.waitUntil(
            lambda: (
                problems.viewport()
                .rect()
                .contains(problems.visualRect(problems.currentIndex()).center())
            )
        )


def elided(view, column: int, rows) -> list[str]:
    """Give the texts of a column that have less room than they need."""
    texts = [view.model().index(row, column).data() for row in rows]
    room = view.columnWidth(column)
    return [text for text in texts if view.fontMetrics().horizontalAdvance(text) > room - 6]


def test_facts_and_messages_are_whole_where_the_window_is_wide(qtbot) -> None:
    view = ProblemsView()
    qtbot.addWidget(view)
    view.resize(1440, 160)
    view.show()
    place = Place("context", byte_start=12345, byte_end=12399)
    message = "expected 5 control tokens, found 6: <|im_end|> in the context is control token 2"
    found = Finding("control-token-in-context", "error", place, message, "Remove it. " * 20)
    view.set_findings((found, Finding("description-hidden-lines", "info", place, "short", "")))
    for column in range(4):
        assert not elided(view, column, (0, 1))
    assert view.horizontalScrollBar().maximum() == 0
    view.resize(500, 160)
    assert view.horizontalScrollBar().maximum() == 0
    assert view.columnWidth(3) > view.columnWidth(4) > 0


def test_a_column_that_the_user_resized_stays_when_problems_change(qtbot) -> None:
    view = ProblemsView()
    qtbot.addWidget(view)
    view.resize(900, 160)
    view.show()
    view.horizontalHeader().resizeSection(1, 77)
    view.set_findings((LONG,))
    assert view.columnWidth(1) == 77


@pytest.mark.parametrize("width", [900, 1440])
def test_time_and_hashes_of_changes_are_never_cut(qtbot, make_snapshot, width) -> None:
    view = ProvenanceView()
    qtbot.addWidget(view)
    view.resize(width, 200)
    view.show()
    view.set_snapshot(make_snapshot())
    view.set_snapshot(make_snapshot("another context"))
    assert view.change_model.rowCount() > 0
    columns = (0, 2) if width > 1000 else (0,)
    for column in columns:
        assert not elided(view.changes, column, range(view.change_model.rowCount()))
