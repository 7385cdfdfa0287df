"""The tree of fields and choices: rows, marks, drops, and manners."""

from __future__ import annotations

import json

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QAbstractButton, QComboBox, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from app.models.schema_tree import Column, SchemaTreeModel
from app.theme import theme_palette
from app.views.schema_panel import JSON, SchemaPanel
from engine.errors import Finding, Place
from engine.schema.outline import outline, with_findings
from engine.schema.parse import parse_schema
from tests.app.schema.form_helpers import COUNTRIES, Key, press
from tests.app.window_fakes import SCHEMA


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
    assert "did you mean 'boolean'?" in tip
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
