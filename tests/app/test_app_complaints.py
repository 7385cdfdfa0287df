"""What the system refuses is said in the banner: the file, the cause and the cure, nothing raw."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from app.pages import REVIEW
from engine.golden.desk import Export

GONE = "there is no such file or folder; check its name and its folder"
FOLDER = "it is a folder; name a file in it"
IN_PLACE = "something else is in its place; name another place"


def save_profile(desk):
    (desk.folder / "profiles").write_bytes(b"in the way")
    desk.act("profile_duplicate")
    desk.act("profile_save")


def compare(desk):
    desk.window.files.compare_asked.emit(desk.folder / "gone")


def export(desk):
    desk.window.pages[REVIEW].files.save(Export("x.patch", ""), str(desk.folder / "no" / "x"))


def open_vector(desk):
    desk.window.pages[REVIEW].files._open_entry(SimpleNamespace(path=desk.folder / "gone"))


def open_document(desk):
    desk.window.files.open(desk.folder / "gone")


def save_document(desk):
    desk.window.files._save_to(desk.folder)


def open_conversation(desk):
    desk.window.pages["page_templates"].editor._open(str(desk.folder / "gone"))


def save_conversation(desk):
    desk.window.pages["page_templates"].editor._save(str(desk.folder))


def add_context(desk):
    desk.page.author.contexts.add_from_file(desk.folder / "gone")


def import_schema(desk):
    desk.window.imports.from_file(str(desk.folder / "gone"))


def save_prompt(desk):
    desk.qtbot.waitUntil(desk.settled)
    desk.window._prompt_actions.save(str(desk.folder))


def fetch(desk):
    error = FileNotFoundError(2, "No such file or directory", str(desk.folder / "gone"))
    desk.window._profile_actions.fetch.ended.emit(error)


@pytest.mark.parametrize(
    ("ask", "name", "why"),
    [
        (save_profile, "profiles", IN_PLACE),
        (compare, "gone", GONE),
        (export, "no/x", GONE),
        (open_vector, "gone", GONE),
        (open_document, "gone", GONE),
        (save_document, ".", FOLDER),
        (open_conversation, "gone", GONE),
        (save_conversation, ".", FOLDER),
        (add_context, "gone", GONE),
        (import_schema, "gone", GONE),
        (save_prompt, ".", FOLDER),
        (fetch, "gone", GONE),
    ],
    ids=lambda one: getattr(one, "__name__", ""),
)
def test_a_refusal_by_the_system_names_file_cause_and_cure(desk, ask, name, why):
    ask(desk)
    assert desk.window.banner.text.text() == f"{desk.folder / name}: {why}"


def test_a_bug_in_a_fetch_surfaces_and_the_fetch_is_offered_again(desk, qtbot):
    bug = ZeroDivisionError("a bug")
    with qtbot.waitSignal(desk.loupe.bridge.failed) as told:
        desk.window._profile_actions.fetch.ended.emit(bug)
    assert told.args == [bug]
    assert desk.window.banner.isHidden()
