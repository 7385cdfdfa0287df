"""Text, tokens and bytes beside each other: which are shown, one selection, find, go to, copy."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QToolButton

from app.views.prompt_go_to import GoToDialog, read_number
from engine.prompt.positions import Unit


def _bytes_of(view, text):
    start = view.content.prompt.data.index(text.encode())
    return start, start + len(text.encode())


def _rows(view):
    return sorted(index.row() for index in view.tokens.selectionModel().selectedRows())


def _shown(view):
    return (
        view.stack.above,
        view.stack.below,
        [one.isVisible() for one in view.stack._views.values()],
    )


def _button(view, name):
    (found,) = [
        one for one in view.switch.findChildren(QToolButton) if one.accessibleName() == name
    ]
    return found


def test_text_stands_above_tokens_at_first(view) -> None:
    assert _shown(view) == ("text", "tokens", [True, True, False])
    assert view.area.y() < view.tokens.y()


def test_a_view_chosen_above_changes_places_with_the_one_below(view) -> None:
    _button(view, "Tokens above").click()
    assert _shown(view) == ("tokens", "text", [True, True, False])
    assert view.tokens.y() < view.area.y()
    assert _button(view, "Tokens above").isChecked()
    assert _button(view, "Text below").isChecked()


def test_the_view_below_can_be_chosen_and_closed(view, qtbot) -> None:
    _button(view, "Bytes below").click()
    assert _shown(view) == ("text", "bytes", [True, False, True])
    _button(view, "Bytes below").click()
    assert _shown(view) == ("text", "", [True, False, False])
    assert view.panes() == (view.area,)
    _button(view, "Bytes below").click()
    qtbot.waitUntil(lambda: view.bytes.height() > view.stack.height() / 3)


def test_another_view_below_takes_the_height_of_the_one_that_was_there(view, qtbot) -> None:
    view.stack.setSizes([300, 200, 0])
    before = view.tokens.height()
    view.stack.show_below("bytes")
    qtbot.waitUntil(lambda: abs(view.bytes.height() - before) <= 2)


def test_the_view_above_chosen_below_leaves_its_place_to_another(view) -> None:
    view.stack.show_below("text")
    assert (view.stack.above, view.stack.below) == ("tokens", "text")
    view.stack.show_below("")
    view.stack.show_below("tokens")
    assert (view.stack.above, view.stack.below) == ("text", "tokens")


def test_bytes_selected_in_the_byte_view_are_selected_everywhere(view, qtbot) -> None:
    start, end = _bytes_of(view, "😀")
    with qtbot.waitSignal(view.selection_changed) as told:
        view.bytes._put(start, start + 2)
    assert told.args == [start, start + 2]
    assert view.area.selected_bytes == (start, end)  # text has whole characters only
    assert len(_rows(view)) == 1
    assert view.bytes.selected_bytes == (start, start + 2)
    assert view.selection == (start, start + 2)


def test_a_token_selected_selects_its_bytes_everywhere(view) -> None:
    start, _ = _bytes_of(view, "😀")
    token = view.content.tokens_between(start, start + 1)[0]
    view.tokens.selectRow(token.index)
    assert view.bytes.selected_bytes == (start, start + 2)
    assert view.area.selected_text == "😀"
    assert _rows(view) == [token.index]


def test_text_selected_is_selected_in_bytes_and_tokens(view, qtbot) -> None:
    start, end = _bytes_of(view, "<|im_end|>\r")
    view.area.select_bytes(start, start)
    view.area.setFocus()
    for _ in range(10):
        qtbot.keyClick(view.area, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    assert view.bytes.selected_bytes == (start, end - 1)
    assert [view.content.tokens[row].data for row in _rows(view)] == [b"<|im_end|>"]


def test_the_source_of_a_selection_is_left_alone(view) -> None:
    view.bytes.select_bytes(3, 4)
    view.select_bytes(0, 12, view.bytes)
    assert view.bytes.selected_bytes == (3, 4)
    assert view.area.selected_bytes == (0, 12)


def test_the_owner_of_a_selection_is_told(view, qtbot) -> None:
    start, _ = _bytes_of(view, '"MEDIUM"')
    with qtbot.waitSignal(view.owner_selected) as told:
        view.bytes._put(start, start + 1)
    (owner,) = told.args
    assert (owner.field, owner.part, owner.index) == ("risk_tier", "choice", 1)


def test_the_details_of_one_byte_say_which_byte_of_its_character_it_is(view) -> None:
    start, _ = _bytes_of(view, "日")
    view.select_bytes(start + 2, start + 3)
    details = view.details.text()
    assert "U+65E5" in details
    assert "byte 3 of 3: A5" in details


def test_the_details_of_a_range_that_cuts_characters_say_so(view) -> None:
    start, _ = _bytes_of(view, "日本")
    view.select_bytes(start + 1, start + 5)
    assert "4 bytes, 2 code points, 2 UTF-16 units selected" in view.details.text()
    assert "cuts a character" in view.details.text()


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("\u0301", "U+0301 COMBINING ACUTE ACCENT"),
        ("\u200d", "U+200D ZERO WIDTH JOINER"),
        ("😀", "U+1F600 GRINNING FACE"),
        ("\u202e", "U+202E RIGHT-TO-LEFT OVERRIDE"),
        ("\u00a0", "U+00A0 NO-BREAK SPACE"),
    ],
)
def test_characters_that_hide_or_join_are_named(view, text, name) -> None:
    view.select_bytes(*_bytes_of(view, text))
    assert view.details.text().startswith(name)
    assert "context" in view.details.text()


@pytest.mark.parametrize(
    ("needle", "count", "first"),
    [
        ("E2 80", "bytes  ·  1 of 5", "—"),
        ("U+200B", "code points  ·  1 of 1", "\u200b"),
        ("im_end", "1 of 3", "im_end"),
        ("U+D800", "U+D800 is a surrogate and has no UTF-8 bytes", None),
        ("nowhere", "not found", None),
    ],
)
def test_needles_of_all_kinds_are_found(view, needle, count, first) -> None:
    view.show_find()
    view.find_bar.field.setText(needle)
    assert view.find_bar.count.text() == count
    if first is not None:
        start = view.content.prompt.data.index(first.encode())
        assert view.selection[0] == start


def test_a_token_is_found_by_its_id_and_stepping_goes_round(view) -> None:
    tokens = view.content.tokens
    wanted = next(token for token in tokens if token.data == b"<|im_end|>")
    places = [(t.byte_start, t.byte_end) for t in tokens if t.id == wanted.id]
    view.show_find()
    view.find_bar.field.setText(f"#{wanted.id}")
    seen = [view.selection]
    for _ in places:
        view.find_next()
        seen.append(view.selection)
    assert seen == [*places, places[0]]
    view.find_previous()
    assert view.selection == places[-1]


def test_stepping_without_a_needle_asks_for_one_and_with_a_closed_bar_still_steps(view) -> None:
    view.find_next()
    assert view.find_bar.isVisible()
    view.find_bar.field.setText("im_start")
    view.find_bar.closed.emit()
    first = view.selection
    view.find_next()
    assert not view.find_bar.isVisible()
    assert view.selection > first


def _asked(view, unit, typed):
    view.show_go_to()
    (dialog,) = view.findChildren(GoToDialog)
    dialog.unit.setCurrentIndex(dialog.unit.findData(unit.value))
    dialog.field.setText(typed)
    return dialog


@pytest.mark.parametrize("unit", list(Unit))
def test_going_to_an_offset_selects_what_stands_there(view, unit) -> None:
    text = view.content.prompt.text
    character = text.index("日")
    start = len(text[:character].encode())
    token = view.content.tokens_between(start, start + 1)[0]
    number, expected = {
        Unit.BYTE: (start, (start, start + 1)),
        Unit.CODE_POINT: (character, (start, start + 3)),
        Unit.UTF16: (len(text[:character].encode("utf-16-le")) // 2, (start, start + 3)),
        Unit.TOKENS: (token.index, (token.byte_start, token.byte_end)),
    }[unit]
    _asked(view, unit, str(number)).accept()
    assert view.selection == expected


def test_an_offset_in_hex_is_taken_and_one_past_the_end_is_not(view, qtbot) -> None:
    size = len(view.content.prompt.data)
    dialog = _asked(view, Unit.BYTE, str(size))
    assert not dialog._go.isEnabled()
    assert f"From 0 to {size - 1}" in dialog.message.text()
    dialog.accept()
    assert dialog.isVisible()
    dialog.field.setText("0x1F")
    with qtbot.waitSignal(dialog.chosen) as told:
        dialog.accept()
    assert told.args == [31, 32]


@pytest.mark.parametrize(
    ("typed", "number"), [(" 412 ", 412), ("0x19C", 412), ("-1", None), ("1O", None), ("", None)]
)
def test_numbers_are_read_in_decimal_and_hex(typed, number) -> None:
    assert read_number(typed) == number


def test_a_selection_is_copied_in_every_form(view) -> None:
    view.select_bytes(*_bytes_of(view, "日"))
    clipboard = QGuiApplication.clipboard()
    copied = []
    for copy in (
        view.copy_text,
        view.copy_hex,
        view.copy_escaped,
        view.copy_python_bytes,
        view.copy_python_str,
        view.copy_ids,
    ):
        copy()
        copied.append(clipboard.text())
    (token,) = view.content.tokens_between(*view.selection)
    assert copied == [
        "日",
        "E6 97 A5",
        "\\u65e5",
        "b'\\xe6\\x97\\xa5'",
        "'\\u65e5'",
        f"[{token.id}]",
    ]


def test_without_a_selection_the_whole_prompt_is_copied(view) -> None:
    view.select_bytes(7, 7)
    view.copy_hex()
    assert bytes.fromhex(QGuiApplication.clipboard().text()) == view.content.prompt.data
    view.set_content(None, None)
    view.copy_escaped()
    assert bytes.fromhex(QGuiApplication.clipboard().text())  # nothing was copied


def test_half_a_character_is_copied_as_bytes_but_as_whole_text(view) -> None:
    start, _ = _bytes_of(view, "日")
    view.select_bytes(start, start + 2)
    view.copy_hex()
    assert QGuiApplication.clipboard().text() == "E6 97"
    view.copy_text()
    assert QGuiApplication.clipboard().text() == "日"
    view.copy_escaped()
    assert QGuiApplication.clipboard().text() == "\\u65e5"
