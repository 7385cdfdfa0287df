"""A vector that lacks keys, names another one, or differs in its nonce alone."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.cli.main import main
from engine.golden.check import State

GOLDEN = Path(__file__).parents[2] / "golden"
UPSTREAM = Path(__file__).parents[1] / "data" / "upstream-vectors"
NAME = "qwen2.5__a5339a4131f135d0fdc6a5c8b5bbed2753bbe0f3__risk_enum_bool"


def verdicts(comparer, folder: Path) -> dict[str, object]:
    return {judged.verdict.name: judged.verdict for judged in comparer.checker.check(folder)}


OURS = "smollm2__b179c9523d0e__one_choice"


@pytest.mark.parametrize(
    "keys",
    [
        ("token_ids",),
        ("plan",),
        ("prompt_bytes_sha256",),
        ("template_sha256",),
        ("tokenizer_sha256",),
        ("format",),
        ("token_ids", "plan"),
        ("plan", "tokenizer_sha256"),
        ("input.field_order",),
    ],
    ids=",".join,
)
def test_a_vector_of_ours_without_one_of_its_keys_is_stale_until_it_is_accepted(
    keys, few, comparer, review_of
):
    path = few / f"{OURS}.json"
    whole = json.loads((GOLDEN / path.name).read_text())
    table = json.loads(json.dumps(whole))
    for key in keys:
        del (table["input"] if "." in key else table)[key.rpartition(".")[2]]
    path.write_text(json.dumps(table))
    verdict = verdicts(comparer, few)[OURS]
    assert verdict.state is State.STALE
    assert f"but `{keys[0]}` is missing." in verdict.sentence
    assert main(["verify", str(path)]) == 1
    review_of(few).accept(OURS)
    assert json.loads(path.read_text()) == whole | {"accepted": "2026-05-01"}


@pytest.mark.parametrize(
    "name",
    [
        OURS,
        "smollm2__b179c9523d0e__risk_enum_bool",
        NAME.replace("risk_enum_bool", "one_choice"),
    ],
)
def test_a_vector_of_ours_never_looks_taken_over_from_upstream(name, few, comparer):
    table = json.loads((GOLDEN / f"{name}.json").read_text())
    for key in ("plan", "tokenizer_sha256", "template_sha256"):
        del table[key]
    (few / f"{name}.json").write_text(json.dumps(table))
    verdict = verdicts(comparer, few)[name]
    assert verdict.state is State.STALE
    assert verdict.unrecorded == ()


@pytest.mark.parametrize("with_cases", [True, False], ids=["cases", "no cases"])
def test_false_and_0_are_two_values(with_cases, few, comparer):
    path = few / "qwen3__aeb13307a71a__one_choice.json"
    text = (GOLDEN / path.name).read_text()
    assert '"enable_thinking": false' in text
    path.write_text(text.replace('"enable_thinking": false', '"enable_thinking": 0'))
    if with_cases:
        (few / "cases.toml").write_bytes((GOLDEN / "cases.toml").read_bytes())
    verdict = verdicts(comparer, few)[path.stem]
    assert verdict.state is State.STALE
    assert "input.template_kwargs differs" in verdict.sentence


def test_true_and_1_are_two_values_of_a_schema(few, comparer):
    path = few / "qwen3__aeb13307a71a__ordered_scale.json"
    text = (GOLDEN / path.name).read_text()
    assert '"ordered": true' in text
    path.write_text(text.replace('"ordered": true', '"ordered": 1'))
    (few / "cases.toml").write_bytes((GOLDEN / "cases.toml").read_bytes())
    expectations = comparer.checker.expectations(few)
    comparison = comparer.compare(path, expectations)
    assert comparison.verdict.state is State.STALE
    assert "input.schema differs: at rating.ordered expected 1, got true" in (
        comparison.verdict.sentence
    )
    assert [str(cause.kind) for cause in comparison.causes] == ["schema"]


def test_what_upstreams_format_does_not_record_is_said_not_claimed(comparer):
    for judged in comparer.checker.check(UPSTREAM):
        assert judged.verdict.state is State.FRESH
        assert {"token_ids", "plan"} <= set(judged.verdict.unrecorded)


def test_a_file_that_names_another_vector_is_an_orphan_to_rename_or_delete(few, comparer):
    path = few / f"{NAME}.json"
    path.write_text(path.read_text().replace('"case": "risk', '"case": "rusk'))
    verdict = verdicts(comparer, few)[NAME]
    assert verdict.state is State.ORPHAN
    other = NAME.replace("risk", "rusk")
    assert verdict.sentence == f"the file says it is {other}"
    assert verdict.cure == f"rename it to {other}.json, or delete it"


def test_a_byte_of_the_nonce_alone_is_named(few, comparer):
    path = few / f"{NAME}.json"
    text = json.loads(path.read_text())["rendered_text"]
    at = text.index("<<<CONTEXT:C") + 12
    old = text[at]
    new = "0" if old != "0" else "1"
    table = json.loads(path.read_text())
    path.write_text(json.dumps(table | {"rendered_text": text[:at] + new + text[at + 1 :]}))
    sentence = verdicts(comparer, few)[NAME].sentence
    assert sentence.startswith(f"Differs at byte {len(text[:at].encode())} (fence, token ")
    assert "nonce" not in sentence
