"""The Templates page: live, undoable, by keyboard, and never in the way of the window."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent, QTextCursor
from PySide6.QtWidgets import (
    QFileDialog,
    QLabel,
)

from tests.app.templates_desk import CHATML, PROMPT, TALK, desk, make_desk

__all__ = ["desk", "make_desk"]  # fixtures


def test_a_template_shows_its_identity_source_facts_and_prompt(desk):
    page = desk.page
    assert page.bar.facts.text() == (
        "✔ pinned: ChatML (mindx-genN), rendered natively too   ·   sha256 "
        "9fe579a2c222698c7ba22d46e26466362fbe951569a89096c366267f9b82ab92   ·   173 bytes"
    )
    assert page.source.shown_text() == CHATML.read_text(encoding="utf-8")
    facts = page.facts.model()
    rows = {
        facts.index(row, 0).data(): facts.index(row, 1).data() for row in range(facts.rowCount())
    }
    assert rows["system role"] == "taken"
    assert rows["adds text"] == "no"
    assert desk.text() == PROMPT
    assert page.result.verdict.text() == "✔ native and Jinja agree"
    # The document's tokenizer cuts code points: 12+4+1, 2, 10+1, 12+9+1 characters.
    assert page.result.sizes.text() == (
        "52 bytes   ·   52 tokens of code-points   ·   0 control tokens"
    )


def test_typing_in_a_message_changes_prompt_and_json(desk):
    desk.page.editor.message.content.moveCursor(QTextCursor.MoveOperation.End)
    desk.qtbot.keyClicks(desk.page.editor.message.content, " you")
    desk.settle()
    assert desk.messages() == [{"role": "user", "content": "Hi you"}]
    assert desk.text() == PROMPT.replace("Hi", "Hi you")
    assert '"Hi you"' in desk.page.editor.json.shown_text()


def test_json_and_messages_are_two_views_of_one_text(desk):
    editor = desk.page.editor
    desk.page.conversation.edit_text('[{"role": "tool", "content": "é\\r", "name": "n"}]')
    assert editor.message.role.currentText() == "tool"
    editor.message.role.setEditText("assistant")
    assert desk.messages() == [{"role": "assistant", "content": "é\r", "name": "n"}]
    editor.json.selectAll()
    editor.json.textCursor().insertText('[{"role": "user"}]')
    assert editor.message.role.currentText() == "user"
    assert editor.message.content.shown_text() == ""
    assert editor.json.shown_text() == '[{"role": "user"}]'


def test_showing_a_conversation_edits_nothing(desk):
    count = desk.session.undo_stack.count()
    text = '[{"role":"system","content":"a"},{"role":"user","content":"b","reasoning_content":"c"}]'
    desk.page.conversation.edit_text(text)
    desk.page.editor.select(1)
    desk.page.editor.select(0)
    assert desk.page.conversation.talk.text == text
    assert desk.session.undo_stack.count() == count + 1


def test_edits_are_steps_of_the_windows_history(desk):
    content = desk.page.editor.message.content
    content.moveCursor(QTextCursor.MoveOperation.End)
    desk.qtbot.keyClicks(content, " one two")
    undo = desk.window.actions_table["undo"]
    undo.trigger()
    assert desk.messages()[0]["content"] == "Hi one "
    undo.trigger()
    undo.trigger()
    assert desk.messages()[0]["content"] == "Hi"
    desk.window.actions_table["redo"].trigger()
    desk.settle()
    assert desk.messages()[0]["content"] == "Hi "
    assert not desk.session.dirty  # the document is as it was


def test_messages_are_added_moved_and_removed_by_keyboard(desk):
    listed = desk.page.editor.messages
    desk.qtbot.keyClick(listed, Qt.Key.Key_Insert)
    assert [one["role"] for one in desk.messages()] == ["user", "assistant"]
    assert listed.currentIndex().row() == 1
    desk.qtbot.keyClick(listed, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    assert [one["role"] for one in desk.messages()] == ["assistant", "user"]
    assert listed.currentIndex().row() == 0
    desk.qtbot.keyClick(listed, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    desk.qtbot.keyClick(listed, Qt.Key.Key_Delete)
    assert desk.messages() == TALK
    desk.qtbot.keyClick(listed, Qt.Key.Key_Delete)
    desk.qtbot.keyClick(listed, Qt.Key.Key_Delete)
    assert desk.messages() == []
    assert not desk.page.editor.message.isEnabled()


def test_broken_json_says_where_and_keeps_the_last_prompt(desk):
    desk.page.conversation.edit_text('[{"role": "user",\n ]')
    desk.settle()
    problem = desk.page.editor.problem
    assert problem.isVisible()
    assert problem.text().startswith("✘ the conversation is not JSON (line 2, column 2: ")
    assert desk.page.result.problem.text() == "✘ the conversation is not JSON"
    assert desk.text() == PROMPT
    assert desk.page.result.prompt.stack.text._stale
    desk.window.actions_table["undo"].trigger()
    desk.settle()
    assert not problem.isVisible()
    assert not desk.page.result.prompt.stack.text._stale


def test_a_template_error_shows_its_sentence_and_its_line(desk, tmp_path):
    path = tmp_path / "strict.jinja"
    path.write_text("{# first #}\n{{ raise_exception('Only on Sundays') }}")
    desk.page.open_template(path)
    desk.settle()
    assert desk.page.result.problem.text() == "✘ Only on Sundays (line 2)"
    (marked,) = desk.page.source.extraSelections()
    assert marked.cursor.blockNumber() == 1
    desk.page.open_template(desk.chatml)
    desk.settle()
    assert desk.page.source.extraSelections() == []
    assert not desk.page.result.problem.isVisible()


def test_a_file_without_a_template_is_named_and_cannot_be_used(desk, tmp_path):
    path = tmp_path / "no.gguf"
    path.write_bytes(b"nothing")
    desk.page.open_template(path)
    desk.settle()
    assert desk.page.bar.facts.text() == f"{path}: not a GGUF file"
    assert desk.page.source.shown_text() == ""
    assert not desk.page.bar.use.isEnabled()


def test_what_llama_server_does_otherwise_is_listed(desk):
    desk.page.conversation.edit_text('[{"role": "developer", "content": "x"}]')
    desk.settle()
    assert desk.page.result.remarks.text() == (
        "• message 1 has the role developer, an unknown role like any other; "
        "llama-server renames it to system"
    )


def test_a_second_template_is_shown_beside_with_the_difference_marked(desk, tmp_path):
    other = tmp_path / "other.jinja"
    other.write_text("<|im_start|>user\nHo<|im_end|>\n<|im_start|>assistant\n")
    desk.page.choose_second(other)
    desk.settle()
    second = desk.page.result.second
    # Jinja drops the template's last newline: the end differs too.
    assert second.sentence.text() == (
        "✘ the prompts differ at byte 18: chatml.jinja has U+0069 LATIN SMALL LETTER I, "
        "other.jinja has U+006F LATIN SMALL LETTER O · differences: 2"
    )
    assert second.first.shown_text() == PROMPT
    marks = [one.cursor.selectedText() for one in second.second.extraSelections()]
    assert marks[0] == "o"
    desk.page.choose_second(desk.chatml)
    desk.settle()
    assert second.sentence.text() == "✔ both templates give the same bytes"
    desk.page.choose_second(None)
    desk.settle()
    assert second.first.shown_text() == ""


def test_a_conversation_is_saved_and_opened(desk, tmp_path):
    path = tmp_path / "talk.json"
    text = '{"model": "m", "messages": [{"role": "user", "content": "東"}]}'
    desk.page.conversation.edit_text(text)
    desk.page.editor.ask_save()
    desk.page.editor.findChild(QFileDialog).fileSelected.emit(str(path))
    assert path.read_text(encoding="utf-8") == text
    desk.page.conversation.edit_text("[]")
    desk.page.editor.ask_open()
    desk.page.editor.findChildren(QFileDialog)[-1].fileSelected.emit(str(path))
    assert desk.page.conversation.talk.text == text
    assert desk.page.editor.messages.model().rowCount() == 1


@pytest.mark.parametrize(
    ("content", "message"),
    [("nonsense", "bad.json is not JSON"), ("5", "bad.json: messages must be a JSON array")],
)
def test_a_file_that_holds_no_conversation_is_named(desk, tmp_path, content, message):
    path = tmp_path / "bad.json"
    path.write_text(content)
    desk.page.open_file(path)
    assert desk.window.banner.isVisible()
    assert any(label.text() == message for label in desk.window.banner.findChildren(QLabel))
    assert desk.messages() == TALK


def test_dropped_files_are_opened_as_what_they_are(desk, tmp_path):
    talk, template = tmp_path / "talk.json", tmp_path / "t.jinja"
    talk.write_text('[{"role": "user", "content": "dropped"}]')
    template.write_text("T {{ messages[0].content }}")
    for path in (talk, template):
        mime = QMimeData()
        mime.setUrls([QUrl.fromLocalFile(str(path))])
        buttons, modifiers = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
        action = Qt.DropAction.CopyAction
        desk.page.dropEvent(QDropEvent(QPointF(5, 5), action, mime, buttons, modifiers))
    desk.settle()
    assert desk.text() == "T dropped"
    assert desk.settings.recent_templates() == (template, desk.chatml)
