"""`loupe compare` says in which way two prompts differ, and exits 0, 1 or 2."""

from __future__ import annotations

import json
import subprocess

import pytest

from engine.cli.main import main
from engine.document_file import save_document


@pytest.fixture
def path(tmp_path, upstream):
    path = tmp_path / "d.loupe.json"
    save_document(upstream(), path)
    return path


def test_a_document_is_identical_with_itself(path, capfd):
    assert main(["compare", str(path), "-"]) == 0
    assert capfd.readouterr().out == "The prompts are identical: 571 bytes, 161 tokens.\n"


def test_two_profiles_are_compared_with_every_changed_line(path, capfd):
    assert main(["compare", str(path), "-", "--profile-b", "gemma"]) == 1
    lines = capfd.readouterr().out.split("\n")
    assert lines[0].startswith("First difference at byte 1 (template, token 0): A has U+007C")
    assert "tokens: 161 | 162" in lines
    assert any(line.startswith("-") and "|im_start|>system" in line for line in lines)
    assert any(line.startswith("+") and "bos><start_of_turn>user" in line for line in lines)


def test_json_gives_ranges_and_facts(path, capfd):
    assert main(["compare", str(path), "-", "--profile-b", "gemma", "--json"]) == 1
    report = json.loads(capfd.readouterr().out)
    assert report["facts"]["tokens"] == {"a": "161", "b": "162"}
    assert report["changes"][0]["a"][0] == report["changes"][0]["b"][0] == 1
    assert report["tokens_aligned_by"] == "text"
    assert not report["identical"]


def test_a_revision_is_read_from_git(path, upstream, capfd):
    git = ["git", "-C", str(path.parent), "-c", "user.name=A", "-c", "user.email=a@example.org"]
    subprocess.run([*git, "init", "-q"], check=True)
    subprocess.run([*git, "add", "-A"], check=True)
    subprocess.run([*git, "commit", "-q", "-m", "First"], check=True)
    save_document(upstream(context="other"), path)
    assert main(["compare", f"HEAD:{path}", str(path)]) == 1
    assert "other" in capfd.readouterr().out
    assert main(["compare", f"HEAD:{path}", f"HEAD:{path}"]) == 0


@pytest.mark.parametrize(
    ("name", "part"), [("gone.json", "no such file"), ("HEAD:gone.json", "gone.json")]
)
def test_what_cannot_be_read_is_named_in_one_line(name, part, path, capfd, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main(["compare", str(path), name]) == 2
    out, problem = capfd.readouterr()
    assert out == ""
    assert part in problem
    assert problem.count("\n") == 1
