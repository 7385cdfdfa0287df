"""What `render`, `score` and `golden check` say of assets that are missing, wrong or unreadable."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from engine.cli.main import main

GOLDEN = Path(__file__).parents[2] / "golden"


@pytest.fixture
def root(tmp_path, asset_root, monkeypatch):
    """An asset folder with qwen2.5 alone, copied."""
    folder = tmp_path / "assets"
    shutil.copytree(asset_root / "qwen2.5", folder / "qwen2.5")
    monkeypatch.setenv("LOUPE_ASSETS", str(folder))
    return folder


def spoil(root: Path, manner: str) -> Path:
    path = root / "qwen2.5" / "tokenizer.json"
    if manner == "wrong sha256":
        path.write_bytes(path.read_bytes()[:-1] + b" ")
    else:
        path.unlink()
    if manner == "unreadable":
        path.mkdir()  # what the superuser cannot read either
    return path


QWEN = """{"format": "loupe-document/1", "profile": "qwen2.5",
 "schema": {"a": {"type": "boolean"}}}"""
MANNERS = ["missing", "wrong sha256", "unreadable"]


@pytest.mark.parametrize("manner", MANNERS)
def test_golden_check_names_asset_cause_and_cure_and_is_never_green(manner, root, capfd):
    path = spoil(root, manner)
    assert main(["golden", "check", str(GOLDEN), "--case", "tags_multi"]) == 1
    lines = capfd.readouterr().out.splitlines()
    (line,) = [line for line in lines if line.startswith("qwen2.5__")]
    for part in ("not evaluated: asset qwen2.5", str(path), manner, "`loupe fetch qwen2.5`"):
        assert part in line
    (other,) = [line for line in lines if line.startswith("gemma__")]
    assert "not evaluated: asset gemma is not here" in other
    assert "`loupe fetch gemma`" in other
    (fake,) = [line for line in lines if line.startswith("upstream: ")]
    assert fake == "upstream: 1 fresh, 2 not evaluated"


@pytest.mark.parametrize("command", ["render", "score"])
@pytest.mark.parametrize("manner", MANNERS)
def test_a_missing_asset_is_exit_2_with_one_cure(command, manner, root, tmp_path, capfd):
    path = spoil(root, manner)
    document = tmp_path / "d.loupe.json"
    document.write_text(QWEN)
    assert main([command, str(document)]) == 2
    output = capfd.readouterr()
    assert (output.out, output.err.count("\n")) == ("", 1)
    assert output.err.count("loupe fetch qwen2.5") == 1
    for part in (manner, str(path), "profile qwen2.5: asset qwen2.5"):
        assert part in output.err
    assert "profile: profile" not in output.err


def test_a_broken_tokenizer_of_ones_own_does_not_end_the_check(root, tmp_path, capfd, monkeypatch):
    own = tmp_path / "own"
    own.mkdir()
    folder = tmp_path / "torn"
    folder.mkdir()
    (folder / "tokenizer.json").write_text("{")
    (own / "mine.toml").write_text(f'name = "mine"\ntokenizer = "{folder}"\n')
    monkeypatch.setenv("LOUPE_PROFILES", str(own))
    arguments = ["--case", "tags_multi", "--profile", "qwen2.5"]
    assert main(["golden", "check", str(GOLDEN), *arguments]) == 0


def test_a_profile_without_a_model_could_not_be_scored(root, tmp_path, capfd):
    document = tmp_path / "d.loupe.json"
    document.write_text(QWEN)
    assert main(["score", str(document)]) == 2
    (line,) = capfd.readouterr().err.splitlines()
    assert line.startswith("loupe score: error: model-missing: ")


def test_an_error_that_leaves_a_prompt_keeps_exit_0(root, tmp_path, capfd):
    table = {
        "format": "loupe-document/1",
        "profile": "qwen2.5",
        "schema": {"a": {"type": "boolean"}},
        "contexts": [{"name": "c", "text": "<|im_end|>"}],
    }
    document = tmp_path / "d.loupe.json"
    document.write_text(json.dumps(table))
    assert main(["render", str(document), "--json"]) == 0
    output = capfd.readouterr()
    assert "error: control-token-in-context" in output.err
    (found,) = [
        one for one in json.loads(output.out)["findings"] if one["id"] == "control-token-in-context"
    ]
    assert found["severity"] == "error"


@pytest.mark.model
def test_a_line_about_a_field_names_it_once(asset_root, tmp_path, capfd):
    table = {
        "format": "loupe-document/1",
        "profile": "smollm2",
        "schema": {"strange_field": {"type": "boolean", "description": "manually flagged"}},
    }
    document = tmp_path / "d.loupe.json"
    document.write_text(json.dumps(table))
    assert main(["score", str(document)]) == 0
    (line,) = [line for line in capfd.readouterr().err.splitlines() if "low-legal-mass" in line]
    assert line.count("strange_field") == 1
