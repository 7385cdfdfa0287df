"""The schema and the prompt select each other; imports and starters are one step."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QAbstractButton
from pytestqt.qtbot import QtBot

from app.document_session import DocumentSession
from app.prompt_page import PromptPage
from app.schema_import import SchemaImport
from app.views.banner import Banner
from app.views.schema_panel import SchemaPanel
from engine.prompt.parts import bytes_of_part, part_at_byte
from engine.prompt.segments import Owner, OwnerKind, Segment
from engine.schema.starters import starters
from engine.snapshot import Ready
from tests.app.schema.form_helpers import schema
from tests.app.window_fakes import PROFILES, SCHEMA, FakeEngine, sample_document


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
