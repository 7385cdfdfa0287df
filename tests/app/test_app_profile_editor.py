"""A profile is edited live, keeps to the document or the user's folder, and can be undone."""

from __future__ import annotations

import threading
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt

from app.bridge import asset_fetch
from app.views.profile_editor import TEXT
from engine.assets.catalog import load_catalog
from engine.errors import AssetMissing
from engine.profile_files import profile_toml, save_profile
from engine.profiles import Profile, read_profile
from engine.workspace import open_workspace
from tests.app.profile_desk import MINE, ProfileDesk


@pytest.fixture
def desk(profile_desk):
    return profile_desk


# In the window


def test_a_built_in_profile_is_shown_but_only_a_copy_is_edited(qtbot, desk):
    desk.act("profile_edit")
    assert desk.editor.isVisible()
    assert desk.editor.name.isReadOnly()
    assert not desk.editor.tokenizer.isEnabled()
    desk.editor.duplicate.click()
    profile = desk.session.document.profile
    assert isinstance(profile, Profile)
    assert (profile.name, profile.golden, profile.revision) == ("qwen3-fake-copy", None, None)
    assert not desk.editor.name.isReadOnly()
    assert desk.author.profile_box._profile.currentText().endswith("(in this document)")
    desk.act("undo")
    assert desk.session.document.profile == "qwen3-fake"
    assert desk.editor.name.isReadOnly()


def test_back_to_built_in_gives_the_profile_that_was_copied(qtbot, desk):
    desk.session.choose_profile("gemma")
    desk.act("profile_duplicate")
    desk.editor.tokenizer.combo.setEditText("code-points")
    desk.editor.tokenizer._finished()
    own = desk.session.document.profile
    assert desk.editor.built_in.isVisible()
    desk.editor.built_in.click()
    assert desk.session.document.profile == "gemma"
    assert not desk.editor.built_in.isVisible()
    desk.act("undo")
    assert desk.session.document.profile is own


def test_back_to_built_in_finds_the_tokenizers_own_when_none_was_chosen(qtbot, desk):
    desk.actions._last_built_in = None  # as in a document that was opened with its own
    desk.session.choose_profile(replace(MINE, tokenizer="gemma"))
    desk.editor.built_in.click()
    assert desk.session.document.profile == "gemma"


def test_what_the_engine_cannot_use_stands_at_its_field_until_it_is_right(qtbot, desk):
    desk.session.choose_profile(replace(MINE, template="{{ x"))
    desk.act("profile_edit")
    qtbot.waitUntil(desk.settled)
    problem = desk.editor._problems
    assert problem["template"].isVisible()
    assert problem["template"].text().startswith("profile mine: ")
    desk.editor.template.setPlainText("{{ messages[0]['content'] }}")
    qtbot.waitUntil(desk.settled)
    assert not problem["template"].isVisible()
    desk.editor.tokenizer.combo.setEditText("/no/such.gguf")
    desk.editor.tokenizer._finished()
    qtbot.waitUntil(desk.settled)
    assert problem["tokenizer"].isVisible()
    assert not problem["template"].isVisible()


def test_an_edit_shows_at_once_what_it_does(qtbot, desk):
    desk.act("profile_duplicate")
    qtbot.waitUntil(desk.settled)
    same = desk.author.profile_notes.note.text()
    assert same.startswith("since qwen3-fake: same bytes and the same ")
    desk.editor._kind_chosen(TEXT)  # the test tokenizer brings no template: the text is empty
    desk.editor.template.setPlainText("{{ messages[0]['content'] }}!")
    qtbot.waitUntil(desk.settled)
    said = desk.author.profile_notes.note.text()
    assert said.startswith("since qwen3-fake: tokens ")
    assert "bytes changed · prompt_sha256 changed · plan_hash same" in said
    assert desk.editor.note.text() == said
    assert isinstance(desk.session.document.profile, Profile)
    assert desk.session.undo_stack.undoText() == "edit template"


def test_the_effect_is_gone_when_something_else_is_edited(qtbot, desk):
    desk.act("profile_duplicate")
    qtbot.waitUntil(desk.settled)
    assert desk.author.profile_notes.note.isVisible()
    desk.session.edit_context(b"other")
    qtbot.waitUntil(desk.settled)
    assert not desk.author.profile_notes.note.isVisible()


def test_typing_a_title_is_one_step_a_word(qtbot, desk):
    desk.act("profile_duplicate")
    steps = desk.session.undo_stack.count()
    desk.editor.title.end(False)
    qtbot.keyClicks(desk.editor.title, "ab cd")
    assert desk.session.document.profile.title.endswith("ab cd")
    assert desk.session.undo_stack.count() == steps + 2
    assert desk.session.undo_stack.undoText() == "edit profile title"


def test_a_saved_profile_is_a_file_and_is_offered(qtbot, desk):
    desk.act("profile_duplicate")
    desk.editor.name.selectAll()
    qtbot.keyClicks(desk.editor.name, "mine")
    desk.editor.save.click()
    saved = read_profile(desk.folder / "profiles" / "mine.toml")
    assert saved == desk.session.document.profile
    assert "mine.toml" in desk.author.profile_notes.note.text()
    desk.session.choose_profile("smollm2")
    assert saved in desk.author.profile_box._profiles
    again = open_workspace(desk.folder / "assets", desk.folder / "profiles")
    assert again.profile("mine") == saved


@pytest.mark.parametrize("writer", ["the window", "another program"])
def test_a_profile_that_changes_on_disk_is_offered_and_rendered_at_once(qtbot, desk, writer):
    path = save_profile(MINE, desk.folder / "profiles")
    desk.actions._folder.check()
    desk.session.choose_profile("mine")
    qtbot.waitUntil(desk.settled)
    assert desk.author.profile_box._profile.currentText() == "Mine"
    assert desk.last.prompt.value.template.engine == "contents"
    changed = replace(MINE, title="Ours", template="{{ messages[-1].content }}!")
    if writer == "the window":
        desk.session.choose_profile(changed)
        desk.act("profile_save")
        desk.session.choose_profile("mine")
    else:
        path.write_text(profile_toml(changed), encoding="utf-8")
    qtbot.waitUntil(lambda: desk.last.prompt.value.template.engine == "jinja")
    qtbot.waitUntil(desk.settled)
    assert desk.last.prompt.value.text.endswith("!")
    assert desk.author.profile_box._profile.currentText() == "Ours"
    assert desk.editor.profile == changed


def test_a_profile_that_was_broken_on_disk_is_told(qtbot, desk):
    path = save_profile(MINE, desk.folder / "profiles")
    desk.actions._folder.check()
    path.write_text("name = 3", encoding="utf-8")
    qtbot.waitUntil(lambda: "profile mine.toml" in desk.window.banner.text.text())


@pytest.mark.parametrize("text", ["contents", ""])
def test_any_text_may_be_typed_as_a_template_and_means_itself(qtbot, desk, text):
    desk.session.choose_profile(replace(MINE, template="contents!"))
    qtbot.waitUntil(desk.settled)
    desk.editor.template.selectAll()
    qtbot.keyClick(desk.editor.template, Qt.Key.Key_Delete)
    qtbot.keyClicks(desk.editor.template, text)
    qtbot.waitUntil(desk.settled)
    assert desk.session.document.profile.template == text
    assert desk.editor.template_kind.currentIndex() == TEXT
    assert desk.last.prompt.value.text == text
    assert desk.last.prompt.value.template.engine == "jinja"


def test_a_profile_of_the_users_is_edited_under_its_own_name(qtbot, desk):
    save_profile(MINE, desk.folder / "profiles")
    desk.session.choose_profile("mine")
    desk.actions.duplicate()
    assert desk.session.document.profile == MINE
    assert desk.session.undo_stack.undoText() == "edit profile mine"


def test_broken_profiles_are_told_at_the_start(qtbot, tmp_path, monkeypatch):
    (tmp_path / "profiles").mkdir()
    (tmp_path / "profiles" / "bad.toml").write_text("name = 3", encoding="utf-8")
    made = ProfileDesk(qtbot, tmp_path)
    assert "profile bad.toml" in made.window.banner.text.text()
    made.close()


# Fetching


class Gate:
    """A fetch that goes on when it is let, and can be told to fail."""

    def __init__(self, error=None):
        self.go, self.ended, self.error = threading.Event(), threading.Event(), error

    def __call__(self, names, store, progress):
        try:
            progress.start(f"{names[0]}/tokenizer.json", 100)
            progress.advance(40)
            assert self.go.wait(timeout=20)
            progress.advance(60)
            progress.finish()
            if self.error is not None:
                raise self.error
        finally:
            self.ended.set()


def missing(qtbot, desk, monkeypatch, error=None):
    gate = Gate(error)
    monkeypatch.setattr(asset_fetch, "fetch", gate)
    desk.session.choose_profile("qwen2.5")
    qtbot.waitUntil(desk.settled)
    notes = desk.author.profile_notes
    assert notes.fetch.isVisible()
    size = sum(file.size for file in load_catalog().asset("qwen2.5").files)
    assert notes.fetch.text() == f"&Fetch ({size / 1e6:.1f} MB)"
    notes.fetch.click()
    qtbot.waitUntil(lambda: notes.progress.value() == 400)
    return gate, notes


def test_a_missing_tokenizer_is_fetched_with_progress_and_rendered_again(qtbot, desk, monkeypatch):
    gate, notes = missing(qtbot, desk, monkeypatch)
    generation = desk.last.generation
    gate.go.set()
    qtbot.waitUntil(lambda: desk.last.generation > generation and desk.settled())
    assert not notes.fetching


def test_a_cancelled_fetch_is_offered_again_and_says_nothing_more(qtbot, desk, monkeypatch):
    gate, notes = missing(qtbot, desk, monkeypatch)
    notes.cancel.click()
    assert not notes.fetching
    assert notes.fetch.isVisible()
    with qtbot.assertNotEmitted(desk.actions.fetch.ended):
        gate.go.set()
        qtbot.waitUntil(gate.ended.is_set)


def test_a_fetch_that_fails_says_why_and_is_offered_again(qtbot, desk, monkeypatch):
    gate, notes = missing(qtbot, desk, monkeypatch, AssetMissing("no source has qwen2.5"))
    gate.go.set()
    qtbot.waitUntil(lambda: not notes.fetching)
    assert notes.fetch.isVisible()
    assert "no source has qwen2.5" in desk.window.banner.text.text()


# Models from outside
