"""Work without a mouse: a schema, a context, a byte, another profile and the difference."""

from __future__ import annotations

import datetime
import json

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QComboBox, QLineEdit

from engine.snapshot import Ready
from engine.workspace import open_workspace
from tests.app.window_desk import Desk

Key = Qt.Key
CONTROL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
NONE = Qt.KeyboardModifier.NoModifier


class Keyboard:
    """Press keys; every key goes to whatever has the focus."""

    def __init__(self, qtbot, window) -> None:
        self._qtbot, self.window = qtbot, window

    @property
    def focus(self):
        return QApplication.focusWidget() or self.window

    def press(self, key, modifier=NONE) -> None:
        self._qtbot.keyClick(self.focus, key, modifier)

    def write(self, text: str) -> None:
        self._qtbot.keyClicks(self.focus, text)

    def press_until(self, reached, key, modifier=NONE) -> None:
        """Press a key over and over until the place is reached."""
        for _ in range(60):
            if reached(self.focus):
                return
            self.press(key, modifier)
        raise AssertionError(f"the keyboard does not reach it; the focus is in {self.focus}")


@pytest.fixture
def loupe(qtbot, tmp_path, asset_root, monkeypatch):
    real = open_workspace(asset_root).engine(datetime.date(2026, 1, 1))
    monkeypatch.setattr(real._scorers, "scorer_for", no_model)
    desk = Desk(qtbot, tmp_path, real, open_workspace(asset_root))
    desk.loupe.open_first(None)
    desk.show()
    yield desk.loupe
    desk.close()


def no_model(profile, tokenizer):
    from engine.errors import Finding, Place, StageFailed

    raise StageFailed(Finding("model-missing", "info", Place("model"), "none here", "Open one."))


def answer_dialog(qtbot, keys, text: str) -> None:
    """Type into the line of the dialog that has just opened, and press Enter."""
    qtbot.waitUntil(lambda: isinstance(QApplication.focusWidget(), QLineEdit))
    keys.focus.selectAll()
    keys.write(text)
    line = keys.focus
    keys.press(Key.Key_Return)
    qtbot.waitUntil(lambda: keys.focus is not line and QApplication.activeModalWidget() is None)
    keys.window.activateWindow()  # a window manager does this; the offscreen platform has none
    qtbot.waitUntil(lambda: QApplication.focusWidget() is not None)


def write_three_fields(qtbot, keys, tree) -> None:
    keys.press_until(lambda focus: focus is tree, Key.Key_F6)
    for name in ("urgent", "topic", "tone"):
        keys.press(Key.Key_Insert)
        qtbot.waitUntil(lambda: isinstance(keys.focus, QLineEdit))
        keys.focus.selectAll()
        keys.write(name)
        keys.press(Key.Key_Return)
        qtbot.waitUntil(lambda: keys.focus is tree)


def rendered(loupe, snapshots) -> bool:
    last = snapshots[-1] if snapshots else None
    return bool(last) and last.document is loupe.session.document and isinstance(last.hashes, Ready)


def test_from_an_empty_document_to_the_difference_between_two_profiles(loupe, qtbot):
    keys = Keyboard(qtbot, loupe.window)
    session, page = loupe.session, loupe.window.page
    snapshots = []
    loupe.bridge.snapshot_changed.connect(snapshots.append)

    keys.press(Key.Key_N, CONTROL)
    write_three_fields(qtbot, keys, page.author.schema.form.tree)
    assert set(json.loads(session.document.schema_text)) == {"urgent", "topic", "tone"}

    keys.press(Key.Key_N, CONTROL | SHIFT)
    answer_dialog(qtbot, keys, "letter")
    keys.press_until(lambda focus: focus is page.author.contexts.editor, Key.Key_F6)
    keys.write("Please call me back - today.")
    assert session.document.context.data == b"Please call me back - today."

    qtbot.waitUntil(lambda: rendered(loupe, snapshots), timeout=60_000)
    keys.press(Key.Key_F, CONTROL)
    keys.write("2D 20 74 6F 64 61 79")  # `- today` in hex
    keys.press(Key.Key_Return)
    start, end = page.prompt.area.selected_bytes
    assert snapshots[-1].prompt.value.data[start:end] == b"- today"
    keys.press(Key.Key_Escape)

    profiles = page.author.profile_box.findChild(QComboBox)
    keys.press_until(lambda focus: focus is profiles, Key.Key_Tab)
    keys.press(Key.Key_Home)
    assert session.document.profile_name != "smollm2"
    qtbot.waitUntil(lambda: rendered(loupe, snapshots), timeout=60_000)

    keys.press(Key.Key_3, CONTROL)
    compare = loupe.window.pages["page_compare"]
    qtbot.waitUntil(lambda: not compare.busy, timeout=60_000)
    assert "byte" in compare.panel.sentence.text()
    keys.press(Key.Key_F7)
    assert compare.panel.diff.current == 0


def test_tab_goes_round_the_whole_page_and_is_trapped_nowhere(loupe, qtbot):
    keys = Keyboard(qtbot, loupe.window)
    page = loupe.window.page
    stops = (
        page.prompt.area,
        page.tokens,
        page.decisions.tree,
        page.provenance.table,
        page.author.profile_box.findChild(QComboBox),
        page.author.schema.form.tree,
        page.author.contexts.editor,
        page.prompt.area,
    )
    stops[0].setFocus()
    for stop in stops:
        if stop.isVisible():
            keys.press_until(lambda focus, stop=stop: focus is stop, Key.Key_Tab)
