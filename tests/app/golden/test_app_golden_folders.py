"""Two folders in one session: each keeps its own vectors, decisions and undo."""

from __future__ import annotations

import shutil

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QMessageBox

from engine.golden.check import State
from engine.golden.decision import Decision
from tests.app.golden.review_folder import file_bytes_of, name_of, spoil


@pytest.fixture
def other_folder(tmp_path, stale_folder):
    """A folder with one of the stale vectors."""
    folder = tmp_path / "other"
    folder.mkdir()
    shutil.copy(stale_folder / f"{name_of('case_07')}.json", folder)
    return folder


@pytest.fixture
def leave(qtbot, review, stale_folder):
    """Accept all thirty, and open other folders while that is under way."""

    def accept_and_open(*folders):
        desk = review(stale_folder)
        left = []

        def open_others(text: str) -> None:
            if text.startswith("accepting") and not left:
                for folder in folders:
                    left.append(folder)
                    desk.page.open_folder(folder)

        desk.page.work.activity_changed.connect(open_others)
        desk.window.actions_table["review_accept_all"].trigger()
        ok = QApplication.activeModalWidget().button(QMessageBox.StandardButton.Ok)
        qtbot.mouseClick(ok, Qt.MouseButton.LeftButton)
        qtbot.waitUntil(lambda: len(left) == len(folders))
        desk.wait()
        return desk

    return accept_and_open


def go_to(desk, folder) -> None:
    desk.page.open_folder(folder)
    desk.wait()


def undo_of(desk) -> tuple[bool, str]:
    action = desk.window.actions_table["review_undo"]
    return action.isEnabled(), action.toolTip()


def test_a_folder_opened_while_another_is_accepted_lists_its_own_vectors_only(leave, other_folder):
    leaving = leave(other_folder)
    assert [entry.name for entry in leaving.model.entries()] == [name_of("case_07")]
    assert leaving.page.vectors.summary.text() == "1 stale"
    assert undo_of(leaving) == (False, "Undo: nothing yet (U)")
    leaving.act("skip")
    assert leaving.chosen.decision is Decision.SKIPPED


@pytest.mark.parametrize("is_back_at_once", [False, True])
def test_what_is_accepted_is_finished_after_its_folder_was_left_and_undone_there(
    is_back_at_once, leave, stale_folder, other_folder
):
    before = file_bytes_of(stale_folder)
    leaving = leave(other_folder, *((stale_folder,) if is_back_at_once else ()))
    if not is_back_at_once:
        go_to(leaving, stale_folder)
    states = [entry.verdict.state for entry in leaving.model.entries()]
    assert states == [State.FRESH] * 30
    assert undo_of(leaving) == (True, "Undo: accept 30 vectors (U)")
    leaving.act("undo")
    assert [entry.verdict.state for entry in leaving.model.entries()] == [State.STALE] * 30
    assert file_bytes_of(stale_folder) == before


def test_undo_is_that_of_the_folder_on_screen_and_waits_for_its_return(
    review, stale_folder, other_folder
):
    desk = review(stale_folder)
    before = desk.files()
    desk.act("accept")
    desk.act("reject")
    go_to(desk, other_folder)
    assert undo_of(desk) == (False, "Undo: nothing yet (U)")
    go_to(desk, stale_folder)
    assert desk.model.entry(name_of("case_01")).decision is Decision.REJECTED
    assert undo_of(desk) == (True, f"Undo: reject {name_of('case_01')} (U)")
    desk.act("undo")
    desk.act("undo")
    assert desk.files() == before
    assert undo_of(desk) == (False, "Undo: nothing yet (U)")


def test_decisions_that_wait_when_the_folder_changes_are_carried_out_where_they_were_made(
    review, stale_folder, other_folder
):
    desk = review(stale_folder)
    for case in ("case_07", "case_08", "case_09"):
        desk.page.work.accept((name_of(case),), "")
    go_to(desk, other_folder)
    assert desk.model.entry(name_of("case_07")).verdict.state is State.STALE
    go_to(desk, stale_folder)
    assert desk.model.counts[State.FRESH] == 3


def test_a_question_about_a_vector_of_the_folder_that_was_left_is_not_answered_here(
    qtbot, review, stale_folder, other_folder
):
    desk = review(stale_folder)
    desk.choose("case_07")
    spoil(stale_folder, "case_07", "manually", "by hand")
    qtbot.waitUntil(lambda: "was changed by another program" in desk.banner_text(), timeout=20_000)
    desk.wait()
    go_to(desk, other_folder)
    desk.page._outside.watch.follow(None)
    spoil(other_folder, "case_07", "manually", "otherwise")
    desk.act("accept")
    desk.press_banner("Keep")
    assert desk.model.entry(name_of("case_07")).verdict.state is State.FRESH
