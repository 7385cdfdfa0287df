"""A read-only table: what its keys do and what it leaves alone."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.views.table import Table


@pytest.fixture
def table(qtbot) -> Table:
    model = QStandardItemModel()
    for name, river in (("Rome", "Tiber"), ("Vienna", "Danube")):
        model.appendRow([QStandardItem(name), QStandardItem(river)])
    made = Table(model)
    qtbot.addWidget(made)
    QGuiApplication.clipboard().setText("before")
    return made


def test_copy_takes_the_current_cell(table, qtbot):
    table.setCurrentIndex(table.model().index(1, 1))
    qtbot.keyClick(table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "Danube"


def test_copy_without_a_current_cell_leaves_the_clipboard_alone(table, qtbot):
    qtbot.keyClick(table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "before"


def test_a_row_is_chosen_whole_and_alone(table):
    table.selectRow(0)
    table.selectRow(1)
    chosen = table.selectionModel().selectedIndexes()
    assert [(index.row(), index.column()) for index in chosen] == [(1, 0), (1, 1)]


def test_typing_edits_nothing(table, qtbot):
    table.setCurrentIndex(table.model().index(0, 0))
    qtbot.keyClicks(table, "x")
    qtbot.keyClick(table, Qt.Key.Key_F2)
    assert table.state() is Table.State.NoState
    assert table.model().index(0, 0).data() == "Rome"


def test_tab_leaves_the_table(qtbot):
    window = QWidget()
    qtbot.addWidget(window)
    table, other = Table(QStandardItemModel(2, 2), window), QWidget(window)
    other.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    layout = QVBoxLayout(window)
    layout.addWidget(table)
    layout.addWidget(other)
    window.show()
    qtbot.waitExposed(window)
    table.setFocus()
    qtbot.keyClick(table, Qt.Key.Key_Tab)
    assert window.focusWidget() is other


def test_columns_are_as_wide_as_so_many_characters(table):
    table.set_widths(20)
    assert table.columnWidth(0) == 20 * table.fontMetrics().averageCharWidth()
