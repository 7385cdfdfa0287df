"""Every change by the form is one named step on the text; what cannot be read is kept."""

from __future__ import annotations

import json

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QContextMenuEvent, QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QLineEdit, QMenu
from pytestqt.qtbot import QtBot

from app.document_session import DocumentSession
from app.views.form_line import FormLine
from app.views.schema_panel import FORM, JSON, SchemaPanel
from engine.schema.starters import starters
from tests.app.schema.form_helpers import ALT, CONTROL, Key, names, press, schema, write
from tests.app.window_fakes import SCHEMA


def test_renaming_inline_is_one_step_named_after_what_it_does(
    qtbot: QtBot, panel: SchemaPanel, session: DocumentSession
) -> None:
    panel.form.tree.select_part((0, None))
    press(qtbot, panel.form.tree, Key.Key_F2)
    write(qtbot, panel, "tier")
    assert session.document.schema_text == SCHEMA.replace("risk_tier", "tier")
    assert session.undo_stack.undoText() == "rename risk_tier"
    session.undo_stack.undo()
    assert session.document.schema_text == SCHEMA
    assert names(panel) == ["risk_tier", "flag"]


def test_a_schema_of_three_fields_is_made_without_the_mouse(
    qtbot: QtBot, panel: SchemaPanel, session: DocumentSession
) -> None:
    session.edit_schema("{\n}\n", "clear")
    tree = panel.form.tree
    tree.setFocus()
    for name in ("one", "two", "three"):
        press(qtbot, tree, Key.Key_Insert)
        write(qtbot, panel, name)
    press(qtbot, tree, Key.Key_I, CONTROL)
    write(qtbot, panel, "maybe")
    assert list(schema(session)) == ["one", "two", "three"]
    assert schema(session)["three"]["choices"] == ["yes", "no", "maybe"]
    press(qtbot, tree, Key.Key_Insert)
    write(qtbot, panel, "never")
    assert schema(session)["three"]["choices"] == ["yes", "no", "maybe", "never"]


def test_duplicate_delete_and_move_have_keys(
    qtbot: QtBot, panel: SchemaPanel, session: DocumentSession
) -> None:
    tree = panel.form.tree
    tree.select_part((1, None))
    press(qtbot, tree, Key.Key_D, CONTROL)
    assert names(panel) == ["risk_tier", "flag", "flag_2"]
    assert tree.current_part == (2, None)
    press(qtbot, tree, Key.Key_Up, ALT)
    press(qtbot, tree, Key.Key_Up, ALT)
    press(qtbot, tree, Key.Key_Up, ALT)
    assert names(panel) == ["flag_2", "risk_tier", "flag"]
    assert tree.current_part == (0, None)
    press(qtbot, tree, Key.Key_Delete)
    assert session.document.schema_text == SCHEMA
    tree.select_part((0, 0))
    press(qtbot, tree, Key.Key_Down, ALT)
    assert schema(session)["risk_tier"]["choices"] == ["HIGH", "LOW"]
    assert tree.current_part == (0, 1)
    titles = [session.undo_stack.text(step) for step in range(session.undo_stack.count())]
    assert titles == [
        "duplicate flag", "move flag_2", "move flag_2", "delete flag_2", "move LOW",
    ]  # fmt: skip


def test_the_last_field_can_be_deleted(
    qtbot: QtBot, panel: SchemaPanel, session: DocumentSession
) -> None:
    panel.form.tree.select_part((1, None))
    press(qtbot, panel.form.tree, Key.Key_Delete)
    press(qtbot, panel.form.tree, Key.Key_Delete)
    assert schema(session) == {}
    press(qtbot, panel.form.tree, Key.Key_Delete)
    assert session.undo_stack.count() == 2


def test_each_button_does_what_its_key_does(panel: SchemaPanel, session: DocumentSession) -> None:
    for command, count in (("duplicate", 3), ("up", 3), ("down", 3), ("delete", 2), ("add", 3)):
        panel.form.buttons.button(command).click()
        assert len(schema(session)) == count


def test_moved_fields_stay_open_and_closed(panel: SchemaPanel, session: DocumentSession) -> None:
    tree = panel.form.tree
    session.edit_schema('{"a": {"choices": ["x"]}, "b": {"choices": ["y"]}}', "x")
    tree.collapse(tree.rows_model.index(0, 0))
    tree.select_part((0, None))
    panel.form.command("down")
    opened = [tree.isExpanded(tree.rows_model.index(row, 0)) for row in range(2)]
    assert names(panel) == ["b", "a"]
    assert opened == [True, False]


def test_a_drag_moves_the_row(qtbot: QtBot, panel: SchemaPanel, session: DocumentSession) -> None:
    model = panel.form.tree.rows_model
    data = model.mimeData([model.index_of((1, None))])
    with qtbot.waitSignal(session.document_changed):  # after the drag has ended
        model.dropMimeData(data, Qt.DropAction.MoveAction, 0, 0, model.index(-1, 0))
    assert list(schema(session)) == ["flag", "risk_tier"]


def test_typing_a_question_shows_at_once_and_is_one_step(
    qtbot: QtBot, panel: SchemaPanel, session: DocumentSession
) -> None:
    panel.form.tree.select_part((0, None))
    panel.form.select_part("risk_tier", "description", None)
    line = panel.form.editor.field.question
    line.setFocus()
    line.end(False)
    qtbot.keyClicks(line, "ab")
    wanted = SCHEMA.replace("Credit risk tier", "Credit risk tierab")
    assert session.document.schema_text == wanted
    assert line.cursorPosition() == len("Credit risk tierab")
    assert (session.undo_stack.count(), session.undo_stack.undoText()) == (
        1,
        "question of risk_tier",
    )


def test_type_order_and_parent_are_chosen(panel: SchemaPanel, session: DocumentSession) -> None:
    editor = panel.form.editor.field
    panel.form.select_part("risk_tier", "name", None)
    editor.ordered.click()
    editor.type.activated.emit(editor.type.findText("multi"))
    assert schema(session)["risk_tier"]["ordered"] is True
    assert schema(session)["risk_tier"]["type"] == "multi"
    editor.type.activated.emit(editor.type.findText("enum"))
    panel.form.select_part("flag", "name", None)
    editor.depends_on.activated.emit(editor.depends_on.findText("risk_tier"))
    assert schema(session)["flag"]["depends_on"] == "risk_tier"
    editor.depends_on.activated.emit(0)
    assert "depends_on" not in schema(session)["flag"]


def test_a_gloss_is_typed(qtbot: QtBot, panel: SchemaPanel, session: DocumentSession) -> None:
    panel.form.select_part("risk_tier", "choice", 1)
    qtbot.keyClicks(panel.form.editor.choice.gloss, "bad")
    assert schema(session)["risk_tier"]["choice_descriptions"] == {"HIGH": "bad"}
    assert session.undo_stack.count() == 1
    session.undo_stack.undo()
    assert session.document.schema_text == SCHEMA


def test_a_name_that_is_taken_is_refused_with_the_reason(
    panel: SchemaPanel, session: DocumentSession
) -> None:
    panel.form.select_part("flag", "name", None)
    line = panel.form.editor.field.name
    line.setText("risk_tier")
    line.editingFinished.emit()
    assert session.document.schema_text == SCHEMA
    assert line.text() == "flag"
    assert "already a field 'risk_tier'" in panel.form.message.text()
    assert panel.form.message.isVisible()


@pytest.fixture
def line(qtbot: QtBot) -> FormLine:
    line = FormLine("name")
    qtbot.addWidget(line)
    line.set_value("old")
    return line


def test_undo_in_a_line_is_left_to_the_window(line: FormLine) -> None:
    line.insert("x")
    override = QKeyEvent(QEvent.Type.ShortcutOverride, Key.Key_Z, CONTROL)
    override.accept()
    line.event(override)
    assert not override.isAccepted()


def test_esc_gives_a_line_its_old_text_back(qtbot: QtBot, line: FormLine) -> None:
    line.setText("new")
    press(qtbot, line, Key.Key_Escape)
    assert line.text() == "old"


def test_a_line_keeps_what_qt_would_lose(qtbot: QtBot, line: FormLine) -> None:
    line.set_value("\ufeffa\u2028\ud83d")
    line.end(False)
    with qtbot.waitSignal(line.typed) as typed:
        qtbot.keyClicks(line, "b")
    assert typed.args == ["\ufeffa\u2028\ud83db"]


HARD = ("\ufeffa", "\ufffehello", "\ufffe", "\ufdd0\ufdef\uffff", "\xa0\r\n\u2029", "x" * 40_000)


@pytest.mark.parametrize("value", HARD, ids=lambda value: ascii(value)[:20])
def test_looking_at_a_line_changes_nothing_in_it(qtbot: QtBot, line: FormLine, value: str) -> None:
    with qtbot.assertNotEmitted(line.committed), qtbot.assertNotEmitted(line.typed):
        line.set_value(value)
        line.editingFinished.emit()
    line.end(False)
    with qtbot.waitSignal(line.typed) as typed:
        qtbot.keyClicks(line, "Z")
    assert typed.args == [value + "Z"]


@pytest.mark.parametrize("value", HARD, ids=lambda value: ascii(value)[:20])
def test_a_line_copies_cuts_and_pastes_real_characters(
    qtbot: QtBot, line: FormLine, value: str
) -> None:
    line.set_value(value)
    line.selectAll()
    press(qtbot, line, Key.Key_C, CONTROL)
    mime = QGuiApplication.clipboard().mimeData()
    assert bytes(mime.data("text/plain;charset=utf-8").data()) == value.encode()
    assert bytes(mime.data("text/plain").data()) == value.encode()
    with qtbot.waitSignal(line.typed) as typed:
        press(qtbot, line, Key.Key_X, CONTROL)
    assert typed.args == [""]
    with qtbot.waitSignal(line.typed) as typed:
        press(qtbot, line, Key.Key_V, CONTROL)
    assert typed.args == [value]


def test_the_menu_of_a_line_copies_real_characters(qtbot: QtBot, line: FormLine) -> None:
    line.set_value("a\xa0")
    line.selectAll()
    place = line.rect().center()
    line.contextMenuEvent(
        QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, place, line.mapToGlobal(place))
    )
    menu = next(one for one in line.findChildren(QMenu) if one.isVisible())
    names = [action.objectName() for action in menu.actions()]
    assert "edit-undo" not in names
    menu.actions()[names.index("edit-copy")].trigger()
    assert QGuiApplication.clipboard().text() == "a\xa0"
    menu.close()


@pytest.mark.parametrize("name", ["\ufffeparent", "\ufeffparent", "par\u200bent"], ids=ascii)
def test_a_parent_with_hard_characters_is_chosen_by_its_own_name(
    panel: SchemaPanel, session: DocumentSession, name: str
) -> None:
    boolean = {"type": "boolean", "description": "?"}
    session.edit_schema(json.dumps({name: boolean, "child": boolean}))
    panel.form.select_part("child", "name", None)
    chooser = panel.form.editor.field.depends_on
    chooser.activated.emit(1)
    assert schema(session)["child"]["depends_on"] == name
    assert chooser.currentIndex() == 1


def test_set_constraints_are_left_to_json_with_a_hint(panel: SchemaPanel) -> None:
    moderation = next(one.text for one in starters() if one.name == "content-moderation")
    panel.set_schema_text(moderation)
    panel.form.select_part("violations", "name", None)
    assert panel.form.editor.field.hint.isVisible()
    panel.form.select_part("severity", "name", None)
    assert not panel.form.editor.field.hint.isVisible()


def test_text_that_does_not_parse_makes_the_form_read_only_and_loses_nothing(
    qtbot: QtBot, panel: SchemaPanel, session: DocumentSession
) -> None:
    broken = SCHEMA[: SCHEMA.index("HIGH")]
    session.edit_schema(broken)
    assert panel.form.read_only
    assert names(panel) == ["risk_tier", "flag"]
    press(qtbot, panel.form.tree, Key.Key_Delete)
    press(qtbot, panel.form.tree, Key.Key_F2)
    assert panel.form.tree.findChild(QLineEdit) is None
    assert session.document.schema_text == broken
    assert panel.form.go_button.text() == "&Go to 3:36"
    panel.form.go_button.click()
    assert panel.tabs.currentIndex() == JSON
    assert panel.editor.textCursor().blockNumber() == 2
    session.undo_stack.undo()
    panel.tabs.setCurrentIndex(FORM)
    assert not panel.form.read_only
    assert not panel.form.go_button.isVisible()


def test_both_views_show_one_text(panel: SchemaPanel, session: DocumentSession) -> None:
    panel.tabs.setCurrentIndex(JSON)
    cursor = panel.editor.textCursor()
    cursor.setPosition(SCHEMA.index("flag"))
    cursor.insertText("my_")
    assert session.undo_stack.undoText() == "edit schema"
    panel.tabs.setCurrentIndex(FORM)
    assert names(panel) == ["risk_tier", "my_flag"]
    panel.form.select_part("my_flag", "name", None)
    panel.form.command("delete")
    assert panel.editor.toPlainText() == session.document.schema_text


def test_a_form_over_an_empty_text_begins_a_schema(
    qtbot: QtBot, panel: SchemaPanel, session: DocumentSession
) -> None:
    session.edit_schema("", "clear")
    assert names(panel) == []
    assert panel.form.buttons.button("add").isEnabled()
    panel.form.tree.setFocus()
    press(qtbot, panel.form.tree, Key.Key_Insert)
    write(qtbot, panel, "mood")
    assert list(schema(session)) == ["mood"]


def test_names_without_characters_and_easily_missed_spaces_are_written_out(
    qtbot: QtBot, panel: SchemaPanel, session: DocumentSession
) -> None:
    session.edit_schema('{"": {"choices": ["a", "a\\u200b", "a ", ""]}}', "x")
    tree = panel.form.tree
    shown = [tree.rows_model.index_of((0, number)).data() for number in range(4)]
    assert shown == ["a", "a[ZWSP]", "a·", '""']
    assert tree.rows_model.index_of((0, None)).data() == '""'
    assert tree.rows_model.index_of((0, None)).data(Qt.ItemDataRole.EditRole) == ""
