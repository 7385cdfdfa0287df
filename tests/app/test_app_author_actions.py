"""What the form, the switches and the problems offer by button and key is in menu and palette."""

from __future__ import annotations

import json

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QToolButton

from app.views.action_palette import ActionPalette
from app.views.schema_panel import FORM, JSON
from engine.errors import Finding, Place

KEYS = {
    "schema_add": "Ins",
    "schema_add_choice": "Ctrl+I",
    "schema_duplicate": "Ctrl+D",
    "schema_delete": "Del",
    "schema_up": "Alt+Up",
    "schema_down": "Alt+Down",
}
OTHERS = ("score_labels", "score_slots", "hardened", "finding_hide", "finding_show")
NOTE = Finding("context-cr", "info", Place("context"), "one CR")


def field_names(desk):
    return list(json.loads(desk.session.document.schema_text))


def menu_actions(desk):
    return {
        action.objectName(): action
        for menu in desk.window.menuBar().actions()
        for action in menu.menu().actions()
    }


def test_they_are_in_the_menus_with_the_keys_of_the_form(desk):
    listed = menu_actions(desk)
    assert {name: listed[name].shortcut().toString() for name in KEYS} == KEYS
    assert set(OTHERS) | {"findings_hidden"} <= set(listed)


def test_the_palette_lists_them(desk):
    desk.act("actions")
    palette = desk.window.findChild(ActionPalette)
    rows = [
        palette._list.model().index(row, 0).data()
        for row in range(palette._list.model().rowCount())
    ]
    for words in (
        "Duplicate    Ctrl+D",
        "Delete    Del",
        "Score by slots",
        "Hardened tokenization",
    ):
        assert words in rows
    palette.close()


def test_each_does_what_its_key_does_and_brings_the_form_to_the_front(qtbot, desk):
    schema = desk.page.author.schema
    schema.form.select_part("flag", "name", None)
    schema.tabs.setCurrentIndex(JSON)
    desk.act("page_compare")
    desk.act("schema_up")
    assert field_names(desk) == ["flag", "risk_tier"]
    assert schema.tabs.currentIndex() == FORM
    assert desk.page.isVisible()
    desk.act("schema_duplicate")
    assert len(field_names(desk)) == 3
    desk.act("schema_delete")
    desk.act("schema_up")
    assert field_names(desk) == ["risk_tier", "flag"]


@pytest.mark.parametrize("view", ["context", "name"])
def test_their_keys_mean_what_they_mean_in_editors(qtbot, desk, view):
    author = desk.page.author
    editor = author.contexts.editor if view == "context" else author.schema.form.editor.field.name
    before = field_names(desk)
    editor.setFocus()
    qtbot.keyClick(editor, Qt.Key.Key_Delete)
    qtbot.keyClick(editor, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    assert len(field_names(desk)) == len(before)
    assert [row.name for row in author.schema.form.tree.rows_model.rows] == before


def test_their_keys_do_nothing_on_the_buttons_in_the_menu_bars_corner(qtbot, desk):
    before = field_names(desk)
    button = desk.window.menuBar().cornerWidget().findChild(QToolButton)
    button.setFocus()
    for key in (Qt.Key.Key_Insert, Qt.Key.Key_Delete):
        qtbot.keyClick(button, key)
    assert field_names(desk) == before


def test_they_are_off_while_the_form_is_read_only(desk):
    table = desk.window.actions_table
    assert all(table[name].isEnabled() for name in KEYS)
    desk.session.edit_schema('{"a": ')
    assert not any(table[name].isEnabled() for name in KEYS)


def test_the_switches_follow_the_document_and_change_it(desk):
    table = desk.window.actions_table
    assert table["score_labels"].isChecked()
    desk.act("score_slots")
    assert desk.session.document.scoring == "slots"
    desk.act("score_slots")
    assert table["score_slots"].isChecked()
    desk.act("hardened")
    assert desk.session.document.hardened
    desk.session.undo_stack.undo()
    desk.session.undo_stack.undo()
    assert (table["score_labels"].isChecked(), table["hardened"].isChecked()) == (True, False)


def test_hiding_is_for_a_selected_problem(desk):
    table, problems = desk.window.actions_table, desk.page.problems
    problems.set_findings((NOTE,))
    problems.clearSelection()
    problems.selectRow(0)
    assert (table["finding_hide"].isEnabled(), table["finding_show"].isEnabled()) == (True, False)
    desk.act("findings_hidden")
    assert problems.list_hidden_action.isChecked()
