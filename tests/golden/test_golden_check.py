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


@pytest.mark.parametrize("with_cases", [True, False], ids=["listed", "alone"])
@pytest.mark.parametrize(
    ("old", "new", "listed", "alone"),
    [
        (b'"prompt_sha256": "fd08', b'"prompt_sha256": "fd09', "prompt_sha256 differs", None),
        (b'ids_sha256": "fd08', b'ids_sha256": "fd09', "token_ids_sha256 differs", None),
        (b'"plan_hash": "7378', b'"plan_hash": "7379', "plan_hash differs", None),
        (b"[151644, 8948", b"[151644, 8949", "at token 1 expected 8949, got 8948", None),
        (b"parallel-v9", b"parallel-v8", "prompt_version differs", None),
        (b'system": true', b'system": false', "supports_system differs", None),
        (b'kwargs": {}', b'kwargs": {"a": 1}', "template_kwargs differs", None),
        (b'"system": "You are a', b'"system": "You are 1', "input.system differs", None),
        (
            b'"scoring": "slots"',
            b'"scoring": "labels"',
            'input.scoring differs: expected "labels", got "slots"',
            "expected U+0041 LATIN CAPITAL LETTER A",
        ),
        (b'"context": "The', b'"context": "the', "input.context differs", "(context, token"),
        (
            b'"MEDIUM"',
            b'"MEDIAM"',
            'input.schema differs: at risk_tier.choices[1] expected "MEDIAM", got "MEDIUM"',
            "expected U+0055 LATIN CAPITAL LETTER U, got U+0041 LATIN CAPITAL LETTER A",
        ),
    ],
)
def test_every_other_change_of_a_file_is_stale_and_named(
    old, new, listed, alone, with_cases, few, comparer
):
    if with_cases:
        shutil.copy(GOLDEN / "cases.toml", few)
    replace_in(few / f"{NAME}.json", old, new)
    verdict = verdicts(comparer, few)[NAME]
    assert verdict.state is State.STALE
    assert (listed if with_cases or alone is None else alone) in verdict.sentence


def test_a_file_that_is_no_vector_is_unreadable_and_says_why(few, comparer):
    replace_in(few / f"{NAME}.json", b'"rendered_text"', b'"rendered"')
    verdict = verdicts(comparer, few)[NAME]
    assert verdict.state is State.UNREADABLE
    assert verdict.sentence == f"{NAME}.json: not a vector: the key 'rendered_text' is missing"


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xff\xfe",
        b"[]",
        b"[" * 100_000,
        b'{"format": "loupe-vector/2"}',
        b"null",
        b"1" * 6_000,
    ],
    ids=["empty", "not-utf-8", "list", "deep", "other-format", "null", "absurd-number"],
)
def test_any_file_that_is_no_vector_is_unreadable(data, few, comparer):
    (few / "a__b__c.json").write_bytes(data)
    verdict = verdicts(comparer, few)["a__b__c"]
    assert verdict.state is State.UNREADABLE
    assert (
        verdict.sentence.startswith("a__b__c.json: not a ")
        or "not UTF-8 at byte" in verdict.sentence
    )


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            b'"schema": {',
            b'"schema_": {"mine": {}}, "schema": {',
            "the key 'input.schema_' is unknown; remove it",
        ),
        (b'"schema": {', b'"scheme": {', "the key 'input.schema' is missing"),
        (b'"input": {', b'"input": 1, "other": {', "input: it must be an object"),
    ],
    ids=["a second schema", "no schema", "no object"],
)
def test_a_wrong_key_of_a_vector_is_named_as_it_stands_in_the_file(old, new, said, few, comparer):
    replace_in(few / f"{NAME}.json", old, new)
    verdict = verdicts(comparer, few)[NAME]
    assert verdict.state is State.UNREADABLE
    assert verdict.sentence == f"{NAME}.json: not a vector: {said}"


def test_a_lone_surrogate_in_the_text_is_unreadable(few, comparer):
    replace_in(few / f"{NAME}.json", b"sometimes.\\nCONTEXT", b"sometimes\\ud800\\nCONTEXT")
    assert "lone surrogate" in verdicts(comparer, few)[NAME].sentence


@pytest.mark.parametrize(
    ("new", "unseen"), [("pays\u00a0late sometimes", True), ("pays late always", False)]
)
def test_a_context_that_changed_invisibly_is_told_though_its_nonce_changed_too(
    folder, comparer, new, unseen
):
    cases = folder / "cases.toml"
    cases.write_text(cases.read_text().replace("pays late sometimes", new))
    path = folder / "smollm2__b179c9523d0e__risk_enum_bool.json"
    verdict = comparer.checker.judge(path, comparer.checker.expectations(folder)).verdict
    assert verdict.state is State.STALE
    assert verdict.difference.owner == "context"
    assert verdict.sentence.endswith("; the nonce differs too.")
    assert verdict.only_invisible == unseen


def test_a_deleted_file_is_missing_and_an_unknown_one_an_orphan(folder, comparer):
    (folder / f"{NAME}.json").rename(folder / f"{NAME}_old.json")
    replace_in(
        folder / f"{NAME}_old.json", b'"case": "risk_enum_bool"', b'"case": "risk_enum_bool_old"'
    )
    found = verdicts(comparer, folder)
    assert found[NAME].state is State.MISSING
    assert found[NAME].sentence == "cases.toml asks for it, and there is no such file"
    assert found[f"{NAME}_old"].state is State.ORPHAN
    assert "does not ask for case risk_enum_bool_old under qwen2.5" in found[f"{NAME}_old"].sentence
    counts = Counter(verdict.state for verdict in found.values())
    assert counts == {State.FRESH: VECTORS - 1, State.MISSING: 1, State.ORPHAN: 1}


def test_an_unknown_revision_or_profile_is_an_orphan(few, comparer):
    text = (few / f"{NAME}.json").read_text()
    other = NAME.replace("a5339a", "b5339a")
    (few / f"{other}.json").write_text(text.replace("a5339a", "b5339a"))
    llama = NAME.replace("qwen2.5", "llama")
    (few / f"{llama}.json").write_text(text.replace('"qwen2.5"', '"llama"'))
    found = verdicts(comparer, few)
    assert found[other].state is found[llama].state is State.ORPHAN
    assert "profile qwen2.5 has the tokenizer revision a5339a" in found[other].sentence
    assert found[llama].sentence == "there is no profile llama"


def test_a_missing_tokenizer_is_not_evaluated_and_never_green(tmp_path, capfd, monkeypatch):
    monkeypatch.setenv("LOUPE_ASSETS", str(tmp_path))
    code, out = check(capfd)
    assert code == 1
    assert out.splitlines()[-2:] == [
        "upstream: 4 fresh, 8 not evaluated",
        f"our own: {VECTORS - 12} not evaluated",
    ]
    told = f"asset qwen3 is not here: {tmp_path}/qwen3/tokenizer.json is missing; run `loupe fetch"
    assert f"qwen3__aeb13307a71a__one_choice: not evaluated: {told} qwen3`" in out


def test_a_missing_vector_whose_tokenizer_is_not_here_is_not_evaluated(
    folder, capfd, monkeypatch, tmp_path
):
    monkeypatch.setenv("LOUPE_ASSETS", str(tmp_path))
    (folder / "qwen3__aeb13307a71a__one_choice.json").unlink()
    _, out = check(capfd, folder, "--case", "one_choice")
    assert "qwen3__unknown__one_choice: not evaluated: asset qwen3 is not here: " in out


def test_a_request_that_no_longer_renders_is_stale_and_says_why(few, comparer):
    replace_in(few / f"{NAME}.json", b'"type": "boolean"', b'"type": "score"')
    sentence = verdicts(comparer, few)[NAME].sentence
    assert sentence.startswith("it no longer renders: ")
    assert "Unsupported field type 'score'" in sentence


def test_a_vector_of_one_megabyte_is_judged(few, comparer):
    path = few / "qwen3__fake__tags_multi.json"
    vector = json.loads(path.read_text())
    long = "The applicant disputes one charge. " * 30_000
    vector["input"]["context"] = long
    path.write_text(json.dumps(vector))
    verdict = verdicts(comparer, few)["qwen3__fake__tags_multi"]
    assert verdict.difference is not None
    assert verdict.difference.owner == "context"  # not the nonce, which only follows it


def test_reports_name_every_vector_and_the_cause(few, tmp_path, capfd, quick_cli):
    replace_in(few / f"{NAME}.json", b"late sometimes.\\nCONTEXT", b"late sometimez.\\nCONTEXT")
    report, junit = tmp_path / "r.json", tmp_path / "r.xml"
    code, out = check(capfd, few, "--json", report, "--junit", junit)
    assert code == 1
    stale = [entry for entry in json.loads(report.read_text()) if entry["state"] == "stale"]
    assert [(entry["name"], entry["owner"]) for entry in stale] == [(NAME, "context")]
    assert stale[0]["causes"] == [f"the vector's file: {EDITED}"]
    assert 'tests="12" failures="1"' in junit.read_text()
    assert f"\ncause: the vector's file: {EDITED}</failure>" in junit.read_text()
    assert f"\n  cause: the vector's file: {EDITED}\n" in out


def test_profile_and_case_leave_only_those(folder, capfd, quick_cli):
    assert check(capfd, folder, "--profile", "gemma", "--case", "one_choice") == (0, "1 fresh\n")
    assert main(["golden", "check", str(folder), "--case", "none"]) == 2


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
