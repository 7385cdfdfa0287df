"""A folder whose cases cannot be read is never called empty."""

from __future__ import annotations

import pytest

from app.models.review_model import Show


@pytest.mark.parametrize("cases", ["case = 1\n", "case = [1]\n", "case = [\n"])
def test_a_failed_load_says_what_is_wrong_and_not_that_nothing_is_there(
    cases, fresh_folder, review
):
    (fresh_folder / "cases.toml").write_text(cases)
    desk = review(fresh_folder)
    assert desk.banner_text().startswith("cases.toml: ")
    assert desk.page.vectors.list.empty_text == desk.banner_text()
    desk.page.vectors.show_kind(Show.ALL)
    desk.wait()
    assert desk.page.vectors.list.empty_text == desk.banner_text()
    assert "no vectors" not in desk.page.vectors.list.empty_text
    (fresh_folder / "cases.toml").unlink()
    desk.page.work.rescan("")  # as when the user comes back from an editor
    desk.wait()
    assert desk.model.rowCount() > 0
    assert desk.banner_text() == ""
    desk.page.vectors.words.setText("nothing is called that")
    desk.wait()
    assert desk.page.vectors.list.empty_text == "No vector here is of that kind and name."
