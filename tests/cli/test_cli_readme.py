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


def test_the_sizes_are_those_of_the_pinned_files() -> None:
    sizes = {one.name: sum(file.size for file in one.files) for one in load_catalog().assets}
    model, everything = sizes["smollm2-135m"] / 1e6, sum(sizes.values()) / 1e6
    assert f"SmolLM2 135M, {model:.1f} MB; {everything:.1f} MB in all" in README
