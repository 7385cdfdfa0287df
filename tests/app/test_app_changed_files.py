"""What another program does to the document's file is never overwritten or lost unasked."""

from __future__ import annotations

import json

import pytest
from PySide6.QtWidgets import QApplication, QDialog, QMessageBox

from engine.document_file import dump_document, save_document
from tests.app.window_fakes import sample_document

THEIRS = dump_document(sample_document(context=b"theirs")).encode()


def said(desk):
    return "" if desk.window.banner.isHidden() else desk.window.banner.text.text()


def question():
    box = QApplication.activeModalWidget()
    assert isinstance(box, QMessageBox)
    return box


def press(desk, text):
    [button] = [one for one in desk.window.banner.buttons if one.text() == text]
    button.click()


def answer(text):
    [button] = [one for one in question().buttons() if one.text().replace("&", "") == text]
    button.click()


def saved_context(path):
    return json.loads(path.read_bytes())["contexts"][0]["text"]


def rewrite_unnoticed(desk):
    """Let another program write, before the system tells of it."""
    desk.session.edit_context(b"mine")
    desk.path.write_bytes(THEIRS)


def rewrite(desk):
    rewrite_unnoticed(desk)
    desk.session._watch.check()
    assert "was changed by another program" in said(desk)


@pytest.mark.parametrize("change", [rewrite, rewrite_unnoticed])
def test_saving_over_a_file_that_another_program_changed_asks_first(desk, change):
    change(desk)
    desk.act("save")
    assert desk.path.name in question().text()
    assert question().defaultButton().text().replace("&", "") == "Cancel"
    answer("Cancel")
    assert desk.path.read_bytes() == THEIRS
    assert desk.session.dirty
    desk.act("save")
    answer("Overwrite")
    assert saved_context(desk.path) == "mine"
    assert not desk.session.dirty
    assert said(desk) == ""


def test_the_question_comes_though_the_banner_was_answered_or_replaced(desk):
    rewrite(desk)
    desk.window.say_failure("something else")
    desk.act("save")
    answer("Cancel")
    assert desk.path.read_bytes() == THEIRS


def test_comparing_before_the_save_shows_both_and_offers_to_reload(desk):
    rewrite_unnoticed(desk)
    desk.act("save")
    answer("Compare")
    [dialog] = [one for one in QApplication.topLevelWidgets() if _is_comparison(one)]
    dialog.close()
    assert desk.path.read_bytes() == THEIRS
    press(desk, "Reload")
    assert desk.session.document.context.data == b"theirs"
    desk.session.edit_context(b"on top of theirs")
    desk.act("save")
    assert saved_context(desk.path) == "on top of theirs"


def _is_comparison(widget):
    return isinstance(widget, QDialog) and "On disk" in widget.windowTitle()


def test_closing_and_saving_asks_before_it_overwrites(desk):
    rewrite(desk)
    desk.window.close()
    answer("Save")
    answer("Cancel")
    assert desk.path.read_bytes() == THEIRS
    assert desk.window.isVisible()
    desk.window.close()
    answer("Save")
    answer("Overwrite")
    assert saved_context(desk.path) == "mine"
    desk.qtbot.waitUntil(lambda: not desk.window.isVisible())


def test_a_save_without_others_asks_nothing(desk):
    for text in (b"one", b"two"):
        desk.session.edit_context(text)
        desk.act("save")
        assert QApplication.activeModalWidget() is None
    assert saved_context(desk.path) == "two"


def test_undo_back_to_a_file_that_changed_meanwhile_still_asks(desk, tmp_path):
    other = tmp_path / "other.loupe.json"
    save_document(sample_document(context=b"other"), other)
    desk.window.files.open(other)
    desk.path.write_bytes(THEIRS)
    desk.act("undo")
    desk.session.edit_context(b"mine")
    desk.act("save")
    answer("Cancel")
    assert desk.path.read_bytes() == THEIRS
