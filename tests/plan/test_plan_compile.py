"""Compiled plans equal the recorded ones, and colliding choices become findings."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path

import pytest

from engine.plan.compile import compile_plan
from engine.plan.plan import MultiPlan
from engine.plan.trie import build_trie
from engine.prompt.schema_block import schema_block
from engine.schema.parse import parse_schema
from engine.tokenizers.base import TokenizerInfo

DATA = Path(__file__).parent.parent / "data"
CASES = json.loads((DATA / "prompt-edge-cases.json").read_text("utf-8"))["cases"]
VECTORS = json.loads((DATA / "ids-and-plans.json").read_text("utf-8"))
RISK = {
    "risk_tier": {
        "type": "enum",
        "description": "Credit risk tier",
        "choices": ["LOW", "MEDIUM", "HIGH"],
        "choice_descriptions": {"LOW": "stable income", "HIGH": "many missed payments"},
    },
    "flag": {"type": "boolean", "description": "manually flagged"},
}
TAGS = {"tags": {"type": "multi", "description": "observed tags"}}
TAGS["tags"]["choices"] = ["late_payment", "dispute"]
TOKENIZERS = {"fake60": "code-points", "qwen3": "code-points"}


class TableTokenizer:
    """Cut the text around the answers by rule, for collisions that real tokenizers rarely show."""

    info = TokenizerInfo("table", "0", "0", "TableTokenizer")

    def __init__(self, encode):
        self.encode = encode


def parsed(schema, order=None):
    text = json.dumps({name: schema[name] for name in order or schema}, ensure_ascii=False)
    result = parse_schema(text)
    assert result.schema is not None
    return result.schema


def rows(plan):
    count = 0
    for field in plan.fields:
        if isinstance(field, MultiPlan):
            count += len(field.options) + len(build_trie(field.count.remainders))
        else:
            count += len(build_trie(field.remainders))
    return count


def edge_cases():
    return [
        pytest.param(case, key, id=f"{name}-{key}")
        for name, case in CASES.items()
        for key in case["by_tokenizer"]
    ]


@pytest.mark.parametrize(("case", "key"), edge_cases())
def test_edge_cases_have_the_recorded_block_plan_and_rows(plan_tokenizer, case, key):
    name, mode = key.split("/")
    expected = case["by_tokenizer"][key]
    schema = parsed(case["schema"], case["field_order"])
    result = compile_plan(schema, mode, plan_tokenizer(TOKENIZERS.get(name, name)))
    assert result.findings == ()
    pieces = schema_block(schema, mode, result.plan)
    assert "".join(piece.text for piece in pieces) == expected["schema_block"]
    assert result.plan.plan_hash == expected["plan_hash"]
    assert rows(result.plan) == expected["rows"]


@pytest.mark.parametrize("vector", sorted(VECTORS))
def test_the_upstream_vectors_plans_are_reproduced_byte_for_byte(plan_tokenizer, vector):
    name, _, case = vector.split("__")
    mode = "labels" if case.endswith("_labels") else "slots"
    schema = parsed(RISK if case.startswith("risk") else TAGS)
    plan = compile_plan(schema, mode, plan_tokenizer(TOKENIZERS.get(name, name))).plan
    expected = VECTORS[vector]
    assert plan.canonical_json == expected["plan_json_sorted"]
    assert plan.plan_hash == expected["plan_hash"]
    assert json.loads(plan.canonical_json) == expected["plan"]


def test_the_plan_hash_is_the_sha256_of_the_canonical_json(plan_tokenizer):
    plan = compile_plan(parsed(RISK), "slots", plan_tokenizer("qwen2.5")).plan
    expected = "7378ee65538668bcf7908542954cc2ad17a92e5e9bae310a5084de983b1b50ae"
    assert plan.plan_hash == expected
    assert sha256(plan.canonical_json.encode()).hexdigest() == expected


@pytest.mark.parametrize("name", ["code-points", "qwen2.5", "qwen3", "gemma"])
@pytest.mark.parametrize("mode", ["labels", "slots"])
def test_lead_in_shared_and_remainder_laid_end_to_end_are_the_candidate(plan_tokenizer, name, mode):
    tokenizer = plan_tokenizer(name)
    plan = compile_plan(parsed(RISK | TAGS), mode, tokenizer).plan
    risk, flag, tags = plan.fields
    for code, choice, rest in zip("ABC", risk.choices, risk.remainders, strict=True):
        answer = code if mode == "slots" else choice
        whole = tokenizer.encode(f'{{"risk_tier": "{answer}"}}')
        assert plan.lead_in_ids + risk.shared_ids + rest == whole
    answers = ("true", "false") if mode == "labels" else ('"A"', '"B"')
    for answer, rest in zip(answers, flag.remainders, strict=True):
        assert plan.lead_in_ids + flag.shared_ids + rest == tokenizer.encode(
            f'{{"flag": {answer}}}'
        )
    for index, (suffix, pair) in enumerate(zip(tags.suffix_ids, tags.remainders, strict=True)):
        for answer, rest in zip("YN", pair, strict=True):
            whole = tokenizer.encode(f'{{"tags/0{index}": "{answer}"}}')
            assert plan.lead_in_ids + suffix + rest == whole


def test_a_single_choice_has_one_empty_remainder_and_no_row(plan_tokenizer):
    plan = compile_plan(
        parsed({"f": {"choices": ["only"]}}), "labels", plan_tokenizer("gemma")
    ).plan
    assert plan.fields[0].remainders == ((),)
    assert plan.lead_in_ids == plan_tokenizer("gemma").encode('{"f": "only"}')
    assert rows(plan) == 0


def test_descriptions_glosses_and_field_order_do_not_change_the_plan_hash(plan_tokenizer):
    tokenizer = plan_tokenizer("code-points")
    bare = {"flag": {"type": "boolean"}, "risk_tier": {"choices": ["LOW", "MEDIUM", "HIGH"]}}
    for mode in ("labels", "slots"):
        first = compile_plan(parsed(RISK), mode, tokenizer).plan
        assert compile_plan(parsed(bare), mode, tokenizer).plan.plan_hash == first.plan_hash


def test_codes_beyond_36_need_several_rows_and_say_so(plan_tokenizer):
    schema = parsed({"risk_tier": {"choices": [f"choice {n}" for n in range(37)]}})
    plan = compile_plan(schema, "slots", plan_tokenizer("qwen2.5")).plan
    assert not plan.fields[0].single_branch
    assert rows(plan) == 2


def test_normalised_spellings_collide_in_labels_mode_only(plan_tokenizer):
    text = '{"f": {"choices": ["caf\u00e9", "tea", "cafe\u0301"]}}'
    schema = parse_schema(text).schema
    result = compile_plan(schema, "labels", plan_tokenizer("qwen2.5"))
    assert result.plan is None
    (finding,) = result.findings
    assert finding.id == "choices-token-identical"
    assert "'caf\u00e9' and 'cafe\u0301' are token-identical; the engine cannot" in finding.message
    assert "Unicode normalisation" in finding.cure
    where = finding.where
    assert (where.owner, where.field) == ("schema", "f")
    assert text[where.source_start : where.source_end] == '"cafe\u0301"'
    assert compile_plan(schema, "slots", plan_tokenizer("qwen2.5")).findings == ()


def test_a_choice_that_is_a_token_prefix_of_another_is_reported_with_both(plan_tokenizer):
    text = '{"f": {"choices": ["ab", "a", "c"]}}'
    tokenizer = TableTokenizer(lambda whole: tuple(map(ord, whole.rstrip('"}'))))
    (finding,) = compile_plan(parse_schema(text).schema, "labels", tokenizer).findings
    assert finding.id == "choice-token-prefix"
    assert "choice 'a' is a strict token-prefix of 'ab' in token space" in finding.message
    assert text[finding.where.source_start : finding.where.source_end] == '"a"'


def test_candidates_that_share_no_first_token_are_reported_with_the_tokenizer(plan_tokenizer):
    tokenizer = TableTokenizer(lambda whole: (sum(map(ord, whole)),))
    schema = parse_schema('{"f": {"choices": ["a", "b"]}}').schema
    (finding,) = compile_plan(schema, "labels", tokenizer).findings
    assert finding.id == "no-shared-prefix"
    assert "share no token prefix (tokenizer TableTokenizer)" in finding.message


def test_a_tokenizer_that_merges_everything_has_no_codebook():
    schema = parse_schema('{"f": {"choices": ["a", "b"]}, "g": {"type": "boolean"}}').schema
    result = compile_plan(schema, "slots", TableTokenizer(lambda _: (1,)), class_name="Blunt")
    assert result.plan is None
    assert [finding.id for finding in result.findings] == ["no-codebook", "no-codebook"]
    assert result.findings[0].message == (
        "field 'f': no codebook set of 2 codes tokenizes to distinguishable rows "
        "under tokenizer Blunt"
    )


def test_a_multi_field_whose_answers_collide_points_at_the_field():
    text = '{"m": {"type": "multi", "choices": ["a", "b"]}}'
    result = compile_plan(parse_schema(text).schema, "labels", TableTokenizer(lambda _: (1,)))
    assert {finding.id for finding in result.findings} == {"choices-token-identical"}
    where = result.findings[0].where
    assert text[where.source_start : where.source_end] == text[1:-1]
