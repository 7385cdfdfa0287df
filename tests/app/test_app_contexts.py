"""Contexts come from anywhere, keep every byte, and every change of them can be undone."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QGuiApplication, QPalette, QTextCursor
from PySide6.QtWidgets import QApplication
from pytestqt.exceptions import capture_exceptions

from app import context_files
from app.actions import Actions
from app.context_actions import ContextActions
from app.context_files import read_context
from app.document_session import DocumentSession
from app.recovery import RecoveryFolder
from app.views.clipboard import PLAIN_UTF8, mime_bytes
from app.views.context_editor import ContextEditor
from app.views.context_special import SpecialCharacterDialog
from engine.document import Context
from engine.document_file import parse_document, save_document
from engine.errors import DocumentError
from engine.prompt.projection import to_bytes
from tests.app.window_fakes import no_vectors, sample_document

LEFT, NO_KEY = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier


class Bench:
    """A session with a context editor and its actions."""

    def __init__(self, folder: Path):
        self.session = DocumentSession(RecoveryFolder(folder, "1", no_vectors), no_vectors)
        save_document(sample_document(), folder / "sample.loupe.json")
        self.session.open(folder / "sample.loupe.json")
        self.view = ContextEditor()
        self.table = Actions(QPalette())
        self.actions = ContextActions(self.table, self.session, self.view)
        self.session.document_changed.connect(self.show)
        self.view.data_edited.connect(self.session.edit_context)
        self.view.add_requested.connect(self.session.add_context)
        self.show(self.session.document)

    def show(self, document):
        self.view.set_contexts(document.contexts, document.active)

    def act(self, name):
        self.table[f"context_{name}"].trigger()

    @property
    def names(self):
        return [context.name for context in self.session.document.contexts]

    @property
    def data(self):
        return self.session.document.context.data


@pytest.fixture
def bench(qtbot, tmp_path):
    made = Bench(tmp_path)
    qtbot.addWidget(made.view)
    yield made
    made.session.close()


def copied(text="", files=()):
    mime = QMimeData()
    if text:
        mime.setText(text)
    if files:
        mime.setUrls([QUrl.fromLocalFile(str(path)) for path in files])
    return mime


def drop(view, mime):
    """Drag and drop as Qt does; False when the view does not take it."""
    enter = QDragEnterEvent(QPoint(1, 1), Qt.DropAction.CopyAction, mime, LEFT, NO_KEY)
    enter.ignore()
    view.dragEnterEvent(enter)
    if enter.isAccepted():
        view.dropEvent(QDropEvent(QPointF(1, 1), Qt.DropAction.CopyAction, mime, LEFT, NO_KEY))
    return enter.isAccepted()


# What can be done with contexts


def test_a_duplicate_stands_behind_its_original_and_is_active(bench):
    bench.session.add_context("other")
    bench.session.activate_context(0)
    bench.act("duplicate")
    assert bench.names == ["late payer", "late payer 2", "other"]
    assert bench.session.document.active == 1
    assert bench.data == b"Pays late.\n"
    assert bench.session.undo_stack.undoText() == "duplicate context late payer"


def test_contexts_are_reordered_and_the_moved_one_stays_active(bench):
    bench.session.add_context("b")
    bench.session.add_context("c")
    bench.act("up")
    assert (bench.names, bench.session.document.active) == (["late payer", "c", "b"], 1)
    bench.act("up")
    assert not bench.table["context_up"].isEnabled()
    bench.act("down")
    bench.act("down")
    assert (bench.names, bench.session.document.active) == (["late payer", "b", "c"], 2)
    assert not bench.table["context_down"].isEnabled()
    assert bench.session.undo_stack.undoText() == "move context c down"


def test_the_next_and_the_previous_context_are_a_key_away(bench):
    bench.session.add_context("b", b"B")
    bench.act("previous")
    assert bench.data == b"Pays late.\n"
    assert not bench.table["context_previous"].isEnabled()
    bench.act("next")
    assert bench.data == b"B"


def test_without_contexts_only_new_ones_are_offered(bench):
    bench.act("remove")
    enabled = {
        name
        for name in ("add", "file", "duplicate", "rename", "remove", "up", "down", "next")
        if bench.table[f"context_{name}"].isEnabled()
    }
    assert enabled == {"add", "file"}


# From files, clipboard and drops


def test_dropped_files_become_contexts_with_their_bytes(bench, tmp_path):
    first, second = tmp_path / "one.txt", tmp_path / "two.bin"
    first.write_bytes(b"\xef\xbb\xbfa\r\n")
    second.write_bytes(b"\xff\x00")
    assert drop(bench.view, copied(files=(first, second)))
    contexts = bench.session.document.contexts[1:]
    assert contexts == (Context("one", b"\xef\xbb\xbfa\r\n"), Context("two", b"\xff\x00"))


def test_dropped_text_becomes_a_context(bench):
    assert drop(bench.view, copied("Señor\u00a0\r\n"))
    assert bench.session.document.context == Context("pasted", "Señor\u00a0\r\n".encode())


@pytest.mark.parametrize("name", ["other.loupe.json", "model.gguf"])
def test_documents_and_models_are_left_to_the_window(bench, tmp_path, name):
    (tmp_path / name).write_bytes(b"{}")
    assert not drop(bench.view, copied(files=(tmp_path / name,)))


@pytest.mark.parametrize("kind", ["text", "files"])
def test_what_was_copied_becomes_contexts(bench, tmp_path, kind):
    (tmp_path / "letter.txt").write_bytes(b"x\r")
    files = (tmp_path / "letter.txt",) if kind == "files" else ()
    QGuiApplication.clipboard().setMimeData(copied("" if files else "y\u2028", files))
    bench.act("clipboard")
    expected = Context("letter", b"x\r") if files else Context("pasted", "y\u2028".encode())
    assert bench.session.document.context == expected
    QGuiApplication.clipboard().clear()


def test_an_empty_clipboard_adds_nothing(bench):
    QGuiApplication.clipboard().clear()
    bench.act("clipboard")
    assert len(bench.names) == 1


def test_bytes_that_came_along_are_taken_before_text(qtbot):
    mime = copied("looks fine")
    mime.setData(PLAIN_UTF8, b"\xff\x00real")
    assert mime_bytes(mime) == b"\xff\x00real"


def test_a_file_too_large_for_a_context_is_refused(tmp_path, monkeypatch):
    path = tmp_path / "huge.log"
    path.write_bytes(b"12345")
    monkeypatch.setattr(context_files, "MOST_BYTES", 4)
    with pytest.raises(DocumentError, match=r"huge.log is too large for a context: 5 bytes"):
        read_context(path)


# Encodings


def test_a_file_in_another_encoding_is_kept_until_one_converts_it(bench):
    data = "Señor €\r\n".encode("cp1252")
    bench.session.add_context("letter", data)
    assert bench.data == data
    label = bench.view._facts.label.text()
    assert label == "Windows-1252, a guess · 2 B are not UTF-8 · CRLF · 9 B"
    assert bench.view._facts.convert.isVisibleTo(bench.view)
    bench.view._facts.convert.click()
    assert bench.data == "Señor €\r\n".encode()
    assert not bench.view._facts.convert.isVisibleTo(bench.view)
    assert bench.session.undo_stack.undoText() == "convert context letter to UTF-8"
    bench.session.undo_stack.undo()
    assert bench.data == data


@pytest.mark.parametrize(
    ("data", "offered"),
    [
        (b"Pays late.", False),
        ("Señor".encode("latin-1"), True),
        ("a".encode("utf-16"), True),
        (b"a\xed\xa0\xbdk\xffl\x81", False),  # no known encoding
        (b"\xff\0a", False),
    ],
)
def test_conversion_is_offered_only_where_there_is_an_encoding_to_convert_from(
    bench, data, offered
):
    bench.session.add_context("letter", data)
    assert bench.table["context_to_utf8"].isEnabled() is offered
    steps = bench.session.undo_stack.count()
    bench.act("to_utf8")
    assert bench.session.undo_stack.count() == steps + offered


@pytest.mark.parametrize(
    ("data", "facts"),
    [
        (b"\xff\xfea\0\r\0\n\0", "UTF-16 LE · "),
        (b"a\nb\r\nc\rd\r\n", "UTF-8 · mixed: 1 LF, 2 CRLF, 1 CR · 10 B"),
    ],
)
def test_encoding_and_line_ends_are_counted(bench, data, facts):
    bench.session.add_context("x", data)
    assert bench.view._facts.label.text().startswith(facts)


# Special characters


def test_a_typed_code_point_is_inserted_at_the_caret(qtbot, bench):
    bench.view.editor.moveCursor(QTextCursor.MoveOperation.EndOfLine)
    bench.act("character")
    dialog = QApplication.activeModalWidget()
    assert isinstance(dialog, SpecialCharacterDialog)
    qtbot.keyClicks(dialog.line, "U+202E")
    assert dialog.said.text() == "U+202E RIGHT-TO-LEFT OVERRIDE, UTF-8 E2 80 AE"
    qtbot.keyClick(dialog.line, Qt.Key.Key_Return)
    assert bench.data == "Pays late.\u202e\n".encode()


# Every byte is kept

HARD = st.one_of(
    st.binary(max_size=60),
    st.text(st.sampled_from("a\n\r\0\xa0\u200b\u2028\ufeff\ufffe\uffff\ufdd0\ufdef\ue000😀\U0001ffff"))
    .map(str.encode),
)  # fmt: skip
SWAPPED = "\ufffehello"  # whose bytes Qt swaps when it is given them as they are


def test_opening_a_document_that_begins_with_a_swapped_mark_changes_nothing(qtbot, tmp_path):
    path = tmp_path / "swapped.loupe.json"
    document = sample_document(context=SWAPPED.encode())
    save_document(document, path)
    on_disk = path.read_bytes()
    bench = Bench(tmp_path)
    qtbot.addWidget(bench.view)
    bench.session.open(path)
    assert bench.data == b"\xef\xbf\xbehello"
    assert bench.session.undo_stack.count() == 1  # "open"; the bench had the sample open
    bench.session.save(path)
    assert path.read_bytes() == on_disk
    bench.session.close()


@pytest.mark.parametrize("data", [SWAPPED, "\ufffe", "abc\ufffeXYZdef"], ids=ascii)
def test_a_context_with_a_swapped_mark_from_a_file_is_not_changed(bench, tmp_path, data):
    (tmp_path / "letter.txt").write_bytes(data.encode())
    bench.session.edit_context(b"abcdef")
    bench.view.add_from_file(tmp_path / "letter.txt")
    assert bench.data == data.encode()
    assert bench.session.undo_stack.undoText() == "add context letter"


@pytest.mark.parametrize("name", [SWAPPED, "\ufeffname", "a\u200b", "a\r"], ids=ascii)
def test_looking_at_a_contexts_name_does_not_change_it(bench, name):
    bench.session.rename_context(name)
    steps = bench.session.undo_stack.count()
    bench.act("rename")
    QApplication.activeModalWidget().accept()
    assert bench.session.document.context.name == name
    assert bench.session.undo_stack.count() == steps


def test_a_view_that_answers_with_an_edit_is_refused_and_the_history_stays_whole(qtbot, bench):
    bench.session.document_changed.connect(lambda _: bench.session.edit_context(b"echo"))
    with capture_exceptions() as raised:
        bench.session.edit_context(b"typed")
    assert [str(error) for _, error, _ in raised] == [
        "a view changed the document while it was given it to show"
    ]
    assert bench.data == b"typed"
    assert bench.session.dirty
    with capture_exceptions():
        bench.session.undo_stack.undo()
    assert bench.data == b"Pays late.\n"
    assert not bench.session.dirty


@given(data=HARD, other=st.text(max_size=9))
@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_load_show_edit_elsewhere_save_gives_the_same_bytes(bench, tmp_path, data, other):
    (tmp_path / "any.bin").write_bytes(data)
    bench.view.add_from_file(tmp_path / "any.bin")
    index = bench.session.document.active
    cursor = QTextCursor(bench.view.editor.document())
    cursor.movePosition(QTextCursor.MoveOperation.End)
    cursor.insertText("!")
    assert bench.data == data + b"!"
    bench.session.activate_context(0)
    bench.session.edit_schema(f'{{"f": {{"description": {other!r}}}}}')
    path = tmp_path / "saved.loupe.json"
    save_document(bench.session.document, path)
    again = parse_document(path.read_bytes(), "saved", no_vectors)
    assert again.contexts[index].data == data + b"!"
    assert again.contexts == bench.session.document.contexts


@given(HARD)
@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
def test_what_is_shown_stands_for_the_bytes(bench, data):
    bench.view.set_contexts((Context("x", data),), 0)
    assert to_bytes(bench.view.editor.shown_text()) == data
