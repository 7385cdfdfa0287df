"""What Compare says of a document whose file another program changed."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QDialog, QPlainTextEdit, QWidget

from app.compare import file_comparison, show_file_comparison
from engine.document import Context, Document
from engine.document_file import dump_document

DOCUMENT = Document("{}", (Context("a", b"Pays late."),), profile="qwen3-fake")
TEXT = dump_document(DOCUMENT)
HERE = TEXT.encode()


@pytest.mark.parametrize(
    ("old", "new", "shown"),
    [
        ("\n", "\r\n", "- {{⟨CR⟩}\n+ {"),
        ("Pays late", "Pays\u00a0late", "Pays{⟨NBSP⟩}late"),
        ("Pays late", "Pays\u200b late", "Pays{⟨ZWSP⟩} late"),
        ("Pays late", "Pays late ", "U+0020 SPACE -> nothing"),
        ("Pays", "Paid", "Pa{id} late"),
    ],
    ids=["CRLF", "NBSP", "ZWSP", "a space", "letters"],
)
def test_what_people_do_not_see_is_marked(old, new, shown, tmp_path):
    path = tmp_path / "a.loupe.json"
    path.write_bytes(TEXT.replace(old, new).encode())
    assert shown in file_comparison(path, HERE)


def test_a_final_newline_that_was_lost_is_shown(tmp_path):
    path = tmp_path / "a.loupe.json"
    path.write_text(TEXT.removesuffix("\n"))
    assert "- }\n+ }{⟨LF⟩}" in file_comparison(path, HERE)


def test_nothing_is_said_where_nothing_differs(tmp_path):
    path = tmp_path / "a.loupe.json"
    path.write_text(TEXT)
    assert file_comparison(path, HERE) == ""


def test_compare_shows_a_dialog_also_where_nothing_differs(qtbot, tmp_path):
    path = tmp_path / "a.loupe.json"
    window = QWidget()
    qtbot.addWidget(window)
    for text, shown in (("", "byte for byte"), ("\n", "{⟨LF⟩}")):
        path.write_text(TEXT + text)
        show_file_comparison(path, HERE, window)
        dialog = window.findChildren(QDialog)[-1]
        assert shown in dialog.findChild(QPlainTextEdit).toPlainText()
        dialog.close()
