"""`loupe golden check`: every committed vector is fresh, and every change is named."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from engine.cli.main import main
from engine.golden.difference import character_name
from engine.golden.vector import dump_vector, read_vector

GOLDEN = Path(__file__).parents[2] / "golden"
UPSTREAM = Path(__file__).parents[1] / "data" / "upstream-vectors"
NAME = "qwen2.5__a5339a4131f135d0fdc6a5c8b5bbed2753bbe0f3__risk_enum_bool"


@pytest.fixture
def folder(tmp_path):
    copy = tmp_path / "golden"
    shutil.copytree(GOLDEN, copy)
    return copy


def check(capfd, *arguments: object) -> tuple[int, str]:
    code = main(["golden", "check", *(str(argument) for argument in arguments)])
    return code, capfd.readouterr().out


def replace_in(path: Path, old: bytes, new: bytes) -> None:
    data = path.read_bytes()
    assert data.count(old) >= 1
    path.write_bytes(data.replace(old, new, 1))


def test_the_committed_vectors_are_fresh(capfd, asset_root):
    code, out = check(capfd)
    assert (code, out) == (0, "12 fresh\n")


def test_upstreams_own_files_are_fresh_too(capfd, asset_root):
    assert check(capfd, UPSTREAM) == (0, "12 fresh\n")


def test_our_files_hold_upstreams_values_unchanged():
    for path in UPSTREAM.glob("*.json"):
        theirs, ours = json.loads(path.read_text()), json.loads((GOLDEN / path.name).read_text())
        ours["input"].pop("field_order")
        assert {key: ours[key] for key in theirs} == theirs


def test_writing_a_vector_that_was_read_gives_the_same_bytes():
    for path in GOLDEN.glob("*.json"):
        assert dump_vector(read_vector(path)) == path.read_text()


def test_a_changed_byte_of_the_text_is_named_with_its_owner_and_token(folder, capfd, asset_root):
    # 7025 is ` sometimes` in upstream's token ids; its last letter is changed.
    path = folder / f"{NAME}.json"
    text = json.loads(path.read_text())["rendered_text"]
    byte = len(text[: text.index("sometimes.") + 8].encode())
    token = json.loads(path.read_text())["token_ids"].index(7025)
    replace_in(path, b"late sometimes.\\nCONTEXT", b"late sometimez.\\nCONTEXT")
    code, out = check(capfd, folder)
    assert code == 1
    assert out.splitlines() == [
        f"{NAME}: stale: Differs at byte {byte} (context, token {token}): expected U+007A LATIN "
        "SMALL LETTER Z, got U+0073 LATIN SMALL LETTER S.",
        "11 fresh, 1 stale",
    ]


@pytest.mark.parametrize(
    ("old", "new", "part"),
    [
        (b'"prompt_sha256": "fd08', b'"prompt_sha256": "fd09', "prompt_sha256 differs"),
        (b'"token_ids_sha256": "fd08', b'"token_ids_sha256": "fd09', "token_ids_sha256 differs"),
        (b'"plan_hash": "7378', b'"plan_hash": "7379', "plan_hash differs"),
        (b"[151644, 8948", b"[151644, 8949", "at token 1 expected 8949, got 8948"),
        (b"parallel-v9", b"parallel-v8", "prompt_version differs"),
        (b'"supports_system": true', b'"supports_system": false', "supports_system differs"),
        (b'"template_kwargs": {}', b'"template_kwargs": {"a": 1}', "template_kwargs differs"),
        (b'"system": "You are a', b'"system": "You are 1', "input.system differs"),
        (b'"scoring": "slots"', b'"scoring": "labels"', "expected U+0041 LATIN CAPITAL LETTER A"),
        (b'"context": "The', b'"context": "the', "(fence, token"),
        (b'"case": "risk', b'"case": "rusk', "the file says it is"),
    ],
)
def test_every_other_change_of_a_file_is_stale_and_named(old, new, part, folder, capfd, asset_root):
    replace_in(folder / f"{NAME}.json", old, new)
    code, out = check(capfd, folder)
    assert code == 1
    assert out.startswith(f"{NAME}: stale: ")
    assert part in out


def test_a_file_that_is_no_vector_is_unreadable_and_says_why(folder, capfd, asset_root):
    replace_in(folder / f"{NAME}.json", b'"rendered_text"', b'"rendered"')
    code, out = check(capfd, folder)
    assert code == 1
    assert f"{NAME}: unreadable: {NAME}.json: not a vector: rendered_text: Field required" in out


def test_an_unknown_revision_is_an_orphan(folder, capfd, asset_root):
    text = (folder / f"{NAME}.json").read_text()
    other = NAME.replace("a5339a", "b5339a")
    (folder / f"{other}.json").write_text(text.replace("a5339a", "b5339a"))
    code, out = check(capfd, folder)
    assert code == 1
    assert f"{other}: orphan: profile qwen2.5 has the tokenizer revision a5339a" in out


def test_a_missing_tokenizer_is_not_evaluated_and_never_green(tmp_path, capfd, monkeypatch):
    monkeypatch.setenv("LOUPE_ASSETS", str(tmp_path))
    code, out = check(capfd)
    assert code == 1
    assert out.splitlines()[-1] == "4 fresh, 8 not evaluated"


def test_reports_name_every_vector(folder, tmp_path, capfd, asset_root):
    replace_in(folder / f"{NAME}.json", b"late sometimes.\\nCONTEXT", b"late sometimez.\\nCONTEXT")
    report, junit = tmp_path / "r.json", tmp_path / "r.xml"
    assert check(capfd, folder, "--json", report, "--junit", junit)[0] == 1
    stale = [entry for entry in json.loads(report.read_text()) if entry["state"] == "stale"]
    assert [(entry["name"], entry["owner"]) for entry in stale] == [(NAME, "context")]
    assert 'tests="12" failures="1"' in junit.read_text()


def test_an_empty_or_missing_folder_could_not_run(tmp_path, capfd):
    assert main(["golden", "check", str(tmp_path)]) == 2
    assert main(["golden", "check", str(tmp_path / "none")]) == 2
    assert "there is no folder" in capfd.readouterr().err


@pytest.mark.parametrize(
    ("character", "name"),
    [("\u00a0", "U+00A0 NO-BREAK SPACE"), ("\n", "U+000A LINE FEED"), (None, "the end")],
)
def test_characters_are_named_by_code_point(character, name):
    assert character_name(character) == name
