"""Vectors that go away leave nothing behind: no row, no count, nothing to decide about."""

from __future__ import annotations

from engine.golden.check import State
from engine.golden.decision import Decision, Refused
from engine.golden.desk import Done
from tests.app.golden.review_folder import name_of

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
