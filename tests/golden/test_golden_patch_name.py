"""A patch names its file so that `git apply` finds it."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from engine.cli.main import main
from engine.golden.patch import name_in_patch, patch_text
from tests.golden.folders import make_stale

FAKE = "qwen3__fake__tags_multi"


@pytest.fixture
def deep(few) -> Path:
    """A stale vector in `prompts/agreed` of a repository's `work` folder."""
    folder = few.parent / "work" / "prompts" / "agreed"
    folder.parent.mkdir(parents=True)
    few.rename(folder)
    make_stale(folder)
    subprocess.run(["git", "init", "-q", few.parent / "work"], check=True)
    return folder


def header(patch: str) -> list[str]:
    return [line for line in patch.splitlines() if line.startswith(("--- ", "+++ "))]


@pytest.mark.parametrize("inside", ["", "prompts", "prompts/agreed"])
def test_in_a_repository_the_path_begins_at_its_root(inside, deep, capfd, monkeypatch, quick_cli):
    root = deep.parents[1]
    monkeypatch.chdir(root / inside)
    path = (deep / f"{FAKE}.json").relative_to(root / inside)
    assert main(["golden", "export", str(path) if path.parent.name else f"./{path}"]) == 0
    patch = capfd.readouterr().out
    name = f"prompts/agreed/{FAKE}.json"
    assert header(patch) == [f"--- a/{name}", f"+++ b/{name}"]
    subprocess.run(["git", "apply", "-"], cwd=root, input=patch, text=True, check=True)
    assert main(["golden", "check", str(deep), "--case", "tags_multi"]) == 1
    assert f"{FAKE}: " not in capfd.readouterr().out


def test_a_review_of_the_whole_path_names_it_alike(deep, review_of):
    patch = patch_text(review_of(deep).compare(FAKE), "2026-05-01")
    assert header(patch)[0] == f"--- a/prompts/agreed/{FAKE}.json"


@pytest.mark.parametrize(
    ("given", "name"),
    [
        ("other/x.json", "other/x.json"),
        ("x.json", "x.json"),
        ("../mine/x.json", "mine/x.json"),
        ("{}/a/b/x.json", "b/x.json"),
    ],
)
def test_elsewhere_it_is_the_path_as_given_or_its_last_folder(given, name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path.parent / "mine").mkdir(exist_ok=True)
    assert name_in_patch(Path(given.format(tmp_path))) == name
