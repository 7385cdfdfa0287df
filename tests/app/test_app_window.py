"""The window as a whole, with an engine that renders for real and scores when it is let."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QMimeData, QPoint, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import (
    QApplication,
    QMessageBox,
    QPlainTextEdit,
)

from app.action_rows import TABLE
from app.theme import theme_palette
from engine.document_file import save_document
from engine.snapshot import Ready
from tests.app.left_behind import leave_behind
from tests.app.window_desk import Desk
from tests.app.window_fakes import FakeEngine, sample_document


@pytest.fixture
def engine(tmp_path):
    return FakeEngine(tmp_path / "assets")


@pytest.fixture
def desk(qtbot, tmp_path, engine):
    made = Desk(qtbot, tmp_path, engine)
    made.loupe.open_first(made.path)
    made.show()
    yield made
    engine.let_go()
    made.close()
    assert made.ended == [True]


def test_the_first_document_is_rendered_and_scored(qtbot, desk):
    qtbot.waitUntil(desk.settled)
    assert isinstance(desk.last.scores, Ready)
    assert desk.page.prompt.area.content is not None
    assert desk.page.tokens.model().rowCount() > 0
    assert desk.page.decisions.tree.model().rowCount() == 2
    assert not desk.page.decisions.tree.stale


def test_typing_thirty_characters_fast_ends_with_the_last_document_and_no_stale_number(qtbot, desk):
    qtbot.waitUntil(desk.settled)
    qtbot.keyClicks(desk.page.author.contexts.editor, "thirty characters, typed fast.")
    assert desk.page.decisions.tree.stale
    qtbot.waitUntil(desk.settled)
    assert desk.session.document.context.data == b"thirty characters, typed fast.Pays late.\n"
    assert desk.last.prompt.value.data == desk.page.prompt.area.content.prompt.data
    assert b"thirty characters, typed fast.Pays late." in desk.last.prompt.value.data
    assert not desk.page.decisions.tree.stale
    assert len(desk.engine.threads) == 1


def test_scores_are_dimmed_at_once_and_until_their_own_come(qtbot, desk, engine):
    qtbot.waitUntil(desk.settled)
    engine.steered = True
    qtbot.keyClicks(desk.page.author.contexts.editor, "x")
    assert desk.page.decisions.tree.stale
    qtbot.waitUntil(lambda: not desk.loupe.bridge.stale)
    assert desk.page.decisions.tree.stale
    assert desk.page.decisions.tree.model().rowCount() == 2
    engine.go.release()
    qtbot.waitUntil(desk.settled)
    assert not desk.page.decisions.tree.stale


def test_a_broken_schema_keeps_the_last_good_view_and_says_where(qtbot, desk):
    qtbot.waitUntil(desk.settled)
    good = desk.page.prompt.area.content
    desk.session.edit_schema(desk.session.document.schema_text.replace('"enum"', "enum"))
    qtbot.waitUntil(desk.settled)
    assert desk.page.prompt.area.content is good
    assert desk.page.decisions.tree.stale
    assert desk.page.problems.model().rowCount() >= 1
    assert desk.page.author.schema.editor.extraSelections()
    desk.act("undo")
    qtbot.waitUntil(desk.settled)
    assert not desk.page.decisions.tree.stale
    assert not desk.page.author.schema.editor.extraSelections()


def test_undo_takes_back_words_in_the_editor_too(qtbot, desk):
    editor = desk.page.author.contexts.editor
    qtbot.keyClicks(editor, "two words ")
    desk.act("undo")
    assert editor.shown_text() == "two Pays late.\n"
    assert desk.window.actions_table["undo"].text() == "&Undo edit context late payer"
    desk.act("undo")
    assert editor.shown_text() == "Pays late.\n"
    assert not desk.session.dirty
    desk.act("redo")
    assert editor.shown_text() == "two Pays late.\n"


def test_ctrl_z_reaches_the_window_from_an_editor(qtbot, desk):
    editor = desk.page.author.contexts.editor
    editor.setFocus()
    qtbot.keyClicks(editor, "word")
    qtbot.keyClick(editor, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert editor.shown_text() == "Pays late.\n"


def test_choosing_a_finding_selects_its_place(qtbot, desk):
    desk.session.edit_schema('{"a": bad}')
    qtbot.waitUntil(desk.settled)
    desk.page.go_to(desk.last.findings[0])
    assert desk.page.author.schema.editor.textCursor().hasSelection()


@pytest.mark.parametrize("answer", ["Discard", "Cancel", "Save"])
def test_closing_with_unsaved_changes_asks_once(qtbot, desk, answer):
    desk.session.edit_context(b"unsaved")
    desk.window.close()
    assert desk.window.isVisible()
    box = QApplication.activeModalWidget()
    assert isinstance(box, QMessageBox)
    if answer == "Cancel":
        box.button(QMessageBox.StandardButton.Cancel).click()
        assert desk.window.isVisible()
        return
    box.button(getattr(QMessageBox.StandardButton, answer)).click()
    qtbot.waitUntil(lambda: not desk.window.isVisible())
    assert (b"unsaved" in desk.path.read_bytes()) == (answer == "Save")


def test_closing_a_clean_window_asks_nothing(qtbot, desk):
    desk.window.close()
    qtbot.waitUntil(lambda: not desk.window.isVisible())
    assert QApplication.activeModalWidget() is None


def test_a_change_by_another_program_is_offered_not_taken(qtbot, desk):
    save_document(sample_document(context=b"theirs"), desk.path)
    desk.session._watch.check()
    assert desk.window.banner.isVisible()
    assert desk.session.document.context.data == b"Pays late.\n"
    reload_button = desk.window.banner.buttons[0]
    assert reload_button.text() == "Reload"
    reload_button.click()
    assert desk.session.document.context.data == b"theirs"
    desk.act("undo")
    assert desk.session.document.context.data == b"Pays late.\n"


def test_comparing_shows_both_and_keeps_the_offer(qtbot, desk):
    save_document(sample_document(context=b"theirs"), desk.path)
    desk.session._watch.check()
    desk.window.banner.buttons[2].click()
    dialog = QApplication.activeModalWidget()
    text = dialog.findChild(QPlainTextEdit).toPlainText()
    assert "theirs" in text
    assert "Pays late." in text
    assert desk.window.banner.isVisible()


def test_unsaved_work_is_offered_at_the_start(qtbot, desk):
    leave_behind(desk.folder / "recovery", "dead", sample_document(context=b"lost and found"))
    desk.loupe.open_first(desk.path)
    restore = desk.window.banner.buttons[0]
    assert restore.text() == "Restore"
    restore.click()
    assert desk.session.document.context.data == b"lost and found"
    assert desk.session.dirty


def test_a_file_that_cannot_be_opened_is_named(qtbot, desk, tmp_path):
    desk.window.files.open(tmp_path / "gone.loupe.json")
    assert desk.window.banner.isVisible()
    assert "gone.loupe.json" in desk.window.banner.text.text()


def test_a_dropped_file_is_opened(qtbot, desk, tmp_path):
    other = tmp_path / "dropped.loupe.json"
    save_document(sample_document(context=b"dropped"), other)
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(other))])
    event = QDropEvent(
        QPoint(5, 5),
        Qt.DropAction.CopyAction,
        mime,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    desk.window.dropEvent(event)
    assert desk.session.document.context.data == b"dropped"
    assert desk.settings.recent_files()[0] == other


@pytest.mark.parametrize("name", [row.id for row in TABLE])
def test_every_action_can_be_triggered(qtbot, desk, name):
    qtbot.waitUntil(desk.settled)
    desk.session.edit_context(b"x")
    action = desk.window.actions_table[name]
    action.setEnabled(True)
    with qtbot.waitSignal(action.triggered):
        action.trigger()
    qtbot.waitUntil(lambda: not desk.loupe.bridge.stale or name in {"stop", "score"})


def test_the_palette_of_actions_finds_and_triggers(qtbot, desk):
    desk.session.edit_context(b"x")
    desk.act("actions")
    dialog = QApplication.activeModalWidget()
    qtbot.keyClicks(dialog._search, "undo")
    qtbot.keyClick(dialog._search, Qt.Key.Key_Return)
    assert desk.session.document.context.data == b"Pays late.\n"


def test_f6_goes_through_all_visible_panes(qtbot, desk):
    seen = []
    for _ in range(8):
        desk.act("next_pane")
        seen.append(desk.window.focusWidget())
    assert len(set(seen)) >= 6
    desk.act("previous_pane")
    assert desk.window.focusWidget() is seen[-2]


def test_closed_docks_come_back_with_the_layout(qtbot, desk):
    for toggle in desk.page.dock_toggles():
        toggle.trigger()
    assert not desk.page.author.isVisible()
    desk.act("reset_layout")
    assert desk.page.author.isVisible()
    assert desk.page.decisions.isVisible()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_window_is_painted_in_both_themes(qtbot, desk, theme):
    qtbot.waitUntil(desk.settled)
    before = QApplication.palette()
    palette = theme_palette(theme)
    QApplication.setPalette(palette)
    try:
        qtbot.waitUntil(lambda: desk.window.palette().window() == palette.window())
        picture = desk.window.grab().toImage()
    finally:
        QApplication.setPalette(before)
    corner = picture.pixelColor(2, picture.height() - 2).lightness()
    assert (corner > 128) == (theme == "light")


def test_layout_and_files_are_remembered(qtbot, desk):
    desk.window.close()
    qtbot.waitUntil(lambda: not desk.window.isVisible())
    assert desk.settings.last_file() == desk.path
    assert not desk.settings.layout("window").isEmpty()
    assert desk.settings.recent_files() == (desk.path,)
