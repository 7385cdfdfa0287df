"""The prompt shows the place where one types in the context."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QTextCursor

from tests.app.window_desk import Desk
from tests.app.window_fakes import FakeEngine


@pytest.fixture
def desk(qtbot, tmp_path):
    made = Desk(qtbot, tmp_path, FakeEngine(tmp_path / "assets"))
    made.loupe.open_first(made.path)
    made.show()
    yield made
    made.close()


def test_typing_scrolls_the_prompt_to_the_caret_and_leaves_the_selection(qtbot, desk):
    desk.session.edit_context("é line\n".encode() * 400)
    qtbot.waitUntil(desk.settled)
    area, editor = desk.page.prompt.area, desk.page.author.contexts.editor
    desk.page.select_bytes(0, 4)
    assert area.verticalScrollBar().value() == 0
    editor.moveCursor(QTextCursor.MoveOperation.End)
    qtbot.keyClicks(editor, "x")
    qtbot.waitUntil(desk.settled)
    data = desk.last.prompt.value.data
    assert desk.page.author.contexts.caret_byte == len("é line\n".encode()) * 400 + 1
    character = area.content.positions.code_point_of(data.index(b"\nx") + 1)
    top = area.verticalScrollBar().value()
    assert top < area._index.row_of(character) <= top + area.visible_rows()
    assert desk.page.prompt.selection == (0, 4)
