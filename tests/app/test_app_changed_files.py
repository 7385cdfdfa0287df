"""What another program does to the document's file is never overwritten or lost unasked."""

from __future__ import annotations

import json

import pytest
from PySide6.QtWidgets import QApplication, QDialog, QMessageBox

from engine.document_file import dump_document, save_document
from engine.resources import shipped
from tests.app.window_fakes import sample_document

LAID_OUT = b"""{
    "mine": {"kept":   1},
    "schema": {
      "type": "bool",
  "description": "Pays late?"
    },

    "format": "loupe-document/1",
    "contexts": [{"text": "Pays\\u0020late.", "name": "a"}]}"""
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


def delete(desk):
    """Let another program delete the file, and let the time pass that a save may take."""
    desk.session._watch.missing.setInterval(0)
    desk.path.unlink()
    desk.qtbot.waitUntil(lambda: said(desk) != "")


def test_a_deleted_file_makes_its_document_unsaved_and_is_told_of(desk):
    assert not desk.session.dirty
    delete(desk)
    assert said(desk).startswith("sample.loupe.json is not there any more")
    assert desk.session.dirty
    assert desk.window.isWindowModified()
    desk.session.keep()
    assert list((desk.folder / "recovery").glob("*.json"))
    desk.window.close()
    answer("Cancel")
    press(desk, "Save")
    assert json.loads(desk.path.read_bytes())["format"] == "loupe-document/1"
    assert not desk.session.dirty
    assert said(desk) == ""


def test_a_deleted_folder_is_told_of_too(desk, tmp_path):
    folder = tmp_path / "within"
    folder.mkdir()
    path = folder / "inner.loupe.json"
    save_document(sample_document(), path)
    desk.window.files.open(path)
    desk.session._watch.missing.setInterval(0)
    path.unlink()
    folder.rmdir()
    desk.qtbot.waitUntil(lambda: "inner.loupe.json is not there" in said(desk))
    assert desk.session.dirty


def test_a_file_that_comes_back_as_it_was_is_saved_again(desk):
    before = desk.path.read_bytes()
    delete(desk)
    desk.path.write_bytes(before)
    desk.qtbot.waitUntil(lambda: not desk.session.dirty)
    assert said(desk) == ""


def test_a_file_that_is_deleted_and_written_anew_is_not_said_to_be_gone(desk):
    before = desk.path.read_bytes()
    desk.path.unlink()
    desk.session._watch.check()
    assert desk.session._watch.missing.isActive()
    desk.path.write_bytes(before)
    desk.session._watch.check()
    assert not desk.session._watch.missing.isActive()
    assert not desk.session.dirty
    assert said(desk) == ""


def test_a_file_that_comes_back_with_other_bytes_is_offered(desk):
    delete(desk)
    desk.path.write_bytes(THEIRS)
    desk.qtbot.waitUntil(lambda: "was changed by another program" in said(desk))


def test_undo_back_to_a_file_that_was_deleted_meanwhile_is_unsaved(desk, tmp_path):
    other = tmp_path / "other.loupe.json"
    save_document(sample_document(context=b"other"), other)
    desk.window.files.open(other)
    desk.session._watch.missing.setInterval(0)
    desk.path.unlink()
    desk.act("undo")
    desk.qtbot.waitUntil(lambda: desk.session.dirty)
    assert said(desk).startswith("sample.loupe.json is not there any more")


def test_closing_right_after_the_file_was_deleted_asks(desk):
    desk.path.unlink()
    desk.window.close()
    assert "Save the changes to sample.loupe.json?" in question().text()
    answer("Save")
    assert desk.path.exists()
    desk.qtbot.waitUntil(lambda: not desk.window.isVisible())


def test_what_was_said_of_a_file_is_over_when_undo_leaves_it(desk, tmp_path):
    other = tmp_path / "other.loupe.json"
    save_document(sample_document(context=b"other"), other)
    desk.window.files.open(other)
    other.write_bytes(THEIRS)
    desk.session._watch.check()
    assert "other.loupe.json was changed" in said(desk)
    desk.act("undo")
    assert said(desk) == ""


# Nothing that is unchanged is written otherwise


@pytest.fixture
def laid_out(desk, tmp_path):
    path = tmp_path / "laid out.loupe.json"
    path.write_bytes(LAID_OUT)
    desk.window.files.open(path)
    return path


def test_saving_what_nobody_edited_writes_the_bytes_that_were_read(desk, laid_out):
    desk.act("save")
    assert laid_out.read_bytes() == LAID_OUT


def test_undo_back_to_what_was_read_saves_those_bytes(desk, laid_out):
    desk.session.edit_context(b"mine")
    desk.act("save")
    assert saved_context(laid_out) == "mine"
    desk.session.undo_stack.undo()
    assert desk.session.dirty
    desk.act("save")
    assert laid_out.read_bytes() == LAID_OUT


def test_an_edit_keeps_the_order_of_the_files_keys(desk, laid_out):
    desk.session.edit_context(b"mine")
    desk.act("save")
    order = [key for key in json.loads(laid_out.read_bytes()) if key in json.loads(LAID_OUT)]
    assert order == ["mine", "schema", "format", "contexts"]


def test_what_was_read_again_is_what_is_saved(desk, laid_out):
    other = LAID_OUT.replace(b"  ", b" ")
    laid_out.write_bytes(other)
    desk.act("reload")
    desk.act("save")
    assert laid_out.read_bytes() == other


def test_saving_an_unedited_vector_over_itself_writes_a_document(desk, tmp_path):
    path = tmp_path / "mine.json"
    path.write_bytes(shipped("golden", "qwen3__fake__risk_enum_bool.json").read_bytes())
    desk.session.open(path)
    desk.session.save(path)
    assert json.loads(path.read_bytes())["format"] == "loupe-document/1"


def test_keeping_mine_is_unsaved_work_until_it_is_saved_or_theirs_is_read(desk):
    mine = desk.session.document
    desk.path.write_bytes(THEIRS)
    desk.session._watch.check()
    assert not desk.session.dirty
    press(desk, "Keep mine")
    assert desk.session.dirty
    desk.window.close()
    answer("Cancel")
    desk.act("reload")
    assert not desk.session.dirty
    desk.session.undo_stack.undo()
    assert desk.session.document is mine
    assert desk.session.dirty
