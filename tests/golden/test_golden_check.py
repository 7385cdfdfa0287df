"""`loupe golden check`: every committed vector is fresh, and every change is named."""

from __future__ import annotations

import json
import shutil
from collections import Counter
from pathlib import Path

import pytest

from engine.characters import described
from engine.cli.main import main
from engine.golden.check import State
from engine.golden.readme import refreshed_readme
from engine.vector import dump_vector, read_vector

GOLDEN = Path(__file__).parents[2] / "golden"
UPSTREAM = Path(__file__).parents[1] / "data" / "upstream-vectors"
NAME = "qwen2.5__a5339a4131f135d0fdc6a5c8b5bbed2753bbe0f3__risk_enum_bool"
VECTORS = len(list(GOLDEN.glob("*.json")))

EDITED = "its text does not have its prompt_bytes_sha256: it was edited by hand"


def check(capfd, *arguments: object) -> tuple[int, str]:
    code = main(["golden", "check", *(str(argument) for argument in arguments)])
    return code, capfd.readouterr().out


def verdicts(comparer, folder: Path) -> dict[str, object]:
    return {judged.verdict.name: judged.verdict for judged in comparer.checker.check(folder)}


def replace_in(path: Path, old: bytes, new: bytes) -> None:
    data = path.read_bytes()
    assert data.count(old) >= 1
    path.write_bytes(data.replace(old, new, 1))


def test_the_committed_vectors_are_fresh_and_upstreams_counted_apart(capfd, asset_root):
    code, out = check(capfd)
    assert (code, out) == (0, f"upstream: 12 fresh\nour own: {VECTORS - 12} fresh\n")


def test_upstreams_own_files_are_fresh_too(capfd, quick_cli):
    assert check(capfd, UPSTREAM) == (0, "12 fresh\n")


def test_our_files_hold_upstreams_values_unchanged():
    for path in UPSTREAM.glob("*.json"):
        theirs, ours = json.loads(path.read_text()), json.loads((GOLDEN / path.name).read_text())
        ours["input"].pop("field_order")
        assert {key: ours[key] for key in theirs} == theirs


def test_writing_a_vector_that_was_read_gives_the_same_bytes():
    for path in GOLDEN.glob("*.json"):
        assert dump_vector(read_vector(path)) == path.read_text()


def test_a_changed_byte_of_the_text_is_named_with_its_owner_and_token(few, capfd, quick_cli):
    # 7025 is ` sometimes` in upstream's token ids; its last letter is changed.
    path = few / f"{NAME}.json"
    text = json.loads(path.read_text())["rendered_text"]
    byte = len(text[: text.index("sometimes.") + 8].encode())
    token = json.loads(path.read_text())["token_ids"].index(7025)
    replace_in(path, b"late sometimes.\\nCONTEXT", b"late sometimez.\\nCONTEXT")
    code, out = check(capfd, few)
    assert code == 1
    assert out.splitlines() == [
        f"{NAME}: stale: Differs at byte {byte} (context, token {token}): expected U+007A LATIN "
        "SMALL LETTER Z, got U+0073 LATIN SMALL LETTER S.",
        f"  cause: the vector's file: {EDITED}",
        "11 fresh, 1 stale",
    ]


def test_a_readme_that_shows_other_vectors_is_reported(folder, capfd, quick_cli):
    replace_in(folder / "README.md", b"The applicant pays late", b"The applicant pays soon")
    code, out = check(capfd, folder)
    assert code == 1
    assert out.startswith("README.md: stale: ")


def test_a_vector_that_cannot_be_read_keeps_its_place_in_the_readme(folder):
    path = folder / "qwen3__fake__tags_multi_labels.json"
    path.write_text("{")
    before = (folder / "README.md").read_text()
    _, data = refreshed_readme(folder)
    lines = {line for line in data.decode().splitlines() if line not in before.splitlines()}
    assert lines == {"qwen3 fake: unreadable"}
    assert data.decode().count("### ") == before.count("### ")


def test_an_empty_or_missing_folder_could_not_run(tmp_path, capfd, quick_cli):
    assert main(["golden", "check", str(tmp_path)]) == 2
    assert main(["golden", "check", str(tmp_path / "none")]) == 2
    assert "there is no folder" in capfd.readouterr().err


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[[case]", "Expected"),
        ('[[case]]\nname = "a"\nscoring = "slots"\n', "the key 'case.0.schema' is missing"),
        (
            '[[case]]\nname = "a"\nscoring = "slots"\nschema_ = 1\n[case.schema.x]\n',
            "the key 'case.0.schema_' is unknown; remove it",
        ),
        ("case = [1]\n", "case.0: it must be an object"),
        ("a = " + "[" * 20_000, "nested too deeply"),
        ("a = " + "1" * 6_000, "integer string conversion"),
        ('[[case]]\nname = "a b"\nscoring = "slots"\n[case.schema.x]\n', "case.0.name"),
        ('[[case]]\nname = "a"\nscoring = "alphabet"\n[case.schema.x]\n', "case.0.scoring"),
        (
            '[[case]]\nname = "a"\nscoring = "slots"\nprofiles = ["llama"]\n[case.schema.x]\n',
            "llama",
        ),
        (
            '[[case]]\nname = "a"\nscoring = "slots"\n[case.schema.x]\n' * 2,
            "the case a stands twice",
        ),
    ],
    ids=[
        "syntax",
        "no-schema",
        "two",
        "no-table",
        "deep",
        "absurd-number",
        "name",
        "scoring",
        "profile",
        "twice",
    ],
)
def test_broken_cases_could_not_run_and_name_the_place(text, message, tmp_path, capfd, quick_cli):
    (tmp_path / "cases.toml").write_text(text)
    assert main(["golden", "check", str(tmp_path)]) == 2
    error = capfd.readouterr().err
    assert error.startswith("loupe golden: cases.toml: ")
    assert message in error


@pytest.mark.parametrize(
    ("character", "name"),
    [("\u00a0", "U+00A0 NO-BREAK SPACE"), ("\n", "U+000A LINE FEED"), (None, "the end")],
)
def test_characters_are_named_by_code_point(character, name):
    assert described(character) == name
