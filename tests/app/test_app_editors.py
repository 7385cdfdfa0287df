"""The editors keep every byte, show findings at their place, and never trap a key."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QHelpEvent, QKeySequence, QTextCursor
from PySide6.QtWidgets import QApplication, QLineEdit, QVBoxLayout, QWidget

from app.views.byte_edit import ByteEdit
from app.views.context_editor import ContextEditor
from app.views.schema_editor import SchemaEditor
from engine.document import Context
from engine.errors import Finding, Place
from engine.prompt.projection import to_bytes, to_shown

LOST_BY_QT = [
    "a\u00a0b",
    "a\r\nb",
    "a\rb",
    "a\u2028b",
    "a\u2029b",
    "\ufeffa",
    "a\ufdd0b\ufdd1",
    "\ufffehello",
    "\ufffe",
    "\uffffa\ufdefb\U0001fffe",
    "a\x00b\x85c\x0bd\x0ce\x1bf",
    "a\u200bb\u202ec\ufffc",
    "😀 <|im_end|> e\u0301 \n\n  ",
    "\ue000\ue0ff\ue1ff\uf8ff",
]
SAMPLES = [
    *(text.encode() for text in LOST_BY_QT),
    b"a\xed\xa0\xbdb",
    b"\xff\xfe\x00",
    bytes(range(256)),
]


@pytest.fixture
def contexts(qtbot):
    editor = ContextEditor()
    qtbot.addWidget(editor)
    return editor


@pytest.fixture
def schema(qtbot):
    editor = SchemaEditor()
    qtbot.addWidget(editor)
    editor.resize(500, 300)
    return editor


def caret_at_end(editor):
    cursor = editor.textCursor()
    cursor.movePosition(QTextCursor.MoveOperation.End)
    editor.setTextCursor(cursor)


@pytest.mark.parametrize("data", SAMPLES, ids=repr)
def test_load_show_edit_elsewhere_gives_the_same_bytes(qtbot, contexts, data):
    contexts.set_contexts((Context("one", data),), 0)
    assert to_bytes(contexts.editor.shown_text()) == data
    caret_at_end(contexts.editor)
    with qtbot.waitSignal(contexts.data_edited) as edited:
        qtbot.keyClicks(contexts.editor, "x")
    assert edited.args == [data + b"x"]


@pytest.mark.parametrize("data", SAMPLES, ids=repr)
def test_copy_and_paste_keep_the_bytes(qtbot, contexts, data):
    contexts.set_contexts((Context("one", data),), 0)
    contexts.editor.selectAll()
    mime = contexts.editor.createMimeDataFromSelection()
    caret_at_end(contexts.editor)
    contexts.editor.insertFromMimeData(mime)
    assert to_bytes(contexts.editor.shown_text()) == data + data


@pytest.mark.parametrize("text", LOST_BY_QT, ids=ascii)
def test_text_pasted_from_elsewhere_keeps_its_characters(contexts, text):
    mime = QMimeData()
    mime.setData("text/plain", text.encode())  # as another program does it; a str would lose some
    contexts.editor.insertFromMimeData(mime)
    assert to_bytes(contexts.editor.shown_text()) == text.encode()


def test_showing_another_text_keeps_caret_and_scroll(qtbot):
    editor = ByteEdit()
    qtbot.addWidget(editor)
    editor.show_text("\n".join(f"line {number}" for number in range(200)))
    editor.select_units(700, 700)
    scroll = editor.verticalScrollBar().value()
    editor.show_text(editor.shown_text() + "\nmore")
    assert editor.textCursor().position() == 700
    assert editor.verticalScrollBar().value() == scroll


def test_showing_a_text_is_no_edit_by_the_user(qtbot):
    editor = ByteEdit()
    qtbot.addWidget(editor)
    with qtbot.assertNotEmitted(editor.shown_edited):
        editor.show_text("one 😀 two")
        editor.show_text("one 😁😀 three")
    assert editor.shown_text() == "one 😁😀 three"


@pytest.mark.parametrize("text", LOST_BY_QT, ids=ascii)
def test_a_text_that_qt_would_change_is_shown_as_it_was_meant(qtbot, text):
    editor = ByteEdit()
    qtbot.addWidget(editor)
    with qtbot.assertNotEmitted(editor.shown_edited):
        editor.show_text(to_shown(b"abcdef"))
        editor.show_text(to_shown(b"abc" + text.encode() + b"def"))
    assert to_bytes(editor.shown_text()) == b"abc" + text.encode() + b"def"


def test_what_qt_makes_of_a_shown_text_is_never_taken_for_an_edit(qtbot):
    editor = ByteEdit()
    qtbot.addWidget(editor)
    with (
        qtbot.assertNotEmitted(editor.shown_edited),
        pytest.raises(AssertionError, match="holds another text"),
    ):
        editor.show_text("\ufffehello")  # no projection: Qt swaps its bytes


def test_tab_leaves_the_editor(qtbot):
    holder = QWidget()
    qtbot.addWidget(holder)
    column = QVBoxLayout(holder)
    editor, after = ByteEdit(), QLineEdit()
    column.addWidget(editor)
    column.addWidget(after)
    with qtbot.waitExposed(holder):
        holder.show()
    holder.activateWindow()
    editor.setFocus()
    qtbot.keyClick(editor, Qt.Key.Key_Tab)
    qtbot.waitUntil(after.hasFocus)
    assert editor.shown_text() == ""


def test_shift_enter_makes_a_line_feed(qtbot):
    editor = ByteEdit()
    qtbot.addWidget(editor)
    qtbot.keyClick(editor, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert to_bytes(editor.shown_text()) == b"\n"


def test_undo_is_left_to_the_window(qtbot):
    editor = ByteEdit()
    qtbot.addWidget(editor)
    qtbot.keyClicks(editor, "abc")
    qtbot.keySequence(editor, QKeySequence(QKeySequence.StandardKey.Undo))
    assert editor.shown_text() == "abc"


@pytest.mark.parametrize(
    ("key", "position", "expected"),
    [
        (Qt.Key.Key_Backspace, 4002, 8999),
        (Qt.Key.Key_Delete, 4000, 8999),
        (Qt.Key.Key_Backspace, 10, 8999),
    ],
    ids=["backspace-behind-a-fold", "delete-before-a-fold", "elsewhere"],
)
def test_deleting_at_a_fold_deletes_one_character(qtbot, key, position, expected):
    editor = ByteEdit()
    qtbot.addWidget(editor)
    editor.show_text(to_shown(b"x" * 9000))
    editor.select_units(position, position)
    qtbot.keyClick(editor, key)
    assert to_bytes(editor.shown_text()) == b"x" * expected


def test_a_pill_says_what_it_stands_for(qtbot):
    editor = ByteEdit()
    qtbot.addWidget(editor)
    editor.resize(300, 100)
    editor.show_text(to_shown("\u00a0b".encode()))
    editor.show()
    centre = editor._pill_rect_at(0).center().toPoint()
    place = editor.viewport().mapTo(editor, centre)
    event = QHelpEvent(QHelpEvent.Type.ToolTip, place, editor.mapToGlobal(place))
    assert editor.tool_tip_at(event) == "U+00A0 NO-BREAK SPACE"


def test_a_pill_is_as_wide_as_its_name(qtbot):
    editor = ByteEdit()
    qtbot.addWidget(editor)
    editor.resize(300, 100)
    editor.show_text(to_shown("\u00a0b\u3000".encode()))
    editor.show()
    letter = editor.fontMetrics().horizontalAdvance("b")
    assert editor._pill_rect_at(0).width() > 2 * letter


def finding_at(start, end, severity="error", message="wrong", cure="mend it"):
    place = Place("schema", line=1, column=1, source_start=start, source_end=end)
    return Finding("test", severity, place, message, cure)


@pytest.mark.parametrize(
    ("text", "start", "end", "selected"),
    [
        ('{"a": bad}', 6, 9, "bad"),
        ('{"😀": bad}', 6, 9, "bad"),
        ('{"\u00a0\ue000": bad}', 7, 10, "bad"),
        ('{\n\n  "x": 1}', 10, 11, "1"),
    ],
    ids=["ascii", "emoji", "pills", "lines"],
)
def test_a_finding_is_underlined_exactly_at_its_place(schema, text, start, end, selected):
    schema.set_schema_text(text)
    schema.set_findings((finding_at(start, end),))
    [mark] = schema.extraSelections()
    assert mark.cursor.selectedText() == selected


def test_a_finding_at_the_very_end_is_marked_on_the_last_character(schema):
    schema.set_schema_text('{"a": ')
    schema.set_findings((finding_at(6, 6),))
    [mark] = schema.extraSelections()
    assert mark.cursor.selectedText() == " "


def test_findings_of_an_empty_schema_do_not_break(schema):
    schema.set_schema_text("")
    schema.set_findings((finding_at(0, 0),))
    assert len(schema.extraSelections()) == 1


def test_the_gutter_marks_the_line_with_its_worst_finding(schema):
    schema.set_schema_text('{\n"a": 1,\n"b": 2}')
    schema.set_findings((finding_at(2, 5, "warning"), finding_at(7, 8, "error")))
    assert schema._line_marks() == {1: "error"}


def test_going_to_a_finding_selects_its_text(schema):
    schema.set_schema_text('{"a": bad}')
    schema.go_to(finding_at(6, 9))
    assert schema.textCursor().selectedText() == "bad"


def test_enter_keeps_the_indentation(qtbot, schema):
    schema.set_schema_text("    x")
    caret_at_end(schema)
    qtbot.keyClick(schema, Qt.Key.Key_Return)
    assert schema.shown_text() == "    x\n    "


def test_schema_edits_keep_what_qt_loses(qtbot, schema):
    schema.set_schema_text('{"a\u00a0\u2028": "\ud83d"}')
    caret_at_end(schema)
    with qtbot.waitSignal(schema.schema_edited) as edited:
        qtbot.keyClicks(schema, " ")
    assert edited.args == ['{"a\u00a0\u2028": "\ud83d"} ']


def test_keys_and_strings_have_different_colours(schema):
    schema.set_schema_text('{"key": "text"}')
    formats = schema.document().firstBlock().layout().formats()
    colours = {one.start: one.format.foreground().color().name() for one in formats}
    assert colours[1] != colours[8]


def test_a_line_of_a_megabyte_is_shown_in_folds_and_can_be_edited(qtbot, contexts):
    data = b"word " * 200_000
    contexts.set_contexts((Context("long", data),), 0)
    longest = max(len(line) for line in contexts.editor.shown_text().split("\n"))
    assert longest <= 4001
    with qtbot.waitSignal(contexts.data_edited) as edited:
        qtbot.keyClicks(contexts.editor, "x")
    assert edited.args == [b"x" + data]


@pytest.mark.parametrize(
    ("data", "facts"),
    [
        (b"The applicant pays late sometimes.", "UTF-8 · no line end · 34 B"),
        (b"\xef\xbb\xbfa\r\n", "UTF-8 · BOM · CRLF · 6 B"),
        (b"\xff\n", "Latin-1, a guess · 1 B are not UTF-8 · LF · 2 B"),
    ],
)
def test_the_facts_of_a_context_stand_below_it(contexts, data, facts):
    contexts.set_contexts((Context("one", data),), 0)
    assert contexts._facts.label.text() == facts


def test_the_token_count_is_dropped_with_the_next_edit(qtbot, contexts):
    contexts.set_contexts((Context("one", b"a"),), 0)
    contexts.set_token_count(7)
    assert contexts._facts.label.text().endswith("7 tokens")
    qtbot.keyClicks(contexts.editor, "x")
    contexts.set_contexts((Context("one", b"xa"),), 0)
    assert "tokens" not in contexts._facts.label.text()


def test_switching_the_context_shows_the_other_bytes(qtbot, contexts):
    both = (Context("one", b"1\r"), Context("two", b"2\n"))
    contexts.set_contexts(both, 0)
    contexts.set_contexts(both, 1)
    assert to_bytes(contexts.editor.shown_text()) == b"2\n"
    with qtbot.waitSignal(contexts.activated) as chosen:
        contexts._combo.activated.emit(0)
    assert chosen.args == [0]


def test_without_contexts_nothing_can_be_renamed_or_removed(contexts):
    contexts.set_contexts((), 0)
    assert not contexts._rename.isEnabled()
    assert not contexts._remove.isEnabled()
    assert contexts._add.isEnabled()


def test_a_file_becomes_a_context_with_its_bytes(qtbot, contexts, tmp_path):
    path = tmp_path / "letter.txt"
    path.write_bytes(b"\xef\xbb\xbfDear\r\n\xff")
    with qtbot.waitSignal(contexts.add_requested) as added:
        contexts.add_from_file(path)
    assert added.args == ["letter", b"\xef\xbb\xbfDear\r\n\xff"]


def test_a_file_that_cannot_be_read_is_named(qtbot, contexts, tmp_path):
    with qtbot.waitSignal(contexts.read_failed) as failed:
        contexts.add_from_file(tmp_path / "gone.txt")
    assert "gone.txt: there is no such file" in failed.args[0]


@pytest.mark.parametrize("button", ["_add", "_rename"])
def test_names_are_asked_in_a_dialog(qtbot, contexts, button):
    contexts.set_contexts((Context("one", b""),), 0)
    getattr(contexts, button).click()
    dialog = QApplication.activeModalWidget()
    signal = contexts.add_requested if button == "_add" else contexts.rename_requested
    dialog.setTextValue("fresh")
    with qtbot.waitSignal(signal) as asked:
        dialog.accept()
    assert asked.args[0] == "fresh"
