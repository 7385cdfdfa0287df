"""Profiles are written as TOML that is read back the same, and the user's folder is read."""

from __future__ import annotations

import tempfile
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import DocumentError
from engine.profile_files import (
    profile_folder,
    profile_toml,
    read_user_profiles,
    save_profile,
)
from engine.profile_library import ProfileLibrary
from engine.profiles import CONTENTS_TEMPLATE, Profile, profile_problems, read_profile
from engine.workspace import open_workspace

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
lines = st.text(alphabet="a'\"\\\n\r\t\x00\x7f{%é🙂", max_size=20)
names = texts.filter(bool)
values = texts | st.integers() | st.booleans() | st.floats(allow_nan=False)
profiles = st.builds(
    Profile,
    name=names,
    title=texts,
    tokenizer=names,
    template=st.sampled_from([None, CONTENTS_TEMPLATE, "", "contents"]) | texts | lines,
    kwargs=st.dictionaries(texts, values, max_size=3).map(lambda one: tuple(one.items())),
    system=st.sampled_from(["probe", "dedicated", "merge"]),
    model=st.none() | texts,
    golden=st.none() | texts,
    revision=st.none() | texts,
)
OWN = Profile("own", "My own", "qwen2.5", template="{# it's #}\n{{ x }}\n")


@given(profiles)
def test_a_profile_that_was_written_is_read_back_the_same(profile):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "profile.toml"
        path.write_bytes(profile_toml(profile).encode())
        assert read_profile(path) == profile


def test_the_word_contents_in_a_file_joins_contents_and_as_a_text_is_a_text(tmp_path):
    path = tmp_path / "own.toml"
    path.write_text('name = "own"\ntokenizer = "t"\ntemplate = "contents"\n', encoding="utf-8")
    assert read_profile(path).template is CONTENTS_TEMPLATE
    path.write_text('name = "own"\ntokenizer = "t"\ntemplate_text = "contents"\n')
    assert read_profile(path).template == "contents"


def test_the_users_profiles_are_read_again_when_a_file_has_changed(tmp_path):
    library = ProfileLibrary((), tmp_path)
    assert library.profiles == ()
    save_profile(OWN, tmp_path)
    assert library.profiles == (OWN,)
    assert library.profiles[0] is library.profiles[0]
    longer = replace(OWN, title="My very own")
    path = save_profile(longer, tmp_path)
    assert library.find("own") == longer
    path.unlink()
    assert library.find("own") is None


@pytest.mark.parametrize(
    "template",
    [
        "one\r\ntwo\r",
        "\n\nbegins and ends with empty lines\n\n",
        "three quotes ''' and \"\"\"\n",
        "ends with a quote\n'",
        "back\\slash\n\\n",
        "\x00\x1b\x7f\x85\u2028\ufeff\n\ttab",
    ],
)
def test_every_character_of_a_template_survives_the_file(tmp_path, template):
    saved = save_profile(replace(OWN, template=template), tmp_path)
    assert read_profile(saved).template == template


def test_a_template_of_several_lines_stands_as_it_is_in_the_file():
    assert "template = '''\n{# it's #}\n{{ x }}\n'''" in profile_toml(OWN)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"kwargs": (("enable_thinking", None),)}, "enable_thinking: TOML has no null"),
        ({"title": "\ud800"}, "title: TOML has no lone surrogates"),
    ],
)
def test_what_toml_cannot_hold_is_named(changes, said):
    with pytest.raises(DocumentError, match=said):
        profile_toml(replace(OWN, **changes))


def test_saving_again_replaces_the_file_of_that_name_only(tmp_path):
    folder = tmp_path / "deep" / "profiles"
    first = save_profile(replace(OWN, name="a/b"), folder)
    other = save_profile(replace(OWN, name="a b"), folder)
    again = save_profile(replace(OWN, name="a/b", title="new"), folder)
    assert (first.name, other.name, again.name) == ("a-b.toml", "a-b-2.toml", "a-b.toml")
    assert read_profile(again).title == "new"
    assert sorted(path.name for path in folder.iterdir()) == ["a-b-2.toml", "a-b.toml"]


def test_a_built_in_name_is_refused(tmp_path):
    with pytest.raises(DocumentError, match="smollm2 is a built-in profile's name"):
        save_profile(replace(OWN, name="smollm2"), tmp_path, ("smollm2",))
    assert list(tmp_path.iterdir()) == []


def test_files_that_are_wrong_are_told_and_the_others_read(tmp_path):
    save_profile(OWN, tmp_path)
    (tmp_path / "broken.toml").write_text("name = ", encoding="utf-8")
    (tmp_path / "taken.toml").write_text('name = "gemma"\ntokenizer = "gemma"\n', encoding="utf-8")
    (tmp_path / "twice.toml").write_text('name = "own"\ntokenizer = "gemma"\n', encoding="utf-8")
    (tmp_path / "wrong.toml").write_text('name = "w"\ntokeniser = "gemma"\n', encoding="utf-8")
    found = read_user_profiles(tmp_path, ("gemma",))
    assert found.profiles == (OWN,)
    broken, taken, twice, wrong = found.problems
    assert broken.startswith("profile broken.toml: ")
    assert taken == "profile taken.toml: the name 'gemma' is taken already"
    assert twice == "profile twice.toml: the name 'own' is taken already"
    assert "unknown key 'tokeniser'" in wrong or "tokenizer" in wrong


@pytest.mark.parametrize(
    "data",
    [
        b"a = " + b"[" * 20_000,
        b"a = " + b"1" * 6_000,
        b"name = '\xe9'",
        b"name = 2020-01-01",
        b"",
    ],
    ids=["nested deeply", "an absurd number", "not UTF-8", "a date", "empty"],
)
def test_no_file_whatever_it_holds_stops_the_start(tmp_path, data):
    save_profile(OWN, tmp_path)
    (tmp_path / "bad.toml").write_bytes(data)
    (tmp_path / "folder.toml").mkdir()
    found = read_user_profiles(tmp_path, ())
    assert found.profiles == (OWN,)
    assert [problem.split(":")[0] for problem in found.problems] == [
        "profile bad.toml",
        "profile folder.toml",
    ]


def test_the_workspace_knows_the_users_profiles_behind_the_built_in_ones(tmp_path):
    save_profile(OWN, tmp_path / "profiles")
    workspace = open_workspace(tmp_path / "assets", tmp_path / "profiles")
    assert workspace.profile("own") == OWN
    assert workspace.profiles[-1] == OWN
    assert workspace.library.problems == ()


def test_the_folder_can_be_chosen_by_the_environment(tmp_path):
    assert profile_folder({"LOUPE_PROFILES": str(tmp_path)}) == tmp_path
    assert profile_folder({}).name == "profiles"


def test_problems_stand_at_their_keys():
    assert profile_problems(OWN) == ()
    wrong = replace(OWN, name="", tokenizer="")
    assert [key for key, _ in profile_problems(wrong)] == ["name", "tokenizer"]
