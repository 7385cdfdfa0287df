"""Compare shows what another program did to a file, also where people do not see it."""

from __future__ import annotations

import json

import pytest
from PySide6.QtWidgets import QApplication, QPlainTextEdit

from tests.app.golden.review_folder import name_of


@pytest.fixture
def compared(qtbot, review, stale_folder):
    """Let another program change the vector on screen, and give what Compare says."""
    desk = review(stale_folder)
    path = stale_folder / f"{name_of('case_00')}.json"

    def compare(change) -> str:
        data = change(path.read_bytes())
        path.unlink() if data is None else path.write_bytes(data)
        qtbot.waitUntil(lambda: desk.banner_text() != "", timeout=20_000)
        desk.wait()
        desk.press_banner("Compare")
        dialog = QApplication.activeModalWidget()
        text = dialog.findChild(QPlainTextEdit).toPlainText()
        dialog.reject()
        assert desk.banner_text() != ""
        return text

    return compare


@pytest.mark.parametrize(
    ("change", "shown"),
    [
        (lambda data: data.replace(b"\n", b"\r\n"), "+ {{⟨CR⟩}"),
        (lambda data: data.removesuffix(b"\n"), "- }{⟨LF⟩}\n+ }"),
        (lambda data: data.replace(b" late", b"\xc2\xa0late", 1), "\\u00a0late"),
        (lambda data: data.replace(b"late 0", "la\u200bte 0".encode(), 1), "\\u200b"),
        (lambda data: b"\xef\xbb\xbf" + data, "⟨BOM⟩"),
        (lambda data: data + b"\xff", "+ {\\xff}"),
        (lambda data: data.replace(b'": "', b'":  "', 1), '": { }"'),
        (lambda data: None, "The file is gone"),
        (lambda data: data, "written again with the same bytes"),
    ],
    ids=["CRLF", "no end", "NBSP", "ZWSP", "BOM", "a byte", "a space", "deleted", "touched"],
)
def test_what_people_do_not_see_is_marked(change, shown, compared):
    assert shown in compared(change)


def test_a_change_of_the_agreed_text_is_shown_in_its_lines(compared):
    def change(data: bytes) -> bytes:
        table = json.loads(data)
        table["rendered_text"] = table["rendered_text"].replace("manually", "by hand")
        return json.dumps(table, indent=2, ensure_ascii=False).encode() + b"\n"

    text = compared(change)
    assert "{manually} flagged" in text
    assert "{by hand} flagged" in text
