"""One history over schema, contexts, profile, scoring and files; nothing is lost."""

from __future__ import annotations

import pytest

from app.document_session import DocumentSession
from app.recovery import RecoveryFolder
from engine.document_file import dump_document, save_document
from engine.errors import DocumentError
from tests.app.left_behind import crash
from tests.app.window_fakes import no_vectors, sample_document


def folder_of(path, session="session"):
    return RecoveryFolder(path / "recovery", session, no_vectors)


@pytest.fixture
def session(qtbot, tmp_path):
    made = DocumentSession(folder_of(tmp_path), no_vectors)
    yield made
    made.close()
    made.deleteLater()


@pytest.fixture
def opened(session, tmp_path):
    path = tmp_path / "one.loupe.json"
    save_document(sample_document(), path)
    session.open(path)
    return session


def type_into_schema(session, text):
    for letter in text:
        session.edit_schema(session.document.schema_text + letter)


def test_opening_shows_the_file_and_is_clean(opened, tmp_path):
    assert opened.document.contexts == sample_document().contexts
    assert opened.path == tmp_path / "one.loupe.json"
    assert not opened.dirty
    assert not opened.undo_stack.canUndo()


def test_undo_gives_back_the_very_same_document(opened):
    before = opened.document
    opened.edit_context(b"changed")
    opened.undo_stack.undo()
    assert opened.document is before
    assert not opened.dirty


def test_typing_is_undone_word_by_word(opened):
    start = opened.document.schema_text
    type_into_schema(opened, "one two")
    opened.undo_stack.undo()
    assert opened.document.schema_text == start + "one "
    opened.undo_stack.undo()
    assert opened.document.schema_text == start
    opened.undo_stack.redo()
    opened.undo_stack.redo()
    assert opened.document.schema_text == start + "one two"


def test_typing_in_two_places_does_not_merge(opened):
    type_into_schema(opened, "a")
    opened.edit_context(opened.document.context.data + b"b")
    type_into_schema(opened, "c")
    assert opened.undo_stack.count() == 3


@pytest.mark.parametrize(
    ("act", "title"),
    [
        (lambda session: session.edit_schema("{}"), "edit schema"),
        (lambda session: session.edit_context(b"x"), "edit context late payer"),
        (lambda session: session.add_context("new"), "add context new"),
        (lambda session: session.rename_context("other"), "rename context late payer"),
        (lambda session: session.remove_context(), "remove context late payer"),
        (lambda session: session.choose_profile("gemma"), "switch to profile gemma"),
        (lambda session: session.choose_scoring("slots"), "switch to slots"),
        (lambda session: session.new(), "new document"),
    ],
)
def test_every_step_has_a_name_and_can_be_undone(opened, act, title):
    before = opened.document
    act(opened)
    assert opened.undo_stack.undoText() == title
    assert opened.document is not before
    opened.undo_stack.undo()
    assert opened.document is before


def test_a_step_that_changes_nothing_is_no_step(opened):
    opened.choose_scoring(opened.document.scoring)
    assert opened.undo_stack.count() == 0


def test_a_second_context_of_the_same_name_gets_a_number(opened):
    opened.add_context("late payer")
    opened.add_context("late payer")
    names = [context.name for context in opened.document.contexts]
    assert names == ["late payer", "late payer 2", "late payer 3"]
    assert opened.document.active == 2


def test_the_last_context_can_be_removed_and_written_again(opened):
    opened.remove_context()
    assert opened.document.contexts == ()
    opened.edit_context(b"again")
    assert opened.document.context.data == b"again"


def test_saving_clears_the_dirty_mark_and_undo_sets_it(opened, qtbot, tmp_path):
    opened.edit_context(b"\xff\r\n\x00")
    assert opened.dirty
    with qtbot.waitSignal(opened.dirty_changed):
        opened.save(opened.path)
    assert not opened.dirty
    opened.undo_stack.undo()
    assert opened.dirty


def test_a_file_that_cannot_be_read_changes_nothing(opened, tmp_path):
    before = opened.document
    bad = tmp_path / "bad.loupe.json"
    bad.write_text("{")
    with pytest.raises(DocumentError):
        opened.open(bad)
    assert opened.document is before
    assert opened.path == tmp_path / "one.loupe.json"


def test_undoing_an_open_gives_back_document_file_and_dirty_mark(opened, tmp_path):
    opened.edit_context(b"unsaved")
    before = opened.document
    other = tmp_path / "two.loupe.json"
    save_document(sample_document(context=b"two"), other)
    opened.open(other)
    assert not opened.dirty
    opened.undo_stack.undo()
    assert (opened.document, opened.path) == (before, tmp_path / "one.loupe.json")
    assert opened.dirty


def test_undoing_past_save_as_keeps_the_new_file(opened, tmp_path):
    opened.edit_context(b"x")
    opened.save(tmp_path / "new.loupe.json")
    opened.undo_stack.undo()
    assert opened.path == tmp_path / "new.loupe.json"
    assert opened.dirty


def test_a_copy_of_the_example_belongs_to_no_file(session, tmp_path):
    path = tmp_path / "example.loupe.json"
    save_document(sample_document(), path)
    session.open_copy(path)
    assert session.path is None
    assert not session.dirty


@pytest.mark.parametrize("times", [1, 2])
def test_a_file_replaced_by_rename_is_noticed_each_time(opened, qtbot, tmp_path, times):
    for number in range(times):
        other = tmp_path / "writing"
        other.write_text(dump_document(sample_document(context=f"{number}".encode())))
        with qtbot.waitSignal(opened.changed_outside):
            other.replace(opened.path)


def test_reload_takes_the_file_and_can_be_undone(opened):
    before = opened.document
    save_document(sample_document(context=b"outside"), opened.path)
    opened.reload()
    assert opened.document.context.data == b"outside"
    assert not opened.dirty
    opened.undo_stack.undo()
    assert opened.document is before


def test_our_own_save_is_no_change_from_outside(opened, qtbot):
    opened.edit_context(b"mine")
    with qtbot.assertNotEmitted(opened.changed_outside):
        opened.save(opened.path)
        opened._watch.check()


def test_unsaved_work_of_a_dead_session_is_found_and_restored(opened, tmp_path):
    opened.edit_context(b"precious\r\n")
    opened.keep()
    crash(tmp_path / "recovery")
    [found] = folder_of(tmp_path, "later").left_behind()
    assert found.document.context.data == b"precious\r\n"
    assert found.path == opened.path
    restorer = DocumentSession(folder_of(tmp_path, "later"), no_vectors)
    restorer.restore(found)
    assert restorer.document.context.data == b"precious\r\n"
    assert restorer.dirty
    assert not found.kept_at.exists()
    crash(tmp_path / "recovery")
    [kept] = folder_of(tmp_path, "third").left_behind()
    assert kept.document == restorer.document
    restorer.close()


def test_saving_leaves_nothing_to_recover(opened, tmp_path):
    opened.edit_context(b"x")
    opened.keep()
    opened.save(opened.path)
    assert folder_of(tmp_path, "later").left_behind() == ()


def test_autosave_keeps_unsaved_work_by_itself(opened, qtbot, tmp_path):
    opened._autosave.setInterval(0)
    opened.edit_context(b"typed")
    kept = tmp_path / "recovery" / "session.loupe-recovery.json"
    qtbot.waitUntil(kept.exists)
