"""The review page by keyboard, for screen readers, in both themes and at any width."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QApplication, QLabel, QWidget

from app.models.compare_rows import Mode
from app.models.diff_source import Look
from app.theme import theme_palette
from engine.document import Context
from tests.app.golden.review_folder import name_of, spoil


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


@pytest.fixture
def four(review, fresh_folder):
    """A review of thirty vectors, of which 3 to 6 have two changes, with the keys to the list."""
    for number in (3, 4, 5, 6):
        spoil(fresh_folder, f"case_{number:02}", f"Pays late {number}", "Paid late one")
    desk = review(fresh_folder)
    desk.window.activateWindow()
    assert desk.window.focusWidget() is desk.page.vectors.list
    return desk


@pytest.fixture
def press(qtbot, four):
    """Press a key where the focus is."""

    def click(key, modifier=Qt.KeyboardModifier.NoModifier):
        qtbot.keyClick(four.window.focusWidget(), key, modifier)
        four.wait()

    return click


def test_a_difference_is_looked_through_without_the_mouse(four, press):
    diff = four.page.panel.diff
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


def test_a_whole_review_is_decided_without_the_mouse(qtbot, four, press):
    names = [name_of(f"case_{number:02}") for number in (3, 4, 5, 6)]
    press(Qt.Key.Key_R)
    press(Qt.Key.Key_O, Qt.KeyboardModifier.AltModifier)
    assert four.window.focusWidget() is four.page.bar.note
    qtbot.keyClicks(four.page.bar.note, "as agreed")
    press(Qt.Key.Key_Return)
    press(Qt.Key.Key_A)
    assert b"as agreed" in (four.golden / f"{names[1]}.json").read_bytes()
    press(Qt.Key.Key_S)
    press(Qt.Key.Key_Up)
    assert four.chosen.name == names[2]
    press(Qt.Key.Key_A, Qt.KeyboardModifier.ShiftModifier)
    qtbot.keyClick(QApplication.activeModalWidget().focusWidget(), Qt.Key.Key_Return)
    four.wait()
    decisions = [four.model.entry(name).decision for name in names]
    assert list(map(str, decisions)) == ["rejected", "accepted", "skipped", "accepted"]
    four.window.activateWindow()  # a desktop gives the activation back by itself
    qtbot.waitUntil(four.window.isActiveWindow)
    for _ in range(3):
        press(Qt.Key.Key_U)
    decisions = [four.model.entry(name).decision for name in names]
    assert list(map(str, decisions)) == ["rejected", "open", "open", "open"]


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
