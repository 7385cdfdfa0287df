"""Rows in a scroll area: which keys scroll, how far, and what a new size or font measures anew."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QScrollBar

from app.views.row_area import RowArea, scroll_by_key


class Area(RowArea):
    ROWS = 500
    fitted = 0

    def _fit(self) -> None:
        self.fitted += 1
        self._set_row_count(self.ROWS)


def _press(key: Qt.Key) -> QKeyEvent:
    return QKeyEvent(QEvent.Type.KeyPress, key, Qt.KeyboardModifier.NoModifier)


@pytest.mark.parametrize(
    ("key", "place"),
    [
        pytest.param(Qt.Key.Key_Up, 49, id="a row up"),
        pytest.param(Qt.Key.Key_Down, 51, id="a row down"),
        pytest.param(Qt.Key.Key_PageUp, 42, id="a page up, two rows stay"),
        pytest.param(Qt.Key.Key_PageDown, 58, id="a page down, two rows stay"),
        pytest.param(Qt.Key.Key_Home, 0, id="start"),
        pytest.param(Qt.Key.Key_End, 90, id="end"),
    ],
)
def test_keys_scroll_by_rows_and_pages(qtbot, key, place):
    bar = QScrollBar()
    qtbot.addWidget(bar)
    bar.setRange(0, 90)
    bar.setPageStep(10)
    bar.setValue(50)
    assert scroll_by_key(bar, _press(key))
    assert bar.value() == place


def test_other_keys_do_not_scroll(qtbot):
    bar = QScrollBar()
    qtbot.addWidget(bar)
    bar.setRange(0, 90)
    assert not scroll_by_key(bar, _press(Qt.Key.Key_X))
    assert bar.value() == 0


def test_the_last_row_can_be_scrolled_to_and_no_further(qtbot):
    area = Area()
    qtbot.addWidget(area)
    area.resize(400, 300)
    area.show()
    rows = int(area.viewport().height() // area.cells.height)
    assert area.verticalScrollBar().maximum() == 500 - rows


def test_a_larger_font_is_measured_and_fitted_anew(qtbot):
    area = Area()
    qtbot.addWidget(area)
    area.show()
    height, fitted = area.cells.height, area.fitted
    font = area.font()
    font.setPointSizeF(2 * font.pointSizeF())
    area.setFont(font)
    assert area.cells.height > 1.5 * height
    assert area.fitted > fitted
