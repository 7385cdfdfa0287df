"""Complaint 25 in the window: files that change on disk are noticed, however often."""

from __future__ import annotations

import json
from pathlib import Path

from engine.golden.check import State
from tests.app.golden.review_folder import name_of, spoil


def replace_by_rename(folder: Path, case: str, old: str, new: str) -> None:
    """Save as editors do: write another file and rename it over the first one."""
    path = folder / f"{name_of(case)}.json"
    table = json.loads(path.read_text())
    table["rendered_text"] = table["rendered_text"].replace(old, new)
    temporary = folder / ".saving"
    temporary.write_text(json.dumps(table, indent=2, ensure_ascii=False) + "\n")
    temporary.replace(path)


def test_a_replaced_file_is_read_again_each_time(qtbot, review, fresh_folder):
    desk = review(fresh_folder)
    desk.choose("case_00")
    for word in ("zebra", "quagga"):
        other = {"zebra": "late", "quagga": "zebra"}[word]
        replace_by_rename(fresh_folder, "case_05", other, word)
        qtbot.waitUntil(lambda word=word: word in seen(desk, "case_05"), timeout=20_000)
    assert "changed on disk and was read again" in desk.banner_text()
    assert desk.model.entry(name_of("case_05")).verdict.state is State.STALE


def seen(desk, case: str) -> str:
    entry = desk.model.entry(name_of(case))
    return "" if entry.seen is None else entry.seen.decode()


def test_the_vector_on_screen_is_asked_about_each_time_and_kept_until_it_is_answered(
    qtbot, review, stale_folder
):
    desk = review(stale_folder)
    shown = desk.page.panel.laid
    for word, old in (("zebra", "late"), ("quagga", "zebra")):
        replace_by_rename(stale_folder, "case_00", old, word)
        qtbot.waitUntil(
            lambda: "was changed by another program" in desk.banner_text(), timeout=20_000
        )
        desk.wait()
        assert desk.page.panel.laid.comparison == shown.comparison
        desk.press_banner("Keep")
    assert word not in seen(desk, "case_00")
    replace_by_rename(stale_folder, "case_00", "quagga", "okapi")
    qtbot.waitUntil(lambda: desk.banner_text() != "", timeout=20_000)
    desk.wait()
    desk.press_banner("Reload")
    assert "okapi" in seen(desk, "case_00")
    assert "okapi" in desk.page.panel.laid.comparison.expected.rendered_text


def test_bytes_written_into_the_file_on_screen_are_noticed(qtbot, review, stale_folder):
    desk = review(stale_folder)
    spoil(stale_folder, "case_00", "manually", "by hand")
    qtbot.waitUntil(lambda: "was changed by another program" in desk.banner_text(), timeout=20_000)


def test_a_new_and_a_deleted_file_are_noticed(qtbot, review, fresh_folder):
    desk = review(fresh_folder)
    desk.choose("case_00")
    (fresh_folder / f"{name_of('case_09')}.json").unlink()
    qtbot.waitUntil(lambda: desk.model.entry(name_of("case_09")) is None, timeout=20_000)
    (fresh_folder / "qwen3__fake__broken.json").write_text("{")
    qtbot.waitUntil(lambda: desk.model.entry("qwen3__fake__broken") is not None, timeout=20_000)
    assert desk.model.entry("qwen3__fake__broken").verdict.state is State.UNREADABLE


def test_what_we_wrote_ourselves_is_no_news(qtbot, review, stale_folder):
    desk = review(stale_folder)
    changes = []
    desk.page.work.changed_outside.connect(changes.append)
    desk.act("accept")
    desk.page._rescan()
    desk.wait()
    assert changes == []
    assert desk.banner_text() == ""
