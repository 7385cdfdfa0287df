"""Columns fit their view, the widest give way first; the selected problem is written in full."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QStandardItemModel

from app.views.problem_text import ProblemsPane
from app.views.problems import ProblemsView
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
