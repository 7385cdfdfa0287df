"""The prompt view shows, selects, copies and finds the exact bytes."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QGuiApplication, QHelpEvent, QMouseEvent
from PySide6.QtWidgets import QApplication, QToolTip

from app.models.prompt_content import nonce_holds
from app.views import colors
from engine.prompt.segments import OwnerKind


@pytest.fixture
def view(view):
    view.resize(900, 500)
    view.area.setFocus()
    return view


def _press(qtbot, view, key, *modifiers):
    flags = Qt.KeyboardModifier.NoModifier
    for modifier in modifiers:
        flags |= modifier
    qtbot.keyClick(view.area, key, flags)


def _bytes_of(view, text):
    start = view.area.content.prompt.data.index(text.encode())
    return start, start + len(text.encode())


SHIFT, CONTROL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier


def test_an_emoji_before_a_marker_does_not_shift_the_selection(view) -> None:
    context = view.area.content.prompt.data.index("😀".encode())
    view.select_bytes(context + 5, context + 15)  # 4 bytes of emoji and a space stand before it
    assert view.area.selected_text == "<|im_end|>"
    assert view.area.selected_bytes == (context + 5, context + 15)


def test_bytes_inside_a_character_select_the_whole_character(view) -> None:
    start, end = _bytes_of(view, "😀")
    view.select_bytes(start + 1, start + 2)
    assert view.area.selected_text == "😀"
    assert view.area.selected_bytes == (start, end)


def test_selecting_bytes_from_outside_does_not_tell_about_it(view, qtbot) -> None:
    with qtbot.assertNotEmitted(view.selection_changed):
        view.select_bytes(0, 10)


def test_the_keyboard_moves_and_selects_and_tells_bytes(view, qtbot) -> None:
    start, end = _bytes_of(view, "😀")
    view.select_bytes(start, start)
    with qtbot.waitSignal(view.selection_changed) as told:
        _press(qtbot, view, Qt.Key.Key_Right, SHIFT)
    assert told.args == [start, end]
    _press(qtbot, view, Qt.Key.Key_Left)
    assert view.area.selected_bytes == (start, start)


def test_home_end_and_pages_reach_both_ends(view, qtbot) -> None:
    length = len(view.area.content.prompt.text)
    _press(qtbot, view, Qt.Key.Key_End, CONTROL)
    assert view.area.caret == length
    _press(qtbot, view, Qt.Key.Key_PageUp)
    assert view.area.caret < length
    _press(qtbot, view, Qt.Key.Key_Home, CONTROL)
    assert view.area.caret == 0
    _press(qtbot, view, Qt.Key.Key_End, SHIFT)
    assert view.area.selected_text == "<|im_start|>system"


def test_down_keeps_the_column_over_a_shorter_line(view, qtbot) -> None:
    text = view.area.content.prompt.text
    start = text.index("Classify") + 12
    view.area.select(start, start)
    _press(qtbot, view, Qt.Key.Key_Down)  # the empty line
    _press(qtbot, view, Qt.Key.Key_Down)
    line = text.index('  "risk_tier"')
    assert view.area.caret == line + 12


def test_copy_gives_the_exact_characters(view, qtbot) -> None:
    start, end = _bytes_of(view, "NBSP:\u00a0 ZWSP:\u200b")
    view.select_bytes(start, end)
    _press(qtbot, view, Qt.Key.Key_C, CONTROL)
    assert QGuiApplication.clipboard().text() == "NBSP:\u00a0 ZWSP:\u200b"


def test_select_all_selects_every_byte(view, qtbot) -> None:
    _press(qtbot, view, Qt.Key.Key_A, CONTROL)
    assert view.area.selected_text == view.area.content.prompt.text


def test_tab_leaves_the_view(view, qtbot) -> None:
    qtbot.keyClick(view.area, Qt.Key.Key_Tab)
    assert view.area.caret == 0
    assert "\t" not in view.area.selected_text


def test_the_mouse_selects_what_it_is_dragged_over(view, qtbot) -> None:
    area = view.area
    left, row = area._ribbon_width(), area.cells.height
    cell = area.cells.width
    start, end = QPoint(int(left + 1), int(row / 2)), QPoint(int(left + 12 * cell), int(row / 2))
    qtbot.mousePress(area.viewport(), Qt.MouseButton.LeftButton, pos=start)
    move = _mouse_move(area, end)
    QApplication.sendEvent(area.viewport(), move)
    qtbot.mouseRelease(area.viewport(), Qt.MouseButton.LeftButton, pos=end)
    assert area.selected_text == "<|im_start|>"


def _mouse_move(area, point):
    return QMouseEvent(
        QEvent.Type.MouseMove,
        QPointF(point),
        area.viewport().mapToGlobal(QPointF(point)),
        Qt.MouseButton.NoButton,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )


def test_a_double_click_selects_the_token(view, qtbot) -> None:
    area = view.area
    point = QPoint(int(area._ribbon_width() + 20), int(area.cells.height / 2))
    qtbot.mouseDClick(area.viewport(), Qt.MouseButton.LeftButton, pos=point)
    assert area.selected_text == "<|im_start|>"


def test_hovering_tells_about_the_character(view, qtbot) -> None:
    area = view.area
    point = QPoint(int(area._ribbon_width() + 3), int(area.cells.height / 2))
    QApplication.sendEvent(
        area.viewport(),
        QHelpEvent(QEvent.Type.ToolTip, point, area.viewport().mapToGlobal(point)),
    )
    qtbot.waitUntil(lambda: QToolTip.text() != "")
    assert "U+003C  LESS-THAN SIGN" in QToolTip.text()
    assert "from template" in QToolTip.text()
    QToolTip.hideText()


def test_the_details_give_every_offset_of_the_character_at_the_caret(view) -> None:
    prompt = view.area.content.prompt
    start, _ = _bytes_of(view, "日")
    character = prompt.text.index("日")
    units = len(prompt.text[:character].encode("utf-16-le")) // 2
    view.select_bytes(start, start)
    details = view.details.text()
    assert "U+65E5 CJK UNIFIED IDEOGRAPH-65E5" in details
    assert "E6 97 A5" in details
    assert f"byte {start} · code point {character} · UTF-16 {units}" in details
    assert details.endswith("context")


def test_the_details_of_a_split_emoji_name_both_tokens(view) -> None:
    start, _ = _bytes_of(view, "😀")
    view.select_bytes(start, start)
    assert view.details.text().count("token ") == 2


def test_the_details_of_a_selection_give_its_sizes(view) -> None:
    view.select_bytes(*_bytes_of(view, "😀 "))
    assert "5 bytes, 2 code points, 3 UTF-16 units selected" in view.details.text()


def test_the_header_says_that_the_nonce_is_right_and_that_control_tokens_are_too_many(view) -> None:
    assert f"nonce {view.area.content.prompt.nonce} recomputed: equal" in view.header.text()
    assert view.warning.text() == "⚠ control tokens: expected 5, found 6"
    assert view.warning.isVisible()


def test_the_header_begins_with_the_control_tokens_and_is_cut_at_its_end(view, make_tokens) -> None:
    prompt = view.area.content.prompt
    view.set_content(prompt, replace(make_tokens(prompt), control_found=5))
    assert view.header.text().startswith("✔ 5 control tokens, as expected  ·  ")
    view.header.resize(200, view.header.height())
    assert view.header._shown().startswith("✔ 5 control tokens")
    assert view.header._shown().endswith("…")
    assert f"nonce {view.area.content.prompt.nonce}" in view.header.toolTip()


def test_a_wrong_nonce_is_a_warning(view, make_prompt) -> None:
    wrong = make_prompt("context", "C0000000000000000")
    assert not nonce_holds(wrong)
    view.set_content(wrong, None)
    assert "NOT equal" in view.warning.text()


def test_the_published_nonce_of_a_known_context_holds(make_prompt) -> None:
    prompt = make_prompt("The applicant pays late sometimes.", "C389525abe2404839")
    assert nonce_holds(prompt)


def test_the_same_prompt_again_changes_nothing(view, qtbot) -> None:
    content = view.area.content
    with qtbot.assertNotEmitted(view.area.caret_moved):
        view.set_content(view.area._prompt, view.area._tokens)
    assert view.area.content is content


def test_a_shorter_prompt_keeps_the_caret_inside(view, qtbot, make_prompt) -> None:
    _press(qtbot, view, Qt.Key.Key_A, CONTROL)
    prompt = make_prompt("x")
    view.set_content(prompt, None)
    assert view.area.selected_bytes == (0, 0)
    view.set_content(None, None)
    assert view.area.selected_bytes == (0, 0)
    assert view.details.text() == ""


def test_finding_selects_matches_in_turn_and_counts_them(view, qtbot) -> None:
    _press(qtbot, view, Qt.Key.Key_F, CONTROL)
    assert view.find_bar.isVisible()
    with qtbot.waitSignal(view.selection_changed):
        qtbot.keyClicks(view.find_bar.field, "im_start")
    assert view.find_bar.count.text() == "1 of 3"
    qtbot.keyClick(view.find_bar.field, Qt.Key.Key_Return)
    assert view.find_bar.count.text() == "2 of 3"
    qtbot.keyClick(view.find_bar.field, Qt.Key.Key_Return, SHIFT)
    qtbot.keyClick(view.find_bar.field, Qt.Key.Key_Return, SHIFT)
    assert view.find_bar.count.text() == "3 of 3"
    assert view.area.selected_text == "im_start"
    qtbot.keyClick(view.find_bar.field, Qt.Key.Key_Escape)
    assert not view.find_bar.isVisible()


def test_finding_an_emoji_selects_its_bytes(view) -> None:
    view.show_find()
    view.find_bar.field.setText("😀")
    assert view.area.selected_bytes == _bytes_of(view, "😀")


def test_what_is_not_there_is_not_found(view) -> None:
    view.show_find()
    view.find_bar.field.setText("nowhere")
    assert view.find_bar.count.text() == "not found"


def test_a_stale_prompt_is_dimmed_and_says_so(view) -> None:
    fresh = view.area.grab().toImage()
    view.set_stale(True)
    assert view.header.text().startswith("stale")
    assert view.area.grab().toImage() != fresh
    view.set_stale(False)
    assert view.area.grab().toImage() == fresh


def test_a_selection_far_away_is_brought_into_view(view, make_prompt) -> None:
    prompt = make_prompt("line\n" * 2000 + "needle\n" + "line\n" * 2000)
    view.set_content(prompt, None)
    view.select_bytes(*_bytes_of(view, "needle"))
    first = view.area.verticalScrollBar().value()
    row = view.area._index.row_of(view.area.selection[0])
    assert first <= row < first + view.area.visible_rows()


def test_a_narrower_view_keeps_the_first_visible_character(view, make_prompt) -> None:
    view.set_content(make_prompt("word " * 4000), None)
    view.area.verticalScrollBar().setValue(50)
    view.area.grab()
    top = view.area._index.row(50).start
    view.resize(500, 500)
    view.area.grab()
    row = view.area._index.row(view.area.verticalScrollBar().value())
    assert row.start <= top < row.end


def test_only_the_visible_rows_of_a_megabyte_on_one_line_are_laid_out(view, make_prompt) -> None:
    view.set_content(make_prompt("é" * 500_000), None)
    view.area.grab()
    assert view.area._index.row_count > 1000
    assert len(view.area._laid) <= view.area.visible_rows() + 1


def test_the_view_has_a_name_for_screen_readers(view) -> None:
    for widget in (view.area, view.header, view.details, view.find_bar.field):
        assert widget.accessibleName()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_owners_and_text_differ_from_the_ground(theme, make_palette) -> None:
    palette = make_palette(theme)
    ground = colors.base_color(palette).lightness()
    assert colors.is_dark(palette) is (theme == "dark")
    for kind in OwnerKind:
        owner = colors.owner_color(palette, kind)
        assert abs(owner.lightness() - ground) > 60
        odd = colors.token_tint(palette, owner, odd=True)
        even = colors.token_tint(palette, owner, odd=False)
        assert odd != even
        assert abs(odd.lightness() - ground) < 60
