"""From an empty document to a difference between two profiles without the mouse."""

from __future__ import annotations

import datetime
import json
import threading

import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from app.application import Loupe
from app.settings import Settings
from engine.document import Context
from engine.prompt.positions import segment_at
from engine.prompt.segments import OwnerKind
from engine.snapshot import Ready
from engine.workspace import open_workspace

Key = Qt.Key
CTRL, SHIFT, ALT = (
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.AltModifier,
)
CTRL_SHIFT = CTRL | SHIFT


class Unscored:
    """A real engine that loads no model."""

    def __init__(self, root):
        self.real = open_workspace(root).engine(datetime.date(2026, 1, 1))
        self.stages = self.real.stages

    def run(self, document, ticket, publish, *, score=True):
        self.real.run(document, ticket, publish, score=False)

    def close(self):
        self.real.close()


class Typist:
    """Press keys where the focus is, as a person does."""

    def __init__(self, qtbot, loupe):
        self.qtbot, self.loupe, self.page = qtbot, loupe, loupe.window.page
        self.last = None
        loupe.bridge.snapshot_changed.connect(self._take)

    def _take(self, snapshot):
        self.last = snapshot

    @property
    def document(self):
        return self.loupe.session.document

    def press(self, key, modifiers=Qt.KeyboardModifier.NoModifier):
        self.qtbot.keyClick(self._focus(), key, modifiers)
        QApplication.processEvents()  # an inline editor takes Enter through the event loop
        if QApplication.activeWindow() is None:  # no window manager does it after a dialog here
            self.loupe.window.activateWindow()

    def write(self, text):
        for letter in text:
            self.qtbot.keyClicks(self._focus(), letter)

    def settle(self):
        """Wait for the document's own prompt."""
        self.qtbot.waitUntil(self._rendered, timeout=60_000)

    def _rendered(self):
        last = self.last
        return (
            last is not None and last.document is self.document and isinstance(last.hashes, Ready)
        )

    def go_to(self, widget):
        """Press F6 until the focus is in a pane."""
        for _ in range(20):
            focus = QApplication.focusWidget()
            if focus is not None and (focus is widget or widget.isAncestorOf(focus)):
                return
            self.press(Key.Key_F6)
        raise AssertionError(f"F6 does not reach {widget}")

    def _focus(self):
        modal = QApplication.activeModalWidget()
        focus = QApplication.focusWidget()
        if modal is not None and (focus is None or not modal.isAncestorOf(focus)):
            return modal.focusWidget() or modal
        return focus or self.loupe.window


@pytest.fixture
def typist(qtbot, tmp_path, asset_root):
    store = QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat)
    engine = Unscored(asset_root)
    workspace = open_workspace(asset_root, tmp_path / "profiles")
    loupe = Loupe(workspace, tmp_path / "recovery", Settings(store), lambda: engine)
    made = Typist(qtbot, loupe)
    ended = []
    loupe.ended.connect(ended.append)
    loupe.open_first(None)
    with qtbot.waitExposed(loupe.window):
        loupe.window.show()
    loupe.window.activateWindow()
    yield made
    loupe.window._may_close = True
    loupe.window.close()
    qtbot.waitUntil(lambda: bool(ended), timeout=20_000)
    qtbot.waitUntil(lambda: loupe.bridge._runner.close(0), timeout=20_000)
    loupe.window.deleteLater()
    loupe.deleteLater()
    QTest.keyClick(QWidget(), Key.Key_Escape)  # Qt remembers the last key's modifiers
    assert "loupe-engine" not in {thread.name for thread in threading.enumerate()}


def write_schema(typist, names):
    typist.go_to(typist.page.author.schema)
    for name in names:
        typist.press(Key.Key_Insert)
        typist.write(name)
        typist.press(Key.Key_Return)


def write_context(typist):
    typist.press(Key.Key_N, CTRL_SHIFT)
    typist.write("letter")
    typist.press(Key.Key_Return)
    typist.go_to(typist.page.author.contexts.editor)
    typist.write("owes 5")
    typist.press(Key.Key_I, CTRL_SHIFT)
    typist.write("U+20AC")
    typist.press(Key.Key_Return)
    typist.settle()


def find_bytes(typist, needle):
    """Give the bytes that were found and who owns them."""
    typist.press(Key.Key_F, CTRL)
    typist.write(needle)
    typist.press(Key.Key_Return)
    start, end = typist.page.prompt.selection
    prompt = typist.page.prompt.content.prompt
    typist.press(Key.Key_Escape)
    return prompt.data[start:end], prompt.segments[segment_at(prompt.segments, start)].owner.kind


def test_schema_context_byte_profile_and_difference_without_the_mouse(typist):
    typist.press(Key.Key_N, CTRL)
    write_schema(typist, ("risk", "late", "owns_flat"))
    assert list(json.loads(typist.document.schema_text)) == ["risk", "late", "owns_flat"]
    write_context(typist)
    assert typist.document.context == Context("letter", "owes 5€".encode())
    assert find_bytes(typist, "E2 82 AC") == ("€".encode(), OwnerKind.CONTEXT)

    before = typist.document.profile
    typist.press(Key.Key_P, ALT)
    typist.press(Key.Key_Up)
    typist.settle()
    assert typist.document.profile != before
    assert "prompt_sha256 changed" in typist.page.author.profile_notes.note.text()

    typist.press(Key.Key_3, CTRL)
    compare = typist.loupe.window.pages["page_compare"]
    typist.qtbot.waitUntil(lambda: not compare.busy, timeout=60_000)
    assert compare.panel.sentence.text()
    typist.press(Key.Key_F7)
    assert compare.panel.diff.current == 0
