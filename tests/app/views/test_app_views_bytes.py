"""The byte view: exact selections by keyboard and mouse, and only visible rows laid out."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QGuiApplication, QHelpEvent, QMouseEvent
from PySide6.QtWidgets import QApplication, QToolTip

from app.models.prompt_content import PromptContent
from app.views import byte_view
from app.views.byte_view import ByteView

SHIFT, CONTROL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def content(make_prompt, make_tokens, hard_context):
    prompt = make_prompt(hard_context)
    return PromptContent(prompt, make_tokens(prompt))


@pytest.fixture
def view(qtbot, content):
    view = ByteView()
    qtbot.addWidget(view)
    view.set_content(content)
    view.resize(800, 400)
    view.show()
    view.setFocus()
    return view


def _point(view, byte, *, letter=False, share=0.2):
    """A place on a byte of the visible rows: on its digits or on its character."""
    columns, cells = view._columns, view.cells
    row, column = divmod(byte, columns.count)
    cell = columns.letter(column) + share if letter else columns.pair(column) + 2 * share
    top = (row - view.verticalScrollBar().value() + 0.5) * cells.height
    return QPoint(round(cell * cells.width), int(top))


def test_bytes_selected_from_outside_are_exact_and_not_told(view, qtbot, content) -> None:
    start = content.prompt.data.index("😀".encode())
    with qtbot.assertNotEmitted(view.selection_changed):
        view.select_bytes(start + 1, start + 3)
    assert view.selected_bytes == (start + 1, start + 3)


def test_a_selection_far_away_is_brought_into_view(view, content) -> None:
    size = len(content.prompt.data)
    view.select_bytes(size - 2, size)
    first = view.verticalScrollBar().value()
    assert first <= (size - 2) // 16 < first + view.visible_rows()


def test_the_keyboard_moves_and_selects_single_bytes(view, qtbot) -> None:
    qtbot.keyClick(view, Qt.Key.Key_Right)
    with qtbot.waitSignal(view.selection_changed) as told:
        qtbot.keyClick(view, Qt.Key.Key_Right, SHIFT)
    assert told.args == [1, 2]
    qtbot.keyClick(view, Qt.Key.Key_Down)
    assert view.selected_bytes == (2 + 16,) * 2
    qtbot.keyClick(view, Qt.Key.Key_End, CONTROL)
    assert view.selected_bytes == (len(view._content.prompt.data),) * 2


def test_select_all_and_copy_give_hex(view, qtbot, content) -> None:
    qtbot.keyClick(view, Qt.Key.Key_A, CONTROL)
    qtbot.keyClick(view, Qt.Key.Key_C, CONTROL)
    copied = QGuiApplication.clipboard().text()
    assert copied.startswith("3C 7C 69 6D")
    assert bytes.fromhex(copied) == content.prompt.data


@pytest.mark.parametrize("letter", [False, True], ids=["digits", "characters"])
def test_the_mouse_selects_on_digits_and_on_characters(view, qtbot, letter) -> None:
    start, end = _point(view, 3, letter=letter), _point(view, 20, letter=letter, share=0.95)
    qtbot.mousePress(view.viewport(), LEFT, pos=start)
    move = QMouseEvent(
        QEvent.Type.MouseMove,
        QPointF(end),
        view.viewport().mapToGlobal(QPointF(end)),
        Qt.MouseButton.NoButton,
        LEFT,
        Qt.KeyboardModifier.NoModifier,
    )
    QApplication.sendEvent(view.viewport(), move)
    qtbot.mouseRelease(view.viewport(), LEFT, pos=end)
    assert view.selected_bytes == (3, 21)


def test_shift_and_a_click_extend_the_selection(view, qtbot) -> None:
    qtbot.mouseClick(view.viewport(), LEFT, pos=_point(view, 2))
    qtbot.mouseClick(view.viewport(), LEFT, SHIFT, pos=_point(view, 9))
    assert view.selected_bytes == (2, 9)


def test_a_double_click_selects_the_token(view, qtbot) -> None:
    qtbot.mouseDClick(view.viewport(), LEFT, pos=_point(view, 5))
    assert view.selected_bytes == (0, len("<|im_start|>"))


def test_hovering_tells_which_byte_of_its_character_this_is(view, qtbot, content) -> None:
    start = content.prompt.data.index("日".encode())
    view.select_bytes(start, start)
    point = _point(view, start + 1)
    event = QHelpEvent(QEvent.Type.ToolTip, point, view.viewport().mapToGlobal(point))
    QApplication.sendEvent(view.viewport(), event)
    qtbot.waitUntil(lambda: QToolTip.text() != "")
    assert "U+65E5" in QToolTip.text()
    assert "byte 2 of 3: 97" in QToolTip.text()
    QToolTip.hideText()


@pytest.mark.parametrize(("width", "count"), [(1400, 32), (800, 16), (330, 8)])
def test_the_width_decides_how_many_bytes_stand_in_a_row(view, qtbot, width, count) -> None:
    view.resize(width, 400)
    qtbot.keyClick(view, Qt.Key.Key_Down)
    assert view.selected_bytes == (count,) * 2


def test_another_width_keeps_the_first_visible_byte(view) -> None:
    view.verticalScrollBar().setValue(6)
    view.resize(330, 400)
    assert view.verticalScrollBar().value() == 12


def test_tab_leaves_the_view(view, qtbot) -> None:
    qtbot.keyClick(view, Qt.Key.Key_Tab)
    assert view.selected_bytes == (0, 0)
    assert view.focusPolicy() is Qt.FocusPolicy.StrongFocus
    assert view.accessibleName()


def test_a_shorter_prompt_keeps_the_selection_inside(view, make_prompt) -> None:
    view.select_bytes(500, 600)
    shorter = make_prompt("")
    view.set_content(PromptContent(shorter, None))
    size = len(shorter.data)
    assert view.selected_bytes == (500, min(600, size))
    view.set_content(None)
    assert view.selected_bytes == (0, 0)


def test_stale_bytes_are_dimmed_and_matches_are_marked(view) -> None:
    fresh = view.grab().toImage()
    view.set_stale(True)
    assert view.grab().toImage() != fresh
    view.set_stale(False)
    view.set_matches(((3, 9),))
    assert view.grab().toImage() != fresh
    view.set_matches(())
    assert view.grab().toImage() == fresh


def test_only_the_visible_rows_of_a_megabyte_are_laid_out(view, make_prompt, monkeypatch) -> None:
    laid = []
    original = byte_view.lay_out_bytes
    monkeypatch.setattr(
        byte_view,
        "lay_out_bytes",
        lambda content, number, columns: (laid.append(number), original(content, number, columns))[
            1
        ],
    )
    view.set_content(PromptContent(make_prompt("é" * 500_000), None))
    laid.clear()
    view.grab()
    assert 0 < len(laid) <= 2 * (view.visible_rows() + 1)
    assert view.verticalScrollBar().maximum() > 60_000


def test_a_larger_font_makes_taller_rows(view) -> None:
    height = view.cells.height
    font = view.font()
    font.setPointSizeF(font.pointSizeF() * 2)
    view.setFont(font)
    assert view.cells.height > height * 1.5
