"""The provenance pane shows every hash with the command that recomputes it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import QGuiApplication

from app.models.provenance_model import ProvenanceModel
from app.models.provenance_rows import (
    Known,
    known_after,
    provenance_rows,
)
from app.models.rows_model import ROW_ROLE
from app.views.provenance import ProvenanceView
from engine.snapshot import PENDING, Failed, Snapshot


@pytest.fixture
def view(qtbot, make_snapshot):
    view = ProvenanceView()
    qtbot.addWidget(view)
    view.set_snapshot(make_snapshot())
    view.resize(900, 350)
    view.show()
    return view


def _rows(view):
    model = view.provenance_model
    rows = (model.index(row, 0).data(ROW_ROLE) for row in range(model.rowCount()))
    return {row.name: row for row in rows}


def test_the_model_is_well_behaved(qtmodeltester, make_snapshot) -> None:
    model = ProvenanceModel()
    qtmodeltester.check(model)
    model.set_rows(provenance_rows(known_after(Known(), make_snapshot())))
    qtmodeltester.check(model)


def test_every_value_is_there_in_full(view, make_snapshot) -> None:
    rows, hashes = _rows(view), make_snapshot().hashes.value
    assert rows["prompt bytes sha256"].value == hashes.prompt_bytes_sha256
    assert rows["prompt sha256 (token ids)"].value == hashes.prompt_sha256
    assert rows["plan hash"].value == hashes.plan_hash
    assert rows["prompt version"].value == "jevmlx-parallel-v9"
    assert rows["nonce"].value == "C389525abe2404839  (recomputed: equal)"
    assert rows["tokenizer"].value == "smollm2-135m · GPT2TokenizerFast"
    assert rows["tokenizer revision"].value == "872be49dbb63"
    assert rows["template switches"].value == "enable_thinking=False"
    assert rows["switches without effect"].value == "enable_thinking"
    assert rows["system role"].value == "in its own turn"
    assert rows["model"].value == "SmolLM2-135M-Instruct · llama"
    assert rows["model runs as"].value == "float32 on cpu"
    assert not any(row.stale for row in rows.values())


def test_a_wrong_nonce_is_told(view, make_snapshot, make_prompt) -> None:
    snapshot = make_snapshot()
    wrong = replace(snapshot.prompt, value=make_prompt("other", "C0000000000000000"))
    view.set_snapshot(replace(snapshot, prompt=wrong))
    assert "NOT EQUAL" in _rows(view)["nonce"].value


def test_before_anything_is_known_values_are_dashes(qtbot, make_snapshot) -> None:
    view = ProvenanceView()
    qtbot.addWidget(view)
    view.set_snapshot(Snapshot(1, make_snapshot().document))
    rows = _rows(view)
    assert rows["plan hash"].value == "–"
    assert not rows["plan hash"].stale


def test_values_of_an_older_document_stay_and_are_stale(view, make_snapshot) -> None:
    before = _rows(view)
    view.set_snapshot(replace(make_snapshot(), hashes=Failed(()), scores=PENDING))
    after = _rows(view)
    assert after["plan hash"].value == before["plan hash"].value
    stale = [name for name, row in after.items() if row.stale]
    assert stale == [
        "prompt bytes sha256",
        "prompt sha256 (token ids)",
        "plan hash",
        "model",
        "model sha256",
        "model runs as",
    ]


def test_new_values_keep_the_current_row(view, make_snapshot, qtbot) -> None:
    view.table.selectRow(2)
    with qtbot.assertNotEmitted(view.provenance_model.modelReset):
        view.set_snapshot(make_snapshot("another context"))
    assert view.table.currentIndex().row() == 2


def test_equal_rows_change_nothing(view, make_snapshot, qtbot) -> None:
    with qtbot.assertNotEmitted(view.provenance_model.dataChanged):
        view.set_snapshot(make_snapshot())


def test_copying_gives_the_whole_value_and_the_whole_command(view, qtbot, make_snapshot) -> None:
    view.table.selectRow(1)
    qtbot.mouseClick(view.copy_value_button, Qt.MouseButton.LeftButton)
    hashes = make_snapshot().hashes.value
    assert QGuiApplication.clipboard().text() == hashes.prompt_bytes_sha256
    qtbot.mouseClick(view.copy_recipe_button, Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().text() == (
        "# save the document first, then: loupe render DOCUMENT > prompt.bin\n"
        "sha256sum < prompt.bin | cut -d ' ' -f 1"
    )
    view.set_file(Path("/tmp/my work/it's.loupe.json"))
    view.copy_recipe()
    assert QGuiApplication.clipboard().text() == (
        """loupe render '/tmp/my work/it'"'"'s.loupe.json' > prompt.bin\n"""
        "sha256sum < prompt.bin | cut -d ' ' -f 1"
    )
    view.table.selectRow(3)
    qtbot.keyClick(view.table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == hashes.plan_hash


def test_a_value_without_a_command_has_none_to_copy(view) -> None:
    view.table.setCurrentIndex(QModelIndex())
    assert not view.copy_value_button.isEnabled()
    view.table.selectRow(0)
    assert view.copy_value_button.isEnabled()
    assert not view.copy_recipe_button.isEnabled()


def test_an_edit_is_listed_with_its_cause(view, make_snapshot, qtbot) -> None:
    assert view.change_model.rowCount() == 0
    view.set_snapshot(make_snapshot("another context"))
    shown = [
        [view.change_model.index(row, column).data() for column in (1, 3)]
        for row in range(view.change_model.rowCount())
    ]
    cause = "context: late payer, 34 to 15 bytes"
    assert shown == [
        ["prompt bytes sha256", cause],
        ["prompt sha256 (token ids)", cause],
        ["nonce", cause],
    ]
    assert view.change_model.index(2, 2).data().startswith("C389525a → C")
    view.changes.selectRow(2)
    qtbot.keyClick(view.changes, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text().startswith("C389525abe2404839\n→ C")


def test_the_change_model_is_well_behaved(qtmodeltester, view, make_snapshot) -> None:
    view.set_snapshot(make_snapshot("another context"))
    qtmodeltester.check(view.change_model)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_stale_values_are_drawn_otherwise(view, make_palette, make_snapshot, theme) -> None:
    view.setPalette(make_palette(theme))
    fresh = view.table.grab().toImage()
    view.set_snapshot(replace(make_snapshot(), tokens=PENDING))
    assert view.table.grab().toImage() != fresh
