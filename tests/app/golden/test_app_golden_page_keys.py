"""The keys of the pages switch them from wherever the focus is on the review page."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QDialog

from tests.app.golden.review_folder import name_of

KEYS = {
    "page_prompt": Qt.Key.Key_1,
    "page_compare": Qt.Key.Key_3,
    "page_templates": Qt.Key.Key_4,
}
HOLDERS = {
    "list": lambda page: page.vectors.list,
    "search": lambda page: page.vectors.words,
    "difference": lambda page: page.panel.diff,
    "note": lambda page: page.bar.note,
}


@pytest.mark.parametrize("holder", HOLDERS)
def test_a_pages_keys_switch_to_it_from_every_part_of_the_review(
    qtbot, review, stale_folder, holder
):
    desk = review(stale_folder)
    desk.choose("case_00")
    for name, key in KEYS.items():
        desk.window.pages.show_page("page_review")
        part = HOLDERS[holder](desk.page)
        part.setFocus()
        assert QApplication.focusWidget() is part
        qtbot.keyClick(part, key, Qt.KeyboardModifier.ControlModifier)
        assert desk.window.pages.shown() == name


def test_the_keys_of_pages_work_after_a_dialog_was_closed(qtbot, review, stale_folder):
    desk = review(stale_folder)
    desk.choose("case_00")
    (stale_folder / f"{name_of('case_00')}.json").write_text("{}")
    qtbot.waitUntil(lambda: "was changed" in desk.banner_text(), timeout=20_000)
    desk.press_banner("Compare")
    [dialog] = [one for one in QApplication.topLevelWidgets() if isinstance(one, QDialog)]
    qtbot.waitUntil(lambda: QApplication.activeWindow() is dialog)
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    desk.window.activateWindow()  # as a desktop does; the offscreen platform leaves none active
    qtbot.waitUntil(lambda: QApplication.activeWindow() is desk.window)
    holder = QApplication.focusWidget()
    assert holder is not None
    qtbot.keyClick(holder, Qt.Key.Key_3, Qt.KeyboardModifier.ControlModifier)
    assert desk.window.pages.shown() == "page_compare"
