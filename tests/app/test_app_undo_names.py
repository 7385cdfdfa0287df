"""Every edit of page 1 is one step that the Edit menu names, undoes and does again."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QTextCursor
from PySide6.QtWidgets import QInputDialog, QLineEdit

from app.step_names import LONGEST, shown
from engine.document import Context
from engine.errors import Finding, Place
from engine.profiles import CONTENTS_TEMPLATE, Profile

Key = Qt.Key
ALT, CONTROL = Qt.KeyboardModifier.AltModifier, Qt.KeyboardModifier.ControlModifier
OWN = Profile("own", "Own", "code-points", template=CONTENTS_TEMPLATE)
FINDING = Finding("tie", "warning", Place("context"), "close", "wait")


def form(desk, part, key, typed=None):
    tree = desk.page.author.schema.form.tree
    tree.select_part(part)
    desk.qtbot.keyClick(tree, *key)
    if typed is not None:
        [line] = [one for one in tree.findChildren(QLineEdit) if one.isVisible()]
        line.selectAll()
        desk.qtbot.keyClicks(line, typed)
        desk.qtbot.keyClick(line, Key.Key_Return)


def question(desk, text):
    desk.page.author.schema.form.tree.select_part((0, None))
    editor = desk.page.author.schema.form.editor
    line = next(one for one in editor.findChildren(QLineEdit) if one.text() == "Credit risk tier")
    desk.qtbot.keyClicks(line, text)


def name_context(desk, action, name):
    desk.act(action)
    dialog = desk.window.findChild(QInputDialog)
    dialog.setTextValue(name)
    dialog.accept()


def typed(desk, editor, text):
    editor.moveCursor(QTextCursor.MoveOperation.End)
    desk.qtbot.keyClicks(editor, text)


def paste_schema(desk):
    QGuiApplication.clipboard().setText('{"a": {"type": "boolean", "description": "new"}}')
    desk.act("paste_schema")


def profile(desk, **changes):
    desk.window._profile_actions._edited(replace(OWN, **changes), *changes, None)


EDITS = {
    "rename risk_tier": lambda d: form(d, (0, None), (Key.Key_F2,), "tier"),
    "rename LOW": lambda d: form(d, (0, 0), (Key.Key_F2,), "LEAST"),
    "delete flag": lambda d: form(d, (1, None), (Key.Key_Delete,)),
    "delete LOW": lambda d: form(d, (0, 0), (Key.Key_Delete,)),
    "duplicate flag": lambda d: form(d, (1, None), (Key.Key_D, CONTROL)),
    "move flag": lambda d: form(d, (1, None), (Key.Key_Up, ALT)),
    "move LOW": lambda d: form(d, (0, 0), (Key.Key_Down, ALT)),
    "question of risk_tier": lambda d: question(d, "!"),
    "edit schema": lambda d: typed(d, d.page.author.schema.editor, " "),
    "import clipboard": paste_schema,
    "start from": lambda d: d.window.imports.start_from("countries"),
    "edit context late payer": lambda d: typed(d, d.page.author.contexts.editor, "x"),
    "add context more": lambda d: name_context(d, "context_add", "more"),
    "rename context": lambda d: name_context(d, "context_rename", "early payer"),
    "duplicate context": lambda d: d.act("context_duplicate"),
    "remove context late payer": lambda d: d.act("context_remove"),
    "switch to profile smollm2": lambda d: d.session.choose_profile("smollm2"),
    "switch to slots": lambda d: d.page.author.profile_box._scoring.button(1).click(),
    "duplicate profile qwen3-fake": lambda d: d.act("profile_duplicate"),
    "rename profile": lambda d: profile(d, name="other"),
    "edit template arguments": lambda d: profile(d, kwargs=(("a", 1),)),
    "change system role to merge": lambda d: profile(d, system="merge"),
    "harden tokenization": lambda d: d.page.author.profile_box.hardened.click(),
    "hide tie": lambda d: d.page.problems.hide_asked.emit(FINDING, "known"),
    "new document": lambda d: d.act("new"),
}


@pytest.mark.parametrize("name", EDITS)
def test_an_edit_is_named_undone_and_done_again_from_the_menu(qtbot, desk, name) -> None:
    undo, redo = desk.window.actions_table["undo"], desk.window.actions_table["redo"]
    if name == "remove context late payer":
        contexts = (*desk.session.document.contexts, Context("second", b"x"))
        desk.session.step(replace(desk.session.document, contexts=contexts), "set up")
    before, count = desk.session.document, desk.session.undo_stack.count()
    EDITS[name](desk)
    qtbot.waitUntil(lambda: desk.session.document != before)  # Qt takes an inline edit in later
    after = desk.session.document
    assert desk.session.undo_stack.count() == count + 1
    assert undo.text().startswith(f"&Undo {name}")
    undo.trigger()
    assert desk.session.document is before
    assert redo.text().startswith(f"&Redo {name}")
    redo.trigger()
    assert desk.session.document is after
    assert redo.text() == "&Redo"
    assert not redo.isEnabled()


def test_a_name_in_the_menu_is_one_short_line_without_shortcuts() -> None:
    assert shown("rename a & b\nc") == "rename a && b c"
    assert len(shown("x" * 500)) == LONGEST
