"""What a newcomer gets wrong is told with its place, in the words that are written there."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.cli.main import main

FIELD = {"flag": {"type": "boolean", "description": "flagged"}}


@pytest.fixture
def write(tmp_path: Path):
    """Write a document and give its path."""

    def written(name: str = "d.loupe.json", **changes: object) -> str:
        table = {
            "format": "loupe-document/1",
            "profile": "smollm2",
            "schema": FIELD,
            "contexts": [{"name": "one", "text": "pays late"}],
            **changes,
        }
        path = tmp_path / name
        path.write_text(json.dumps(table, indent=1))
        return str(path)

    return written


BROKEN = {"tags": {"type": "multi", "note": "kept"}}  # without choices


def lines_of(capfd, code: int, *arguments: str) -> list[str]:
    assert main(list(arguments)) == code
    out, err = capfd.readouterr()
    assert out == ""
    return err.splitlines()


@pytest.mark.parametrize("order", [0, 1])
def test_compare_says_of_a_broken_document_what_render_says(order, write, capfd, asset_root):
    good, bad = write("good.json"), write("bad.json", schema=BROKEN)
    (said,) = lines_of(capfd, 2, "compare", *((good, bad), (bad, good))[order])
    rendered = lines_of(capfd, 1, "render", bad)
    assert said == rendered[0].replace("loupe render:", "loupe compare:")
    assert said.startswith(f"loupe compare: error: too-few-choices: {bad}:5:3: ")


@pytest.mark.model
@pytest.mark.parametrize(
    ("options", "arguments", "used"),
    [({"temperature": 1.5}, (), 1.5), ({}, (), 1), ({"temperature": 2}, ("--temperature=3",), 3)],
)
def test_score_names_the_temperature_that_it_used(
    options, arguments, used, write, capfd, asset_root
):
    assert main(["score", write(options=options), "--json", *arguments]) == 0
    assert json.loads(capfd.readouterr().out)["temperature"] == used


def test_the_help_of_score_says_where_the_temperature_comes_from(capfd):
    assert main(["score", "--help"]) == 0
    told = " ".join(capfd.readouterr().out.split())
    assert "divides the log scores; the document's unless given, else 1" in told


@pytest.mark.model
@pytest.mark.parametrize(
    ("value", "shown"), [("x", '"x"'), (0, "0"), (-2, "-2"), ([1], "[ 1 ]"), (None, "null")]
)
def test_a_temperature_that_is_none_is_shown_as_it_is_written(
    value, shown, write, capfd, asset_root
):
    said = lines_of(capfd, 1, "score", write(options={"temperature": value}))
    assert f"must be a finite number above 0, not {shown}." in said[0]


def test_a_bundle_without_a_prompt_says_which_errors_its_document_has(
    write, capfd, tmp_path, asset_root
):
    assert main(["golden", "bundle", write(schema=BROKEN)]) == 1
    bundle = tmp_path / "b.json"
    bundle.write_text(capfd.readouterr().out)
    (said,) = lines_of(capfd, 2, "verify", str(bundle))
    assert "b.json: this bundle holds no prompt, because its document has errors: " in said
    assert "too-few-choices: Field 'tags' of type multi must have" in said


def test_a_tokenizer_that_is_no_asset_gets_the_near_one_and_the_list(write, capfd, asset_root):
    profile = {"name": "own", "tokenizer": "smollm2"}
    (said,) = lines_of(capfd, 2, "render", write(profile=profile))
    assert "did you mean smollm2-135m? name a file, a folder or one of the assets " in said.lower()
    assert all(one in said for one in ("qwen2.5", "qwen3", "gemma", "smollm2-135m"))
    assert "fetch" not in said


def test_a_model_that_is_no_asset_gets_the_near_one(write, capfd, asset_root):
    said = lines_of(capfd, 2, "score", write(), "--model", "smollm2")
    assert "did you mean smollm2-135m? There are: ".lower() in said[0].lower()
