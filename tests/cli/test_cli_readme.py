"""What README says about commands, files and sizes, held against the program."""

from __future__ import annotations

import argparse
import json
import re
from pathlib import Path

import pytest

from app.shot import parser as shot_parser
from engine.assets.catalog import load_catalog
from engine.cli.main import COMMANDS, main, parser
from engine.errors import DocumentError
from engine.profiles import profile_from_table
from engine.schema.parse import parse_schema

README = (Path(__file__).parents[2] / "README.md").read_text("utf-8")
SECTION = README[README.index("<!-- commands -->") : README.index("<!-- /commands -->")]
ROWS = re.findall(r"^\| `loupe ([a-z-]+)(?: ([a-z]+))?\b[^|]*\| (.*) \|$", SECTION, re.MULTILINE)


def subparsers(root: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    (action,) = [one for one in root._actions if isinstance(one, argparse._SubParsersAction)]
    return action.choices


def leaves() -> dict[str, argparse.ArgumentParser]:
    """Every command with its parser; those of golden by action."""
    commands = subparsers(parser())
    golden = {f"golden {name}": one for name, one in subparsers(commands.pop("golden")).items()}
    return {**commands, **golden, "shot": shot_parser()}


def named(row: tuple[str, str, str]) -> str:
    return f"golden {row[1]}" if row[0] == "golden" else row[0]


def test_every_command_has_one_row() -> None:
    assert sorted(map(named, ROWS)) == sorted(leaves())
    assert set(COMMANDS) == {name.split()[0] for name in leaves()} - {"shot"}


@pytest.mark.parametrize("row", ROWS, ids=map(named, ROWS))
def test_every_option_in_a_row_is_one_of_the_commands(row: tuple[str, str, str]) -> None:
    known = leaves()[named(row)]._option_string_actions
    assert [option for option in re.findall(r"--[a-z-]+", row[2]) if option not in known] == []


def test_the_documents_example_renders(tmp_path: Path, capfd, asset_root) -> None:
    (text,) = re.findall(r"```json\n(.*?)```", SECTION, re.DOTALL)
    path = tmp_path / "readme.loupe.json"
    path.write_text(text, "utf-8")
    assert main(["render", str(path), "--json"]) == 0
    report = json.loads(capfd.readouterr().out)
    assert sorted(report["plan"]["fields"]) == ["flag", "risk_tier", "tags"]
    assert "The applicant pays late sometimes." in report["prompt"]
    assert main(["render", str(path), "--context", "scan"]) == 0
    assert "pays late\r\n" in capfd.readouterr().out


def test_every_key_of_a_field_is_named_and_is_one() -> None:
    rows = SECTION[SECTION.index("| key of a field |") :].split("\n\n")[0]
    keys = re.findall(r"^\| `(\w+)` \|", rows, re.MULTILINE)
    field = dict.fromkeys(keys, None) | {"unheard_of": None}
    found = parse_schema(json.dumps({"f": field})).findings
    (unknown,) = [one for one in found if one.id == "unknown-key"]
    assert "'unheard_of'" in unknown.message
    near = {one[:-1]: None for one in keys}  # each is taken for the key that it lacks a letter of
    guesses = [one.cure for one in parse_schema(json.dumps({"f": near})).findings]
    assert {f"Did you mean '{key}'?" for key in keys} <= set(guesses)
    assert len(keys) == 7  # as specification section 2.2 lists them


def test_every_shape_of_a_set_constraint_is_one() -> None:
    shapes = [json.loads(one) for one in re.findall(r'`(\{"type": "\w+", .*?\})`', SECTION)]
    names = re.findall(r"`(\w+_(?:one|k|exclusive))`", SECTION)
    group = shapes[0]["options"]
    shapes += [{"type": one, "options": group, "k": 1} for one in names]
    assert {one["type"] for one in shapes} == {
        "mutually_exclusive", "at_most_one", "at_least_one", "at_most_k", "at_least_k", "exact_k",
        "implies",
    }  # fmt: skip
    for shape in shapes:
        field = {"type": "multi", "choices": group, "set_constraints": [shape]}
        assert parse_schema(json.dumps({"f": field})).schema is not None


def test_every_key_of_a_profile_is_named() -> None:
    with pytest.raises(DocumentError) as refusal:
        profile_from_table({"name": "x", "tokenizer": "x", "unheard_of": 1}, "x")
    keys = str(refusal.value).partition("has the keys ")[2].split(", ")
    sentence = SECTION[SECTION.index("a table with a profile's keys") :].partition("\n\n")[0]
    assert len(keys) > 5
    assert [key for key in keys if f"`{key}`" not in sentence] == []


def test_the_sizes_are_those_of_the_pinned_files() -> None:
    sizes = {one.name: sum(file.size for file in one.files) for one in load_catalog().assets}
    model, everything = sizes["smollm2-135m"] / 1e6, sum(sizes.values()) / 1e6
    assert f"SmolLM2 135M, {model:.1f} MB; {everything:.1f} MB in all" in README
