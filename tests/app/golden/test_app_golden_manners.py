"""The review page by keyboard, for screen readers, in both themes and at any width."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QApplication, QLabel, QWidget
from review_folder import name_of, spoil

from app.models.compare_rows import Mode
from app.models.diff_source import Look
from app.theme import theme_palette
from engine.document import Context
from engine.golden.check import State
from engine.golden.decision import Decision


def test_every_control_has_an_accessible_name(review, stale_folder):
    desk = review(stale_folder)
    buddies = {label.buddy() for label in desk.page.findChildren(QLabel) if label.buddy()}
    nameless = [
        widget
        for widget in desk.page.findChildren(QWidget)
        if widget.focusPolicy() & Qt.FocusPolicy.TabFocus
        and widget.isVisible()
        and not widget.objectName().startswith("qt_")
        and not (widget.accessibleName() or widget in buddies)
        and not (isinstance(widget, QAbstractButton) and widget.text())
        and widget is not desk.page.panel.details.tabs.tabBar()
    ]
    assert nameless == []


def test_tab_goes_round_the_page_and_is_never_trapped(qtbot, review, stale_folder):
    desk = review(stale_folder)
    desk.page.vectors.list.setFocus()
    seen = []
    for _ in range(60):
        focus = desk.window.focusWidget()
        if focus in seen:
            break
        seen.append(focus)
        qtbot.keyClick(focus, Qt.Key.Key_Tab)
    assert desk.window.focusWidget() is seen[0]
    tables = [one for one in seen if isinstance(one, QAbstractItemView)]
    assert desk.page.vectors.list in tables
    assert desk.page.panel.details.differences in tables
    assert desk.page.panel.diff in seen
    assert desk.page.bar.note in seen


def test_f6_goes_from_the_list_to_difference_details_and_note(review, stale_folder):
    desk = review(stale_folder)
    desk.page.vectors.list.setFocus()
    seen = []
    for _ in range(3):
        desk.window.actions_table["next_pane"].trigger()
        seen.append(desk.window.focusWidget())
    assert seen == [
        desk.page.panel.diff,
        desk.page.panel.details.differences,
        desk.page.bar.note,
    ]


def test_a_whole_review_needs_no_mouse(qtbot, review, fresh_folder):
    for number in (3, 4, 5, 6):
        spoil(fresh_folder, f"case_{number:02}", f"Pays late {number}", "Paid late one")
    desk = review(fresh_folder)
    desk.window.activateWindow()
    names = [name_of(f"case_{number:02}") for number in (3, 4, 5, 6)]

    def press(key, modifier=Qt.KeyboardModifier.NoModifier):
        qtbot.keyClick(desk.window.focusWidget(), key, modifier)
        desk.wait()

    assert desk.window.focusWidget() is desk.page.vectors.list
    assert desk.chosen.name == names[0]
    diff = desk.page.panel.diff
    press(Qt.Key.Key_B)
    assert diff.mode is Mode.BYTES
    press(Qt.Key.Key_I)
    assert diff.look is Look.INLINE
    assert diff.change_count == 2
    press(Qt.Key.Key_F7)
    press(Qt.Key.Key_N)
    assert diff.current == 0  # around the end
    press(Qt.Key.Key_F7, Qt.KeyboardModifier.ShiftModifier)
    assert diff.current == 1
    press(Qt.Key.Key_R)
    assert desk.model.entry(names[0]).decision is Decision.REJECTED
    press(Qt.Key.Key_O, Qt.KeyboardModifier.AltModifier)
    assert desk.window.focusWidget() is desk.page.bar.note
    qtbot.keyClicks(desk.page.bar.note, "as agreed")
    press(Qt.Key.Key_Return)
    assert desk.window.focusWidget() is desk.page.vectors.list
    press(Qt.Key.Key_A)
    assert desk.model.entry(names[1]).verdict.state is State.FRESH
    assert b"as agreed" in (fresh_folder / f"{names[1]}.json").read_bytes()
    press(Qt.Key.Key_S)
    assert desk.model.entry(names[2]).decision is Decision.SKIPPED
    press(Qt.Key.Key_Up)
    assert desk.chosen.name == names[2]
    press(Qt.Key.Key_A, Qt.KeyboardModifier.ShiftModifier)
    box = QApplication.activeModalWidget()
    qtbot.keyClick(box.focusWidget(), Qt.Key.Key_Return)
    desk.wait()
    assert desk.model.entry(names[3]).verdict.state is State.FRESH
    desk.window.activateWindow()  # a desktop gives the activation back by itself
    qtbot.waitUntil(desk.window.isActiveWindow)
    for _ in range(3):
        press(Qt.Key.Key_U)
    assert [desk.model.entry(name).decision for name in names] == [
        Decision.REJECTED,
        Decision.OPEN,
        Decision.OPEN,
        Decision.OPEN,
    ]


def test_a_letter_that_decides_nothing_leaves_the_chosen_vector_alone(qtbot, review, fresh_folder):
    desk = review(fresh_folder)  # all fresh: accept, reject and skip are off
    desk.choose("case_04")
    desk.page.vectors.list.setFocus()
    for letter in "arsuqzc":
        qtbot.keyClicks(desk.page.vectors.list, letter)
    assert desk.chosen.name == name_of("case_04")


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", [(1000, 600), (1700, 1000)], ids=["narrow", "wide"])
def test_the_page_is_painted_in_both_themes_and_sizes(qtbot, review, stale_folder, theme, size):
    desk = review(stale_folder)
    before = QApplication.palette()
    palette = theme_palette(theme)
    QApplication.setPalette(palette)
    try:
        desk.window.resize(*size)
        qtbot.waitUntil(lambda: desk.window.palette().window() == palette.window())
        picture = desk.page.grab().toImage()
    finally:
        QApplication.setPalette(before)
    diff = desk.page.panel.diff
    place = diff.mapTo(desk.page, diff.rect().center())
    assert (picture.pixelColor(place).lightness() > 128) == (theme == "light")


def test_a_long_line_is_wrapped_and_its_change_is_found(review, fresh_folder):
    desk = review(fresh_folder)
    context = "word " * 4000
    document = desk.loupe.session.document
    long = replace(document, contexts=(Context("long", context.encode()),))
    desk.page.work.new(long, "long", "")
    desk.wait()
    path = fresh_folder / "qwen3__fake__long.json"
    text = path.read_text()
    at = text.rindex("word word word")
    path.write_text(f"{text[:at]}wore{text[at + 4 :]}")
    desk.page.work.reload("qwen3__fake__long")
    desk.page._choose("qwen3__fake__long")
    desk.wait()
    diff = desk.page.panel.diff
    assert diff.change_count == 1
    row = diff.source.change_rows[0]
    assert row > 100
    first = diff.verticalScrollBar().value()
    assert first <= row < first + diff.verticalScrollBar().pageStep()
