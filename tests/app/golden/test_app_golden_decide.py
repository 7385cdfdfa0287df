"""Where a decision leads: on after success, nowhere after a refusal, and what is left counts."""

from __future__ import annotations

import json

import pytest
from PySide6.QtWidgets import QApplication

from app.golden.diff_view import nearest
from app.models.compare_rows import Mode
from app.models.diff_source import Look
from app.models.review_model import Show
from engine.golden.check import State
from tests.app.golden.review_folder import name_of, spoil


def asked_text() -> str:
    box = QApplication.activeModalWidget()
    text = box.text()
    box.reject()
    return text


def test_a_refused_acceptance_stays_on_its_vector(review, stale_folder):
    desk = review(stale_folder)
    spoil(stale_folder, "case_00", "manually", "by hand")
    desk.page._outside.watch.follow(None)
    before = desk.files()
    for _ in range(2):
        desk.act("accept")
        assert desk.chosen.name == name_of("case_00")
    assert desk.files() == before


@pytest.mark.parametrize("kind", [Show.TO_REVIEW, State.STALE], ids=str)
def test_an_acceptance_goes_on_to_the_next_vector_that_waits(review, stale_folder, kind):
    desk = review(stale_folder)
    desk.page.vectors.show_kind(kind)
    desk.act("accept")
    assert desk.chosen.name == name_of("case_01")


def test_under_ci_a_stays_and_shift_a_refuses_without_asking(monkeypatch, review, stale_folder):
    monkeypatch.setenv("CI", "true")
    desk = review(stale_folder)
    desk.act("accept")
    assert desk.chosen.name == name_of("case_00")
    desk.page.notices.clear()
    desk.act("accept_all")
    assert QApplication.activeModalWidget() is None
    assert "environment variable CI" in desk.banner_text()


def test_a_deleted_file_that_is_kept_is_accepted_by_the_next_a(qtbot, review, stale_folder):
    desk = review(stale_folder)
    path = stale_folder / f"{name_of('case_00')}.json"
    path.unlink()
    qtbot.waitUntil(lambda: "was deleted" in desk.banner_text(), timeout=20_000)
    desk.wait()
    desk.press_banner("Keep")
    desk.choose("case_01")
    desk.choose("case_00")
    desk.act("accept")
    assert "Pays late 0 times." in json.loads(path.read_text())["rendered_text"]


def test_accepting_all_says_how_many_nobody_has_looked_at(review, stale_folder):
    desk = review(stale_folder)
    desk.page.vectors.words.setText("case_1")
    desk.wait()
    desk.choose("case_13")
    desk.window.actions_table["review_accept_all"].trigger()
    assert asked_text() == ("Accept the 10 vectors in the list that wait, 8 of them not looked at?")


def test_the_count_to_review_is_what_is_left(review, stale_folder):
    desk = review(stale_folder)
    for number, action in enumerate(("accept", "reject", "skip"), 1):
        desk.act(action)
        assert desk.page.vectors.kinds.itemText(0) == f"To review  {30 - number}"
    desk.act("undo")
    assert desk.page.vectors.kinds.itemText(0) == "To review  28"


def test_undoing_an_acceptance_brings_its_note_back(review, stale_folder):
    desk = review(stale_folder)
    desk.page.bar.note.setText("as agreed")
    desk.act("accept")
    assert desk.page.bar.note.text() == ""
    desk.act("undo")
    assert desk.page.bar.note.text() == "as agreed"


def test_another_mode_stays_at_the_change_of_the_same_place(review, fresh_folder):
    spoil(fresh_folder, "case_00", "Pays late 0", "Paid late one")
    spoil(fresh_folder, "case_00", "manually", "manuelly")
    desk = review(fresh_folder)
    diff = desk.page.panel.diff
    last = diff.change_count - 1
    diff.go_to(last)
    for mode in (Mode.BYTES, Mode.TOKENS, Mode.TEXT):
        desk.page.panel.set_mode(mode)
        assert diff.current == diff.change_count - 1


def test_the_nearest_change_is_the_one_that_lies_over_the_place():
    assert nearest((5, 6), ((0, 2), (4, 8), (9, 9))) == 1
    assert nearest((8, 8), ((0, 2), (9, 12))) == 1
    assert nearest((3, 3), ()) == 0


@pytest.mark.parametrize("look", list(Look))
def test_nothing_beside_previous_and_next_is_cut_off(review, fresh_folder, look):
    desk = review(fresh_folder)
    desk.window.resize(1280, 800)
    desk.page.panel.set_look(look)
    QApplication.processEvents()
    counter = desk.page.panel._counter
    assert counter.text() == "no differences"
    assert counter.width() >= counter.sizeHint().width()


def test_the_folder_button_says_what_it_is(review, fresh_folder):
    button = review(fresh_folder).page._folder_button
    assert button.text() == "Folder: golden"
    assert "another" in button.toolTip()
    assert "another" in button.accessibleName()


ALL = ("accept_all", "reject_all", "skip_all")


def enabled_of(desk) -> list[bool]:
    return [desk.window.actions_table[f"review_{name}"].isEnabled() for name in ALL]


def test_nothing_is_offered_for_all_once_nothing_waits(review, stale_folder):
    desk = review(stale_folder)
    assert enabled_of(desk) == [True] * 3
    desk.act("skip_all")
    assert enabled_of(desk) == [False] * 3
    desk.act("undo")
    assert enabled_of(desk) == [True] * 3


@pytest.mark.parametrize("name", ALL)
def test_what_is_asked_for_all_says_why_it_does_nothing_with_those_in_the_list(
    name, review, stale_folder
):
    desk = review(stale_folder)
    for _ in range(2):
        desk.act("reject")
    desk.page.vectors.show_kind(Show.REJECTED)
    desk.wait()
    desk.act(name)
    assert desk.banner_text() == (
        "No vector in the list waits for a decision. Hidden by the filter: 28."
    )


def test_accepting_all_says_that_none_of_those_that_wait_can_be_accepted(review, fresh_folder):
    for case in ("case_00", "case_01"):
        (fresh_folder / f"{name_of(case)}.json").write_text("{")
    desk = review(fresh_folder)
    desk.act("accept_all")
    assert QApplication.activeModalWidget() is None
    assert desk.banner_text() == (
        "Nothing that waits in the list can be accepted; each vector says why."
    )
