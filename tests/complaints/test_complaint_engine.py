"""Complaint 24: the engine in the background, with the real model."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.application import example
from engine.document_file import read_document
from engine.runner import LatestRunner
from engine.snapshot import Ready
from engine.workspace import open_workspace
from tests.app.window_desk import PATIENCE_MS, Desk

pytestmark = [pytest.mark.model, pytest.mark.qt_log_ignore("This plugin does not support")]
ROOT = Path(__file__).parent.parent.parent
DAY = date(2026, 11, 30)


@pytest.fixture
def desk(qtbot, tmp_path, asset_root):
    """The window on the example, with the real engine."""
    workspace = open_workspace(asset_root)
    made = Desk(qtbot, tmp_path, workspace.engine(DAY), workspace)
    made.loupe.open_first(example())
    made.show()
    qtbot.waitUntil(made.settled, timeout=PATIENCE_MS)
    yield made
    made.close()


def probabilities(snapshot):
    """Every probability of a snapshot, by field and choice; the example has no multi."""
    assert isinstance(snapshot.scores, Ready)
    fields = snapshot.scores.value.fields
    return {(one.field, part.choice): part.probability for one in fields for part in one.choices}


def the_example(workspace):
    return read_document(example(), workspace.golden_profile)


def test_24a_of_five_characters_typed_quickly_only_the_last_result_is_shown(qtbot, desk):
    shown = []
    desk.loupe.bridge.snapshot_changed.connect(shown.append)
    QTest.keyClicks(desk.page.author.contexts.editor, "12345")
    qtbot.waitUntil(desk.settled, timeout=PATIENCE_MS)
    scored = [one for one in shown if isinstance(one.scores, Ready)]
    assert [one.document.context.data[:5] for one in scored] == [b"12345"]
    assert b"\n12345The applicant" in desk.page.prompt.area.content.prompt.data
    assert not desk.page.decisions.tree.stale


def test_24b_closing_during_a_forward_pass_of_the_model_exits_0_within_two_seconds(
    tmp_path, asset_root
):
    script = ROOT / "tests" / "app" / "closing_window.py"
    done = subprocess.run(
        [sys.executable, str(script), "real", str(tmp_path)],
        capture_output=True,
        text=True,
        timeout=60,
        env={**os.environ, "PYTHONPATH": str(ROOT), "LOUPE_ASSETS": str(asset_root)},
        cwd=ROOT,
        check=False,
    )
    ended = time.monotonic()
    assert done.returncode == 0, done.stderr
    assert ended - float(done.stdout.split()[0]) < 2
    assert "QThread" not in done.stderr
    assert "Traceback" not in done.stderr


def test_24c_each_of_several_engines_loads_and_scores_on_a_thread_of_its_own(asset_root):
    document = the_example(open_workspace(asset_root))
    found, failures, threads = [], [], []

    def score_once():
        done = threading.Event()

        def take(snapshot):
            if isinstance(snapshot.scores, Ready):
                threads.append(threading.current_thread().name)
                found.append(probabilities(snapshot))
                done.set()

        def fail(_generation, error):
            failures.append(error)
            done.set()

        runner = LatestRunner(
            lambda: open_workspace(asset_root).engine(DAY, steady=True), take, fail
        )
        runner.submit(document)
        assert done.wait(60)
        assert runner.close(20)

    for _ in range(3):
        score_once()
    assert failures == []
    assert found[0] == found[1] == found[2]
    assert threads == ["loupe-engine"] * 3


def test_24d_looking_at_details_never_changes_the_next_numbers(qtbot, desk, asset_root):
    tree = desk.page.decisions.tree
    tree.expandAll()
    for row in range(tree.model().rowCount()):
        tree.setCurrentIndex(tree.model().index(row, 0))
        QTest.keyClick(tree, Qt.Key.Key_Down)
    for name in ("page_compare", "page_templates", "page_prompt"):
        desk.act(name)
    QTest.keyClicks(desk.page.author.contexts.editor, "Indeed. ")
    qtbot.waitUntil(desk.settled, timeout=PATIENCE_MS)

    workspace = open_workspace(asset_root)
    document = the_example(workspace)
    context = replace(document.context, data=b"Indeed. " + document.context.data)
    unseen = workspace.engine(DAY)
    unseen.complete(document, score=True)
    expected = unseen.complete(replace(document, contexts=(context,)), score=True)
    unseen.close()
    assert desk.last.prompt.value.data == expected.prompt.value.data
    assert probabilities(desk.last) == pytest.approx(probabilities(expected), abs=1e-5)
