"""Vectors that go away leave nothing behind: no row, no count, nothing to decide about."""

from __future__ import annotations

import shutil

from engine.golden.check import State
from engine.golden.decision import Decision, Refused
from engine.golden.desk import Done
from tests.app.golden.review_folder import name_of, spoil

CASE = '[[case]]\nname = "{0}"\nscoring = "labels"\nprofiles = ["qwen3-fake"]\n'
FIELD = '[case.schema.flag]\ntype = "boolean"\n\n'


def test_the_summary_counts_what_is_left_after_a_shown_file_was_deleted(
    qtbot, review, fresh_folder
):
    desk = review(fresh_folder)
    assert desk.page.vectors.summary.text() == "30 fresh"
    desk.choose("case_00")
    (fresh_folder / f"{name_of('case_00')}.json").unlink()
    qtbot.waitUntil(lambda: "was deleted" in desk.banner_text(), timeout=20_000)
    desk.press_banner("Reload")
    assert desk.page.vectors.summary.text() == "29 fresh"


def test_a_case_that_is_taken_out_takes_its_missing_vector_with_it(qtbot, review, fresh_folder):
    cases = fresh_folder / "cases.toml"
    cases.write_text("".join((CASE + FIELD).format(case) for case in ("one", "two")))
    desk = review(fresh_folder)
    name = next(entry.name for entry in desk.model.entries() if entry.name.endswith("__one"))
    assert desk.model.entry(name).verdict.state is State.MISSING
    cases.write_text((CASE + FIELD).format("two"))
    qtbot.waitUntil(lambda: desk.model.entry(name) is None, timeout=20_000)
    desk.wait()
    assert desk.model.counts[State.MISSING] == 1
    assert desk.page.vectors.summary.text() == "1 missing · 30 orphan"


def test_what_is_decided_about_a_vector_that_went_away_meanwhile_is_no_bug(review, stale_folder):
    desk = review(stale_folder)
    done: list[Done] = []
    desk.page.work.settled.connect(done.append)
    desk.page._outside.watch.follow(None)
    (stale_folder / f"{name_of('case_03')}.json").unlink()
    desk.page.work.rescan("")
    desk.page.work.decide(Decision.SKIPPED, (name_of("case_03"), name_of("case_04")))
    desk.page.work.accept((name_of("case_03"),), "")
    desk.wait()
    assert desk.model.entry(name_of("case_03")) is None
    assert desk.model.entry(name_of("case_04")).decision is Decision.SKIPPED
    sentence = "its file was deleted, and no case asks for it"
    assert done[-1].outcomes == (Refused(name_of("case_03"), sentence),)


def test_a_folder_that_was_deleted_is_said_to_be_gone_and_nothing_is_left_of_it(
    qtbot, review, fresh_folder, tmp_path
):
    desk = review(fresh_folder)
    moved = tmp_path / "moved away"
    fresh_folder.rename(moved)
    qtbot.waitUntil(lambda: "no folder" in desk.banner_text(), timeout=20_000)
    desk.wait()
    sentence = f"There is no folder {fresh_folder}: it was deleted or moved."
    assert desk.banner_text() == sentence
    assert desk.page.vectors.list.empty_text == sentence
    assert desk.model.entries() == ()
    moved.rename(fresh_folder)
    qtbot.waitUntil(lambda: desk.banner_text() == "", timeout=20_000)
    desk.wait()
    assert desk.page.vectors.summary.text() == "30 fresh"


def test_a_folder_that_was_deleted_with_all_in_it_is_said_to_be_gone(qtbot, review, fresh_folder):
    desk = review(fresh_folder)
    shutil.rmtree(fresh_folder)
    qtbot.waitUntil(lambda: "There is no folder" in desk.banner_text(), timeout=20_000)
    desk.wait()
    assert desk.page.vectors.list.empty_text == desk.banner_text()
    assert desk.model.entries() == ()


def test_a_deleted_file_that_is_not_shown_is_said_to_be_deleted(qtbot, review, fresh_folder):
    desk = review(fresh_folder)
    desk.choose("case_00")
    (fresh_folder / f"{name_of('case_05')}.json").unlink()
    qtbot.waitUntil(lambda: desk.banner_text() != "", timeout=20_000)
    assert desk.banner_text() == f"{name_of('case_05')}.json was deleted."


def test_several_deleted_files_are_counted_apart_from_changed_ones(qtbot, review, fresh_folder):
    desk = review(fresh_folder)
    desk.choose("case_00")
    desk.page._outside.watch.follow(None)
    for case in ("case_05", "case_06"):
        (fresh_folder / f"{name_of(case)}.json").unlink()
    desk.page.work.rescan(name_of("case_00"))
    desk.wait()
    assert desk.banner_text() == "2 vectors were deleted."
    desk.page._outside.watch.follow(None)
    (fresh_folder / f"{name_of('case_07')}.json").unlink()
    spoil(fresh_folder, "case_08", "late", "zebra")
    desk.page.work.rescan(name_of("case_00"))
    desk.wait()
    assert desk.banner_text() == "1 vector changed on disk and was read again, 1 was deleted."
