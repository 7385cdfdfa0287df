"""The schema's form: every change is one named step on the text, and the views stay together."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible, QGuiApplication
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QAbstractButton, QComboBox, QLineEdit, QWidget
from pytestqt.qtbot import QtBot
from window_fakes import PROFILES, SCHEMA, FakeEngine, no_vectors, sample_document

from app.document_session import DocumentSession
from app.models.schema_tree import Column, SchemaTreeModel
from app.prompt_page import PromptPage
from app.recovery import RecoveryFolder
from app.schema_import import SchemaImport
from app.theme import theme_palette
from app.views.banner import Banner
from app.views.form_line import FormLine
from app.views.schema_panel import FORM, JSON, SchemaPanel
from engine.errors import Finding, Place
from engine.prompt.parts import bytes_of_part, part_at_byte
from engine.prompt.segments import Owner, OwnerKind, Segment
from engine.schema.outline import outline, with_findings
from engine.schema.parse import parse_schema
from engine.schema.starters import starters
from engine.snapshot import Ready

COUNTRIES = next(one.text for one in starters() if one.name == "countries")
Key = Qt.Key
NONE, ALT, CONTROL = (
    Qt.KeyboardModifier.NoModifier,
    Qt.KeyboardModifier.AltModifier,
    Qt.KeyboardModifier.ControlModifier,
)


@pytest.fixture
def session(qtbot: QtBot, tmp_path: Path) -> Iterator[DocumentSession]:
    recovery = RecoveryFolder(tmp_path / "recovery", "session", no_vectors)
    session = DocumentSession(recovery, no_vectors)
    session.edit_schema(SCHEMA)
    session.undo_stack.clear()
    yield session
    session.close()
    session.deleteLater()


@pytest.fixture
def panel(qtbot: QtBot, session: DocumentSession) -> SchemaPanel:
    """A panel that shows and edits the session's schema."""
    panel = SchemaPanel()
    qtbot.addWidget(panel)
    panel.resize(420, 640)
    panel.schema_edited.connect(session.edit_schema)
    session.document_changed.connect(lambda document: panel.set_schema_text(document.schema_text))
    panel.set_schema_text(session.document.schema_text)
    panel.show()
    qtbot.waitExposed(panel)
    return panel


def schema(session: DocumentSession) -> dict[str, dict[str, object]]:
    return dict(json.loads(session.document.schema_text))


def names(panel: SchemaPanel) -> list[str]:
    return [row.name for row in panel.form.tree.rows_model.rows]


def press(qtbot: QtBot, widget: QWidget, key: Qt.Key, modifier: Qt.KeyboardModifier = NONE) -> None:
    qtbot.keyClick(widget, key, modifier)


def write(qtbot: QtBot, panel: SchemaPanel, text: str) -> None:
    """Type into the row's own editor and press Enter, as one does after F2."""
    [line] = [one for one in panel.form.tree.findChildren(QLineEdit) if one.isVisible()]
    line.selectAll()
    qtbot.keyClicks(line, text)
    with qtbot.waitSignal(panel.form.tree.rows_model.edited):
        press(qtbot, line, Key.Key_Return)


# The model


def test_the_tree_model_keeps_to_the_rules_of_item_models(qtbot: QtBot) -> None:
    model = SchemaTreeModel()
    tester = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    for text in (SCHEMA, COUNTRIES, "{}", SCHEMA.replace("risk_tier", "tier")):
        model.set_rows(outline(text).fields)
        assert model.rowCount() == len(json.loads(text))
    assert tester.model() is model


def test_the_same_rows_change_nothing(qtbot: QtBot) -> None:
    model = SchemaTreeModel()
    rows = outline(SCHEMA).fields
    assert model.set_rows(rows)
    with qtbot.assertNotEmitted(model.dataChanged), qtbot.assertNotEmitted(model.modelReset):
        assert not model.set_rows(rows)


def test_a_row_says_type_count_order_and_parent() -> None:
    text = '{"a": {"choices": ["x", "y"], "ordered": true}, "b": {"depends_on": "a"}}'
    model = SchemaTreeModel()
    model.set_rows(outline(text).fields)
    about = [model.index(row, Column.ABOUT).data() for row in range(2)]
    assert about == ["enum · 2 · ordered", "enum · 0 · after a"]


def test_what_cannot_be_seen_is_named_in_the_row_and_kept_in_the_edit() -> None:
    model = SchemaTreeModel()
    model.set_rows(outline('{"a": {"choices": ["x\\u00a0y"]}}').fields)
    choice = model.index(0, 0, model.index(0, 0))
    assert choice.data() == "x[NBSP]y"
    kept: list[str] = []
    model.edited.connect(lambda _part, _column, text: kept.append(text))
    model.setData(choice, str(choice.data(Qt.ItemDataRole.EditRole)) + "!")
    assert kept == ["x\u00a0y!"]


@pytest.mark.parametrize(
    ("source", "target_row", "wanted"),
    [((0, None), 2, ((0, None), 1)), ((1, None), 0, ((1, None), 0)), ((0, 1), 0, ((0, 1), 0))],
    ids=["field down", "field up", "choice up"],
)
def test_a_drop_between_rows_asks_for_the_move(
    source: tuple[int, int | None], target_row: int, wanted: object
) -> None:
    model = SchemaTreeModel()
    model.set_rows(outline(SCHEMA).fields)
    data = model.mimeData([model.index_of(source)])
    parent = model.index(-1, 0) if source[1] is None else model.index(source[0], 0)
    asked: list[object] = []
    model.move_asked.connect(lambda part, target: asked.append((part, target)))
    assert model.dropMimeData(data, Qt.DropAction.MoveAction, target_row, 0, parent)
    assert asked == [wanted]


def test_a_choice_is_not_dropped_into_another_field() -> None:
    model = SchemaTreeModel()
    model.set_rows(outline(SCHEMA).fields)
    data = model.mimeData([model.index_of((0, 0))])
    other = model.index(1, 0)
    assert not model.canDropMimeData(data, Qt.DropAction.MoveAction, 0, 0, other)
    assert not model.canDropMimeData(data, Qt.DropAction.MoveAction, 0, 0, model.index(-1, 0))


# Findings


def test_a_finding_marks_the_innermost_row_with_message_and_cure(panel: SchemaPanel) -> None:
    text = SCHEMA.replace('"LOW", "HIGH"', '"LOW", "LOW"').replace('"boolean"', '"bool"')
    panel.set_schema_text(text)
    panel.set_findings(parse_schema(text).findings)
    rows = panel.form.tree.rows_model.rows
    assert [one.id for one in rows[0].choices[1].findings] == ["duplicate-choice"]
    assert rows[0].findings == ()
    assert [one.id for one in rows[1].findings] == ["unknown-type"]
    index = panel.form.tree.rows_model.index(1, 0)
    tip = str(index.data(Qt.ItemDataRole.ToolTipRole))
    assert "Unsupported field type 'bool'" in tip
    assert "Did you mean 'boolean'?" in tip
    assert "error" in str(index.data(Qt.ItemDataRole.AccessibleTextRole))
    assert not index.data(Qt.ItemDataRole.DecorationRole).isNull()


def test_marks_stay_until_the_findings_of_the_new_text_come(panel: SchemaPanel) -> None:
    text = SCHEMA.replace('"LOW", "HIGH"', '"LOW", "LOW"')
    panel.set_schema_text(text)
    findings = parse_schema(text).findings
    panel.set_findings(findings)
    panel.set_schema_text(text + "\n")
    rows = panel.form.tree.rows_model.rows
    assert [one.id for one in rows[0].choices[1].findings] == ["duplicate-choice"]
    panel.set_findings(())
    assert panel.form.tree.rows_model.rows[0].choices[1].findings == ()


def test_a_finding_that_only_names_its_field_marks_the_field() -> None:
    finding = Finding("low-legal-mass", "warning", Place("model", "flag"), "m")
    rows = with_findings(outline(SCHEMA).fields, (finding,))
    assert (rows[0].findings, rows[1].findings) == ((), (finding,))


def test_a_problem_leads_to_its_row_or_to_its_place_in_the_json(panel: SchemaPanel) -> None:
    text = SCHEMA.replace('"LOW", "HIGH"', '"LOW", "LOW"')
    panel.set_schema_text(text)
    finding = parse_schema(text).findings[0]
    panel.go_to(finding)
    assert panel.form.tree.current_part == (0, 1)
    panel.set_schema_text("[1]")
    panel.go_to(parse_schema("[1]").findings[0])
    assert panel.tabs.currentIndex() == JSON


# Edits by keyboard


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


# The small editor


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


def test_undo_in_a_line_is_the_windows_undo(qtbot: QtBot) -> None:
    line = FormLine("name")
    qtbot.addWidget(line)
    line.set_value("old")
    line.setText("new")
    press(qtbot, line, Key.Key_Escape)
    assert line.text() == "old"


def test_set_constraints_are_left_to_json_with_a_hint(panel: SchemaPanel) -> None:
    moderation = next(one.text for one in starters() if one.name == "content-moderation")
    panel.set_schema_text(moderation)
    panel.form.select_part("violations", "name", None)
    assert panel.form.editor.field.hint.isVisible()
    panel.form.select_part("severity", "name", None)
    assert not panel.form.editor.field.hint.isVisible()


# Text that does not parse


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
    assert not panel.form.read_only
    assert not panel.form.go_button.isVisible()


def test_both_views_show_one_text(panel: SchemaPanel, session: DocumentSession) -> None:
    panel.tabs.setCurrentIndex(JSON)
    cursor = panel.editor.textCursor()
    cursor.setPosition(SCHEMA.index("flag"))
    cursor.insertText("my_")
    assert names(panel) == ["risk_tier", "my_flag"]
    assert session.undo_stack.undoText() == "edit schema"
    panel.tabs.setCurrentIndex(FORM)
    panel.form.select_part("my_flag", "name", None)
    panel.form.command("delete")
    assert panel.editor.toPlainText() == session.document.schema_text


# Selection in the prompt


def test_a_selected_row_names_its_part(panel: SchemaPanel) -> None:
    said: list[tuple[str, str, int | None]] = []
    panel.part_selected.connect(lambda *part: said.append(part))
    tree = panel.form.tree
    tree.setCurrentIndex(tree.rows_model.index_of((0, 1)))
    tree.setCurrentIndex(tree.rows_model.index_of((1, None)))
    panel.select_part("risk_tier", "gloss", 0)
    assert said == [("risk_tier", "choice", 1), ("flag", "field", None)]
    assert tree.current_part == (0, 0)


def test_the_bytes_of_a_part_and_the_part_of_a_byte() -> None:
    def own(part: str, index: int | None = None) -> Owner:
        return Owner(OwnerKind.SCHEMA, "f", part, index)

    segments = (
        Segment(Owner(OwnerKind.PREAMBLE), 0, 5),
        Segment(own("name"), 5, 8),
        Segment(own("choice", 0), 8, 10),
        Segment(own("choice", 1), 10, 13),
        Segment(Owner(OwnerKind.CONTEXT), 13, 20),
    )
    assert bytes_of_part(segments, "f", "choice", 1) == (10, 13)
    assert bytes_of_part(segments, "f", "field", None) == (5, 13)
    assert bytes_of_part(segments, "g", "field", None) is None
    assert part_at_byte(segments, 9) == own("choice", 0)
    assert part_at_byte(segments, 2) is None
    assert part_at_byte(segments, 20) is None


def test_a_choice_and_its_bytes_in_the_prompt_select_each_other(
    qtbot: QtBot, tmp_path: Path
) -> None:
    engine = FakeEngine(tmp_path)
    snapshot = engine.real.complete(sample_document())
    page = PromptPage(PROFILES)
    qtbot.addWidget(page)
    page.set_document(snapshot.document)
    page.set_snapshot(snapshot, stale=False)
    tree = page.author.schema.form.tree
    tree.setCurrentIndex(tree.rows_model.index_of((0, 1)))
    assert isinstance(snapshot.prompt, Ready)
    data = snapshot.prompt.value.data
    start, end = page.prompt.area.selected_bytes
    assert data[start:end] == b'"HIGH"'
    tree.setCurrentIndex(tree.rows_model.index_of((1, None)))
    start, end = page.prompt.area.selected_bytes
    assert data[start:end].strip() == b'"flag": "true"  "false"  // "manually flagged"'
    page.prompt.selection_changed.emit(data.index(b'"LOW"') + 2, data.index(b'"LOW"') + 2)
    assert tree.current_part == (0, 0)
    page.prompt.selection_changed.emit(0, 1)
    assert tree.current_part == (0, 0)
    engine.close()


# Import and starters


@pytest.fixture
def imports(qtbot: QtBot, panel: SchemaPanel, session: DocumentSession) -> SchemaImport:
    banner = Banner(panel)
    return SchemaImport(session, banner, panel)


def test_an_import_from_a_file_is_one_step(
    imports: SchemaImport, session: DocumentSession, tmp_path: Path
) -> None:
    file = tmp_path / "case.json"
    file.write_bytes(b'{"f": {"type": "boolean"}}\r\n')
    imports.from_file(str(file))
    assert session.document.schema_text == '{"f": {"type": "boolean"}}\r\n'
    assert (session.undo_stack.count(), session.undo_stack.undoText()) == (1, "import case.json")


def test_an_import_from_the_clipboard_says_what_was_lost(
    imports: SchemaImport, session: DocumentSession, panel: SchemaPanel
) -> None:
    QGuiApplication.clipboard().setText(
        '{"properties": {"a": {"type": "boolean"}, "b": {"type": "string"}}}'
    )
    imports.from_clipboard()
    assert list(schema(session)) == ["a"]
    said = panel.findChildren(QAbstractButton, options=Qt.FindChildOption.FindChildrenRecursively)
    assert "Show the notes" in [button.text() for button in said]


@pytest.mark.parametrize("data", [b"[1]", b"\xff", None], ids=["no schema", "no UTF-8", "no file"])
def test_a_failed_import_changes_nothing(
    imports: SchemaImport, session: DocumentSession, tmp_path: Path, data: bytes | None
) -> None:
    file = tmp_path / "case.json"
    if data is not None:
        file.write_bytes(data)
    imports.from_file(str(file))
    assert session.document.schema_text == SCHEMA
    assert session.undo_stack.count() == 0


def test_a_starter_replaces_the_schema_as_one_step(
    imports: SchemaImport, session: DocumentSession, panel: SchemaPanel
) -> None:
    panel.starter_chosen.connect(imports.start_from)
    menu = panel.starters_menu(panel)
    assert len(menu.actions()) == len(starters())
    menu.actions()[-1].trigger()
    assert session.document.schema_text == starters()[-1].text
    assert session.undo_stack.undoText() == f"start from {starters()[-1].title}"


# Manners


def test_every_control_has_an_accessible_name(panel: SchemaPanel) -> None:
    controls = [
        one
        for kind in (QLineEdit, QComboBox, QAbstractButton)
        for one in panel.form.findChildren(kind)
        if not isinstance(one.parent(), QComboBox)
    ]
    assert len(controls) >= 13
    unnamed = [
        one
        for one in (*controls, panel.form.tree, panel.bring_in, panel.tabs)
        if not QAccessible.queryAccessibleInterface(one).text(QAccessible.Text.Name)
    ]
    assert not unnamed


def test_tab_leaves_the_tree(qtbot: QtBot, panel: SchemaPanel) -> None:
    panel.form.tree.setFocus()
    press(qtbot, panel.form.tree, Key.Key_Tab)
    assert panel.focusWidget() is not panel.form.tree


def test_a_field_of_255_choices_has_no_widget_a_row(panel: SchemaPanel) -> None:
    panel.set_schema_text(COUNTRIES)
    before = len(panel.findChildren(QWidget))
    panel.form.select_part("country", "choice", 200)
    assert panel.form.tree.current_part == (0, 200)
    panel.form.command("duplicate")
    assert len(panel.findChildren(QWidget)) == before
    assert len(panel.form.tree.rows_model.rows[0].choices) == 256


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_form_is_painted_in_light_and_dark(panel: SchemaPanel, theme: str) -> None:
    panel.setPalette(theme_palette("dark" if theme == "dark" else "light"))
    for child in panel.findChildren(QWidget):
        child.setPalette(panel.palette())
    panel.set_schema_text(COUNTRIES)
    image = panel.form.tree.viewport().grab().toImage()
    ground = image.pixelColor(QPoint(image.width() - 3, image.height() - 3))
    assert (ground.lightness() < 128) is (theme == "dark")
