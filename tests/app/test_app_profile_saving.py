"""A profile is saved under a name of its own; another one is replaced only after a question."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt

from app.views.replace_profile_box import ReplaceProfileBox
from engine.profile_files import save_profile
from engine.profiles import read_profile
from tests.app.profile_desk import MINE


@pytest.fixture
def desk(profile_desk):
    return profile_desk


def name_it(qtbot, desk, name):
    desk.act("profile_duplicate")
    desk.editor.name.selectAll()
    qtbot.keyClicks(desk.editor.name, name)
    qtbot.keyClick(desk.editor.name, Qt.Key.Key_Tab)


def test_a_built_in_name_is_refused_at_its_field(qtbot, desk):
    name_it(qtbot, desk, "gemma")
    problem = desk.editor._problems["name"]
    assert problem.isVisibleTo(desk.editor)
    assert problem.text() == "gemma is a built-in profile's name; choose another."
    assert not desk.editor.save.isEnabled()
    assert not desk.window.actions_table["profile_save"].isEnabled()
    assert desk.session.document.profile.name != "gemma"
    qtbot.keyClicks(desk.editor.name, "2")
    assert desk.session.document.profile.name == "gemma2"
    assert not problem.isVisibleTo(desk.editor)
    assert desk.editor.save.isEnabled()
    assert desk.window.actions_table["profile_save"].isEnabled()


def test_a_file_whose_profile_has_a_built_in_name_cannot_save_it(qtbot, desk):
    desk.session.choose_profile(replace(MINE, name="gemma"))
    assert "built-in" in desk.editor._problems["name"].text()
    assert not desk.window.actions_table["profile_save"].isEnabled()
    desk.actions.save()
    assert "gemma is a built-in profile's name" in desk.window.banner.text.text()
    assert not (desk.folder / "profiles").exists()


def test_a_failure_to_save_is_taken_back_by_the_next_success(qtbot, desk):
    folder = desk.folder / "profiles"
    folder.write_text("no folder", encoding="utf-8")
    desk.session.choose_profile(MINE)
    desk.act("profile_save")
    assert desk.window.banner.isVisible()
    folder.unlink()
    desk.act("profile_save")
    assert read_profile(folder / "mine.toml") == MINE
    assert not desk.window.banner.isVisible()


@pytest.mark.parametrize("answer", ["replace", "cancel"])
def test_another_profile_of_the_same_name_is_replaced_only_after_a_question(qtbot, desk, answer):
    name_it(qtbot, desk, "x y")
    desk.editor.title.selectAll()
    qtbot.keyClicks(desk.editor.title, "third")
    desk.editor.save.click()
    path = desk.folder / "profiles" / "x-y.toml"
    third = path.read_bytes()
    desk.session.choose_profile("smollm2")
    name_it(qtbot, desk, "x y")
    desk.editor.save.click()
    [box] = desk.window.findChildren(ReplaceProfileBox)
    assert "x y" in box.text()
    assert "third" in box.informativeText()
    assert path.read_bytes() == third
    if answer == "cancel":
        qtbot.keyClick(box, Qt.Key.Key_Return)
        assert path.read_bytes() == third
    else:
        box.button(box.StandardButton.Yes).click()
        assert read_profile(path) == desk.session.document.profile


def test_saving_again_what_came_from_the_folder_asks_nothing(qtbot, desk):
    save_profile(MINE, desk.folder / "profiles")
    desk.session.choose_profile("mine")
    desk.actions.duplicate()
    for title in ("Two", "Three"):
        desk.editor.title.selectAll()
        qtbot.keyClicks(desk.editor.title, title)
        desk.editor.save.click()
        assert read_profile(desk.folder / "profiles" / "mine.toml").title == title
    assert not desk.window.findChildren(ReplaceProfileBox)


def test_a_name_that_falls_on_the_file_of_another_gets_a_file_of_its_own(qtbot, desk):
    save_profile(replace(MINE, name="x-y"), desk.folder / "profiles")
    desk.session.choose_profile(replace(MINE, name="x y"))
    desk.act("profile_save")
    assert read_profile(desk.folder / "profiles" / "x-y.toml").name == "x-y"
    assert read_profile(desk.folder / "profiles" / "x-y-2.toml").name == "x y"


def test_the_editor_says_whether_the_document_has_a_copy_and_whether_it_is_saved(qtbot, desk):
    about = desk.editor.about
    assert about.text() == "This profile cannot be changed; a copy of it can."
    desk.session.choose_profile(MINE)
    assert about.text() == (
        "This document uses a copy of its own, which is not among your profiles. "
        "Save it to use it in others."
    )
    desk.editor.save.click()
    assert desk.editor.note.text() == f"saved as {desk.folder / 'profiles' / 'mine.toml'}"
    same = (
        "This document uses a copy of its own, the same as mine among your profiles. "
        "What you edit here stays in the copy until you save it."
    )
    assert about.text() == same
    desk.session.choose_profile(replace(MINE, title="Other"))
    assert about.text() == (
        "This document uses a copy of its own, which differs from mine among your profiles. "
        "Saving the copy replaces that one."
    )
    desk.session.undo_stack.undo()
    assert about.text() == same
    (desk.folder / "profiles" / "mine.toml").unlink()
    qtbot.waitUntil(lambda: "not among your profiles" in about.text())
    save_profile(MINE, desk.folder / "profiles")
    desk.session.choose_profile("mine")
    assert about.text() == "This is one of your profiles; a copy of it can be edited and saved."
