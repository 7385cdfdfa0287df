"""Revisions of a file are listed and read from a real git checkout, or refused in one sentence."""

from __future__ import annotations

import os
import subprocess

import pytest

from engine.compare.git import revision_bytes, revisions
from engine.errors import DocumentError

ENVIRONMENT = {
    "GIT_AUTHOR_NAME": "Ada",
    "GIT_AUTHOR_EMAIL": "ada@example.org",
    "GIT_COMMITTER_NAME": "Ada",
    "GIT_COMMITTER_EMAIL": "ada@example.org",
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_SYSTEM": os.devnull,
}


@pytest.fixture
def git(tmp_path):
    def run(*words: str) -> str:
        done = subprocess.run(
            ["git", *words],
            cwd=tmp_path,
            check=True,
            capture_output=True,
            text=True,
            env={**os.environ, **ENVIRONMENT},
        )
        return done.stdout.strip()

    run("init", "-q")
    return run


@pytest.fixture
def path(tmp_path, git):
    path = tmp_path / "é prompt.json"
    for number in (1, 2):
        path.write_bytes(b"text %d\r\n" % number)
        git("add", "-A")
        git("commit", "-q", "-m", f"Write number {number}")
    return path


def test_revisions_are_listed_newest_first(path, git):
    found = revisions(path)
    assert [one.subject for one in found] == ["Write number 2", "Write number 1"]
    assert [one.commit for one in found] == git("rev-list", "HEAD").split("\n")
    assert found[0].author == "Ada"
    assert found[0].path == "é prompt.json"
    assert found[0].commit.startswith(found[0].short)


def test_a_revision_gives_the_very_bytes_of_that_time(path):
    assert revision_bytes(path, revisions(path)[1].commit) == b"text 1\r\n"
    assert revision_bytes(path, "HEAD") == b"text 2\r\n"


def test_a_file_is_followed_to_the_name_it_had(path, git):
    git("mv", path.name, "renamed.json")
    git("commit", "-q", "-m", "Rename")
    renamed = path.with_name("renamed.json")
    found = revisions(renamed)
    assert [one.path for one in found] == ["renamed.json", "é prompt.json", "é prompt.json"]
    assert revision_bytes(renamed, found[2].commit, found[2].path) == b"text 1\r\n"


def test_a_file_in_a_folder_of_the_checkout_is_found(path, git):
    inner = path.parent / "a" / "b.json"
    inner.parent.mkdir()
    inner.write_bytes(b"inner")
    git("add", "-A")
    git("commit", "-q", "-m", "Inner")
    (found,) = revisions(inner)
    assert revision_bytes(inner, found.commit, found.path) == b"inner"
    assert revision_bytes(inner, "HEAD") == b"inner"


def test_a_folder_that_is_no_checkout_is_named(tmp_path):
    lonely = tmp_path / "x.json"
    lonely.write_text("x")
    with pytest.raises(DocumentError, match=r"x\.json is not in a git checkout: .*") as error:
        revisions(lonely)
    assert str(tmp_path) in str(error.value)


def test_a_file_that_was_never_committed_says_so(git, path):
    other = path.with_name("other.json")
    other.write_text("x")
    with pytest.raises(DocumentError, match=r"git knows no revision of other\.json: commit"):
        revisions(other)


def test_a_checkout_without_commits_says_so(git, tmp_path):
    with pytest.raises(DocumentError, match="git knows no revision of x"):
        revisions(tmp_path / "x")


@pytest.mark.parametrize("revision", ["nothing", "--output=/tmp/x", "HEAD~99"])
def test_a_revision_that_is_not_there_is_refused(path, revision):
    with pytest.raises(DocumentError):
        revision_bytes(path, revision)


def test_a_folder_that_is_gone_is_named(tmp_path):
    with pytest.raises(DocumentError, match="the folder"):
        revisions(tmp_path / "gone" / "x.json")


def test_without_git_the_message_says_that_it_is_missing(path, monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(DocumentError, match="git is not here"):
        revisions(path)
