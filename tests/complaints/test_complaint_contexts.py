"""Complaints 22 and 23 where contexts are written, and lines that freeze other editors."""

from __future__ import annotations

import datetime
import hashlib
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QTextCursor

from app.context_files import read_context
from app.views.context_editor import ContextEditor
from engine.document import Context, Document
from engine.document_file import parse_document, save_document
from engine.prompt.fence import context_nonce
from engine.prompt.projection import FOLD_AFTER, shown_offset, to_shown
from engine.snapshot import Ready
from engine.workspace import open_workspace

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")
LOST_BY_QT = (
    "a\u00a0b",
    "a\r\nb",
    "a\rb",
    "a\u2028b",
    "a\u2029b",
    "\ufeffa",
    "a\ufdd0b",
    "\ufffehello",
    "a\x00b\u200b\u202e",
)
SCHEMA = '{"late": {"type": "boolean", "description": "pays late"}}'
MARKER = "<|im_end|>"


@pytest.fixture
def contexts(qtbot) -> ContextEditor:
    made = ContextEditor()
    qtbot.addWidget(made)
    made.resize(500, 300)
    made.show()
    return made


def rendered(data: bytes, folder: Path):
    """Save a document with the context, read it again, and render it."""
    path = folder / "case.loupe.json"
    save_document(Document(SCHEMA, (Context("c", data),), profile="qwen3-fake"), path)
    document = parse_document(path.read_bytes(), path.name, str)
    assert document.context.data == data
    engine = open_workspace(folder / "assets").engine(datetime.date(2026, 1, 1))
    snapshot = engine.complete(document)
    assert isinstance(snapshot.prompt, Ready)
    assert isinstance(snapshot.hashes, Ready)
    return snapshot.prompt.value, snapshot.hashes.value


WAYS = [
    pytest.param(way, text, id=f"{way}-{text!a}")
    for way in ("loaded", "pasted", "edited")
    for text in LOST_BY_QT
    if (way, text) != ("pasted", "\ufeffa")  # Qt's clipboard takes a leading BOM away itself
]


@pytest.mark.parametrize(("way", "text"), WAYS)
def test_22_saved_rendered_and_hashed_bytes_are_the_ones_that_came_in(
    contexts, tmp_path, text, way
):
    given: list[bytes] = []
    contexts.data_edited.connect(given.append)
    if way == "pasted":
        mime = QMimeData()
        mime.setData("text/plain", text.encode())
        contexts.editor.insertFromMimeData(mime)
        data = bytes(given[-1])
    else:
        (tmp_path / "letter.txt").write_bytes(text.encode())
        context = read_context(tmp_path / "letter.txt")
        contexts.set_contexts((context,), 0)
        data = context.data
    if way == "edited":
        contexts.editor.moveCursor(QTextCursor.MoveOperation.End)
        contexts.editor.insertPlainText("!")
        data = bytes(given[-1])
        text += "!"
    assert data == text.encode()
    prompt, hashes = rendered(data, tmp_path)
    assert data in prompt.data
    assert hashes.prompt_bytes_sha256 == hashlib.sha256(prompt.data).hexdigest()
    assert hashes.nonce == context_nonce(text)


@pytest.mark.parametrize("text", LOST_BY_QT, ids=ascii)
def test_22_what_cannot_be_shown_can_be_deleted_by_one_key(contexts, qtbot, text):
    contexts.set_contexts((Context("c", text.encode()),), 0)
    special = next(at for at, one in enumerate(text) if one not in "ab")
    contexts.editor.moveCursor(QTextCursor.MoveOperation.Start)
    for _ in range(special):
        qtbot.keyClick(contexts.editor, Qt.Key.Key_Right)
    with qtbot.waitSignal(contexts.data_edited) as edited:
        qtbot.keyClick(contexts.editor, Qt.Key.Key_Delete)
    assert bytes(edited.args[0]) == (text[:special] + text[special + 1 :]).encode()


@pytest.mark.parametrize("before", ["😀 ", "e\u0301👨\u200d👩 ", "\u00a0\ufeff", ""], ids=ascii)
def test_23_the_editor_selects_exactly_the_marker_behind_an_emoji(contexts, before):
    text = f"{before}{MARKER} after"
    contexts.set_contexts((Context("c", text.encode()),), 0)
    start = len(before.encode())
    contexts.select_bytes(start, start + len(MARKER))
    assert contexts.editor.textCursor().selectedText() == MARKER


@pytest.mark.parametrize("size", [FOLD_AFTER - 1, FOLD_AFTER, FOLD_AFTER + 1, 3 * FOLD_AFTER + 5])
@pytest.mark.parametrize("after", ["", "\n", "x"])
def test_23_also_in_a_line_that_is_shown_in_folds(contexts, size, after):
    data = ("é" * size + after).encode()
    contexts.set_contexts((Context("c", data),), 0)
    shown = to_shown(data)
    for character in (0, min(FOLD_AFTER, size) - 1, size - 1):
        offset = shown_offset(data, 2 * character)
        assert shown[offset] == "é"
        assert shown[:offset].count("é") == character


def test_a_line_of_ten_thousand_characters_and_more_is_laid_out_in_parts(contexts, qtbot):
    data = b"word " * 50_000
    contexts.set_contexts((Context("long", data),), 0)
    lines = contexts.editor.shown_text().split("\n")
    assert max(map(len, lines)) <= FOLD_AFTER + 1  # a widget lays out a whole line at every key
    editor = contexts.editor
    cursor = editor.textCursor()
    cursor.setPosition(FOLD_AFTER + 10)
    editor.setTextCursor(cursor)
    with qtbot.waitSignal(contexts.data_edited) as edited:
        qtbot.keyClick(editor, Qt.Key.Key_X)
    assert bytes(edited.args[0]) == data[: FOLD_AFTER + 8] + b"x" + data[FOLD_AFTER + 8 :]


def test_tokens_of_a_long_text_are_not_made_before_they_are_asked_for(tmp_path, asset_root):
    """What keeps the window moving: hundreds of thousands of objects are never made at once."""
    workspace = open_workspace(asset_root)
    tokenizer = workspace.tokenizers.open("smollm2-135m")
    text = "The applicant pays late sometimes. " * 30_000
    cut = tokenizer.tokenize(text)
    assert len(cut.tokens) > 180_000
    assert cut.tokens.ids == tokenizer.encode(text)
    last = cut.tokens[-1]
    assert (last.index, last.byte_end) == (len(cut.tokens) - 1, len(text))
