"""Work and files are never lost by opening, saving, typing without Enter, or several crashes."""

from __future__ import annotations

import errno
import json
from dataclasses import replace

import pytest
from PySide6.QtCore import QMimeData, QPoint, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QApplication, QFileDialog, QLineEdit, QMessageBox

from app.document_session import DocumentSession
from app.recovery import RecoveryFolder
from engine.document_file import dump_document, save_document
from engine.errors import Finding, Place
from engine.resources import shipped
from engine.snapshot import Blocked
from tests.app.left_behind import crash, leave_behind
from tests.app.window_desk import Desk
from tests.app.window_fakes import FakeEngine, no_vectors, sample_document

VECTOR = "qwen3__fake__risk_enum_bool.json"
SHORTCUTS = ["save", "page_compare", "undo", "score"]


@pytest.fixture
def desk(qtbot, tmp_path):
    made = Desk(qtbot, tmp_path, FakeEngine(tmp_path / "assets"))
    made.loupe.open_first(made.path)
    made.show()
    yield made
    made.close()
    assert made.ended == [True]


@pytest.fixture
def other(tmp_path):
    path = tmp_path / "other.loupe.json"
    save_document(sample_document(context=b"other"), path)
    return path


def copied_vector(folder, name):
    path = folder / name
    path.write_bytes(shipped("golden", VECTOR).read_bytes())
    return path


def bundle(folder):
    path = folder / "report.bundle.json"
    document = json.loads(dump_document(sample_document(context=b"in a bundle")))
    path.write_text(json.dumps({"format": "loupe-bundle/1", "document": document}))
    return path


def question():
    box = QApplication.activeModalWidget()
    assert isinstance(box, QMessageBox)
    return box


def answer(name):
    question().button(getattr(QMessageBox.StandardButton, name)).click()


def drop(desk, *paths):
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    buttons, keys = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    desk.window.dropEvent(QDropEvent(QPoint(5, 5), Qt.DropAction.CopyAction, mime, buttons, keys))


def said(desk):
    return "" if desk.window.banner.isHidden() else desk.window.banner.text.text()


def press(desk, text):
    [button] = [one for one in desk.window.banner.buttons if one.text() == text]
    button.click()


# Files that are only read


@pytest.mark.parametrize("name", [VECTOR, "mine.json"])
def test_saving_an_opened_vector_asks_for_another_file(desk, tmp_path, name):
    path = copied_vector(tmp_path, name)
    before = path.read_bytes()
    desk.window.files.open(path)
    assert f"{name} is a golden vector: this is its input" in said(desk)
    assert desk.window.windowTitle().startswith(f"{name} (copy)")
    desk.session.edit_context(b"mine now")
    desk.act("save")
    dialog = QApplication.activeModalWidget()
    assert isinstance(dialog, QFileDialog)
    assert [file.rpartition("/")[2] for file in dialog.selectedFiles()] == [
        "risk_enum_bool.loupe.json"
    ]
    assert path.read_bytes() == before
    saved = tmp_path / "risk_enum_bool.loupe.json"
    dialog.fileSelected.emit(str(saved))
    assert path.read_bytes() == before
    assert json.loads(saved.read_bytes())["format"] == "loupe-document/1"
    assert desk.window.windowTitle().startswith("risk_enum_bool.loupe.json[*]")


def test_saving_an_opened_bundle_asks_for_another_file(desk, tmp_path):
    path = bundle(tmp_path)
    before = path.read_bytes()
    desk.window.files.open(path)
    assert "report.bundle.json is a bundle" in said(desk)
    desk.act("save")
    dialog = QApplication.activeModalWidget()
    assert [file.rpartition("/")[2] for file in dialog.selectedFiles()] == ["report.loupe.json"]
    assert path.read_bytes() == before


def test_undo_of_opening_a_vector_gives_the_file_back_to_save(desk, tmp_path):
    desk.window.files.open(copied_vector(tmp_path, "mine.json"))
    desk.act("undo")
    assert desk.session.file == desk.path


def test_closing_an_edited_vector_and_saving_asks_for_another_file(desk, tmp_path):
    path = copied_vector(tmp_path, "mine.json")
    before = path.read_bytes()
    desk.window.files.open(path)
    desk.session.edit_context(b"mine now")
    desk.window.close()
    answer("Save")
    assert isinstance(QApplication.activeModalWidget(), QFileDialog)
    assert path.read_bytes() == before


@pytest.mark.parametrize("kept_for", [True, False])
def test_recovered_work_on_a_vector_has_no_file(qtbot, tmp_path, kept_for):
    path = copied_vector(tmp_path, "mine.json")
    recovery = RecoveryFolder(tmp_path / "recovery", "dead", lambda _: "chatml")
    session = DocumentSession(recovery, lambda _: "chatml")
    session.open(path)
    session.edit_context(b"mine now")
    session.keep()
    if kept_for:  # as a version before this one kept it
        recovery.keep(session.document, path)
    crash(tmp_path / "recovery")
    [found] = RecoveryFolder(tmp_path / "recovery", "later", no_vectors).left_behind()
    restored = DocumentSession(RecoveryFolder(tmp_path / "x", "later", no_vectors), no_vectors)
    restored.restore(found)
    assert restored.file is None
    assert restored.dirty
    assert restored.document.context.data == b"mine now"
    session.close()
    restored.close()


# Unsaved work and another document


@pytest.mark.parametrize("way", ["open", "drop", "new", "vector"])
@pytest.mark.parametrize("choice", ["Save", "Discard", "Cancel"])
def test_another_document_asks_before_unsaved_work_is_given_up(desk, other, tmp_path, way, choice):
    desk.session.edit_context(b"unsaved")
    desk.session.keep()
    before = desk.session.document
    ways = {
        "open": lambda: desk.window.files.open(other),
        "drop": lambda: drop(desk, other),
        "new": lambda: desk.act("new"),
        "vector": lambda: desk.window.files.open(copied_vector(tmp_path, VECTOR)),
    }
    ways[way]()
    assert desk.session.document is before
    assert list((tmp_path / "recovery").iterdir())
    answer(choice)
    assert (desk.session.document is before) == (choice == "Cancel")
    assert (b"unsaved" in desk.path.read_bytes()) == (choice == "Save")


def test_a_starter_replaces_the_schema_as_one_step_of_undo_without_a_question(desk):
    desk.session.edit_context(b"unsaved")
    before = desk.session.document
    desk.page.author.schema.starters_menu(desk.window).actions()[0].trigger()
    assert QApplication.activeModalWidget() is None
    assert desk.session.document.schema_text != before.schema_text
    assert desk.session.document.context.data == b"unsaved"
    desk.session.undo_stack.undo()
    assert desk.session.document is before


def test_a_clean_document_is_replaced_without_a_question(desk, other):
    desk.window.files.open(other)
    assert QApplication.activeModalWidget() is None
    assert desk.session.document.context.data == b"other"


def test_work_that_was_discarded_is_not_kept_for_recovery(desk, other, tmp_path):
    desk.session._autosave.setInterval(0)
    desk.session.edit_context(b"unsaved")
    desk.session.keep()
    desk.window.files.open(other)
    answer("Discard")
    desk.qtbot.waitUntil(lambda: not list((tmp_path / "recovery").iterdir()))


# Lines that wait for Enter


@pytest.mark.parametrize("action", SHORTCUTS)
def test_a_name_without_enter_is_taken_in_by_a_command(desk, action):
    desk.session.edit_context(b"before")
    line = desk.page.author.schema.form.editor.field.name
    line.selectAll()
    desk.qtbot.keyClicks(line, "grade")
    desk.act(action)
    undone = action == "undo"
    assert ('"grade"' in desk.session.document.schema_text) != undone
    assert ('"grade"' in desk.path.read_text()) == (action == "save")
    assert desk.session.undo_stack.canRedo() == undone


def test_a_name_without_enter_is_unsaved_work_when_the_window_closes(desk, other):
    line = desk.page.author.schema.form.editor.field.name
    line.selectAll()
    desk.qtbot.keyClicks(line, "grade")
    desk.window.close()
    answer("Cancel")
    desk.window.files.open(other)
    answer("Save")
    assert '"grade"' in desk.path.read_text()


def test_a_name_typed_in_the_tree_is_saved_without_enter(desk):
    tree = desk.page.author.schema.form.tree
    tree.select_part((0, 0))
    tree.edit(tree.currentIndex())
    [editor] = tree.viewport().findChildren(QLineEdit)
    editor.selectAll()
    desk.qtbot.keyClicks(editor, "SMALL")
    desk.act("save")
    assert '"SMALL"' in desk.path.read_text()


# Several crashes


def test_all_that_was_left_behind_is_offered_one_after_another(desk, tmp_path):
    for name in ("first", "second", "third"):
        document, path = sample_document(context=name.encode()), tmp_path / f"{name}.loupe.json"
        leave_behind(tmp_path / "recovery", name, document, path)
    desk.loupe.open_first(desk.path)
    offered = []
    for choice in ("Later", "Discard the copy", "Restore"):
        offered.append(said(desk).split("saving ")[1].split(".")[0])
        press(desk, choice)
    assert sorted(offered) == ["first", "second", "third"]
    assert said(desk) == ""
    assert desk.session.document.context.data == offered[2].encode()
    left = RecoveryFolder(tmp_path / "recovery", "later", no_vectors).left_behind()
    assert [one.document.context.data for one in left] == [offered[0].encode()]


def test_restoring_a_second_one_asks_about_the_first(desk, tmp_path):
    for name in ("first", "second"):
        leave_behind(tmp_path / "recovery", name, sample_document(context=name.encode()))
    desk.loupe.open_first(desk.path)
    press(desk, "Restore")
    first = desk.session.document
    press(desk, "Restore")
    answer("Cancel")
    assert desk.session.document is first
    press(desk, "Restore")
    answer("Discard")
    assert desk.session.document is not first
    assert said(desk) == ""


def test_an_offer_waits_while_the_banner_says_something_else(desk, tmp_path):
    leave_behind(tmp_path / "recovery", "first", sample_document(context=b"lost"))
    desk.loupe.open_first(desk.path)
    desk.window.files.open(tmp_path / "gone.loupe.json")
    assert "gone.loupe.json" in said(desk)
    press(desk, "Close")
    assert "a copy was kept" in said(desk)


# What the banner says


def test_an_error_is_over_when_another_document_opens(desk, other, tmp_path):
    desk.window.files.open(tmp_path / "gone.loupe.json")
    assert "gone.loupe.json" in said(desk)
    desk.window.files.open(other)
    assert said(desk) == ""


def test_files_dropped_beside_the_first_are_named(desk, other, tmp_path):
    second = tmp_path / "second.loupe.json"
    save_document(replace(sample_document(), scoring="slots"), second)
    drop(desk, other, second)
    assert desk.session.path == other
    assert "Only other.loupe.json was opened" in said(desk)
    assert "second.loupe.json" in said(desk)


def test_decisions_say_that_a_damaged_model_is_an_error(desk):
    cut = Finding("model-cannot-open", "error", Place("model"), "cut short")
    desk.page.decisions.set_slot(Blocked("model", (cut,)))
    assert desk.page.decisions.strip.icon.accessibleName() == "error"


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EROFS])
def test_work_that_cannot_be_kept_is_said_once_and_what_was_kept_before_stays(
    qtbot, desk, monkeypatch, number
):
    tried = []

    def full(path, data):
        tried.append(path)
        raise OSError(number, "refused", str(path))

    monkeypatch.setattr("app.recovery.write_atomic", full)
    for text in ("first", "second"):
        desk.session.edit_schema(text)
        desk.session.keep()
    assert len(tried) == 2
    assert said(desk).startswith("Unsaved work cannot be kept in case of a crash: ")
    assert str(tried[0]) in said(desk)
    assert "Save the document now" in said(desk)
    press(desk, "Close")
    desk.session.edit_schema("third")
    desk.session.keep()
    assert said(desk) == ""


def test_recovered_work_stays_where_it_is_until_it_is_kept_anew(qtbot, desk, monkeypatch):
    leave_behind(desk.folder / "recovery", "gone", sample_document(context=b"recovered"))
    (recovered,) = desk.loupe.recovery.left_behind()

    def full(path, data):
        raise OSError(errno.ENOSPC, "No space left on device", str(path))

    monkeypatch.setattr("app.recovery.write_atomic", full)
    desk.session.restore(recovered)
    assert desk.session.document.context.data == b"recovered"
    assert recovered.kept_at.exists()
