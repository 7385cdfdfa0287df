"""Undo in the window when files changed since: the README is no reason to stop, a vector asks."""

from __future__ import annotations

from engine.golden.readme import END, START
from tests.app.golden.review_folder import name_of, spoil


def test_a_word_changed_in_the_readme_does_not_stop_undo(review, stale_folder):
    readme = stale_folder / "README.md"
    readme.write_text(f"# Ours\n\n{START}\n{END}\n\nWritten by hand.\n")
    desk = review(stale_folder)
    before = desk.files()
    desk.act("accept")
    assert desk.files()["README.md"] != before["README.md"]
    readme.write_text(readme.read_text().replace("by hand", "with care"))
    desk.act("undo")
    assert desk.banner_text() == ""
    after = desk.files()
    assert after.pop("README.md").endswith(b"Written with care.\n")
    del before["README.md"]
    assert after == before


def test_a_vector_that_changed_after_it_was_accepted_is_reloaded_and_undo_goes_on(
    review, stale_folder
):
    desk = review(stale_folder)
    desk.page._outside.watch.follow(None)
    before = desk.files()
    desk.act("accept")
    desk.act("accept")
    mine = spoil(stale_folder, "case_01", "manually", "by hand")
    desk.act("undo")
    assert desk.banner_text() == (
        f"{name_of('case_01')}.json changed on disk since it was accepted; reload it, and undo "
        "leaves it as it is now."
    )
    buttons = [button.text() for button in desk.page.banner.buttons]
    assert buttons == ["Reload", "Compare"]
    desk.press_banner("Reload")
    desk.act("undo")
    assert desk.files() == before | {f"{name_of('case_01')}.json": mine}
    assert desk.banner_text() == ""
