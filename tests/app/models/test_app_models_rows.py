"""Rows as a table: looked up, titled, and told to views only when they change."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from app.models.rows_model import ROW_ROLE, RowsModel


class Cities(RowsModel[tuple[str, str]]):
    def __init__(self) -> None:
        super().__init__()
        self._titles = ("city", "river")

    def text(self, row: tuple[str, str], column: int, /) -> str:
        return row[column]


ROWS = (("Rome", "Tiber"), ("Vienna", "Danube"), ("Madrid", ""))


@pytest.fixture
def model() -> Cities:
    cities = Cities()
    cities.set_rows(ROWS)
    return cities


def test_rows_make_a_well_behaved_model(model, qtmodeltester):
    qtmodeltester.check(model)
    assert (model.rowCount(), model.columnCount(), model.rowCount(model.index(0, 0))) == (3, 2, 0)


def test_a_cell_has_its_text_its_tip_and_its_row(model):
    index = model.index(1, 1)
    assert index.data() == "Danube"
    assert index.data(Qt.ItemDataRole.ToolTipRole) == "Danube"
    assert index.data(ROW_ROLE) == ("Vienna", "Danube")
    assert index.data(Qt.ItemDataRole.FontRole) is None
    assert model.index(2, 1).data(Qt.ItemDataRole.ToolTipRole) is None


def test_only_the_columns_that_there_are_have_titles(model):
    across, down = Qt.Orientation.Horizontal, Qt.Orientation.Vertical
    assert [model.headerData(column, across) for column in range(3)] == ["city", "river", None]
    assert model.headerData(0, down) is None


def test_equal_rows_change_nothing(model, qtbot):
    with qtbot.assertNotEmitted(model.modelReset):
        model.set_rows(ROWS)
        model.set_rows((*ROWS[:1], *ROWS[1:]))


def test_other_rows_reset_the_model(model, qtbot):
    with qtbot.waitSignal(model.modelReset):
        model.set_rows(ROWS[:1])
    assert model.rows == (("Rome", "Tiber"),)
