"""A document that opens with a broken schema shows its own last good one, nothing of another."""

from __future__ import annotations

import json

import pytest

from engine.document_file import parse_document
from tests.app.window_desk import Desk
from tests.app.window_fakes import FakeEngine

GOOD = {"mood": {"type": "enum", "choices": ["X", "Y"]}}
TABLE = {
    "format": "loupe-document/1",
    "profile": "qwen3-fake",
    "scoring": "labels",
    "schema": GOOD,
    "schema_text": '{"mood": {"type": "enum", "choices": ["X", ',
    "contexts": [{"name": "c", "text": "hi"}],
    "active_context": "c",
}


@pytest.fixture
def broken(tmp_path):
    path = tmp_path / "broken.loupe.json"
    path.write_text(json.dumps(TABLE))
    return path


def field_names(desk):
    return [row.name for row in desk.page.author.schema.form.tree.rows_model.rows]


def test_at_the_first_start_the_form_lists_the_fields_that_the_file_kept(qtbot, tmp_path, broken):
    desk = Desk(qtbot, tmp_path, FakeEngine(tmp_path / "assets"))
    desk.loupe.open_first(broken)
    desk.show()
    qtbot.waitUntil(desk.settled)
    assert field_names(desk) == ["mood"]
    assert desk.page.author.schema.form.read_only
    desk.close()


def test_in_a_window_with_another_document_nothing_of_that_one_is_left(qtbot, desk, broken):
    assert field_names(desk) == ["risk_tier", "flag"]
    desk.session.open(broken)
    qtbot.waitUntil(desk.settled)
    assert field_names(desk) == ["mood"]
    assert desk.page.prompt.content is None
    assert desk.page.tokens.model().rowCount() == 0
    assert desk.page.decisions.tree.model().rowCount() == 0
    values = {row.name: row.value for row in desk.page.provenance.provenance_model.rows}
    assert values["plan hash"] == "–"
    desk.session.undo_stack.undo()
    qtbot.waitUntil(desk.settled)
    assert field_names(desk) == ["risk_tier", "flag"]


@pytest.mark.parametrize("schema", ["[1]", "{}"], ids=["not-an-object", "empty"])
def test_a_schema_without_fields_shows_no_field_of_another_document(qtbot, desk, broken, schema):
    without = {key: value for key, value in TABLE.items() if key != "schema_text"}
    broken.write_text(json.dumps({**without, "schema": json.loads(schema)}))
    desk.session.open(broken)
    qtbot.waitUntil(desk.settled)
    assert field_names(desk) == []
    assert desk.page.prompt.content is None


def test_half_typed_text_is_saved_with_the_last_schema_that_was_json(qtbot, desk):
    whole = desk.session.document.schema_text
    desk.session.edit_schema(whole[:-3])
    desk.session.edit_schema(whole[:-4])
    desk.session.save(desk.path)
    saved = json.loads(desk.path.read_text())
    assert saved["schema_text"] == whole[:-4]
    assert list(saved["schema"]) == ["risk_tier", "flag"]
    again = parse_document(desk.path.read_bytes(), "x", str)
    assert again.schema_text == whole[:-4]
    desk.session.edit_schema(whole)
    assert desk.session.document.good_schema_text is None


def test_what_was_half_typed_is_dimmed_and_stays_while_the_same_document_is_edited(qtbot, desk):
    content = desk.page.prompt.content
    desk.session.edit_schema('{"x": ')
    qtbot.waitUntil(desk.settled)
    assert desk.page.prompt.content is content
    assert field_names(desk) == ["risk_tier", "flag"]
