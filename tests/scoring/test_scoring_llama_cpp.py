"""Our model and rows against llama.cpp on the same GGUF file (tests/tools/record_next_token.py)."""

from __future__ import annotations

import math

import pytest

from engine.plan.plan import CountPlan, MultiPlan, Plan, ScalarPlan
from engine.schema.fields import Choice, Field, FieldKind, Schema
from engine.scoring.rows import rows_of
from engine.scoring.score import score

SAMPLES = ("risk_enum_bool_labels", "risk_enum_bool_slots", "tags_multi")
WITHIN = 0.03  # llama.cpp multiplies in 8 bits where we do in float32
WITHIN_AMONG_CANDIDATES = 0.05  # dividing by the mass of the candidates widens the difference


def sample_of(record, name):
    return next(sample for sample in record["samples"] if sample["name"] == name)


def parted(candidates):
    """Split candidates into the ids they share and the rest of each."""
    columns = enumerate(zip(*candidates, strict=False))
    parting = next(position for position, ids in columns if len(set(ids)) > 1)
    return tuple(candidates[0][:parting]), tuple(tuple(ids[parting:]) for ids in candidates)


def plan_of(sample):
    """Put llama.cpp's candidate ids into a plan, without a lead-in."""
    ids = sample["candidate_ids"]
    if sample["name"] == "tags_multi":
        options = [parted(ids[key]) for key in ("tags/00", "tags/01")]
        suffixes, remainders = zip(*options, strict=True)
        count = CountPlan(("0", "1", "2", "3", "4"), *parted(ids["tags#count"]))
        names = ("late_payment", "dispute")
        fields = (MultiPlan("tags", names, ("00", "01"), suffixes, remainders, count),)
    else:
        fields = (
            ScalarPlan("risk_tier", ("LOW", "MEDIUM", "HIGH"), *parted(ids["risk_tier"])),
            ScalarPlan("flag", ("true", "false"), *parted(ids["flag"])),
        )
    return Plan(sample["scoring"], (), fields, "{}", "")


def schema_of(plan):
    """Name the plan's fields as a schema does."""
    kinds = {"risk_tier": FieldKind.ENUM, "flag": FieldKind.BOOLEAN, "tags": FieldKind.MULTI}
    return Schema(
        tuple(
            Field(
                field.field,
                kinds[field.field],
                kinds[field.field].value,
                choices=tuple(
                    map(Choice, field.options if isinstance(field, MultiPlan) else field.choices)
                ),
            )
            for field in plan.fields
        )
    )


@pytest.fixture(scope="module")
def scorer(smollm2_file, llama_cpp, blas_folder):
    from engine.mlx.scorer import open_scorer

    sha256 = llama_cpp["model"]["sha256"]
    scorer = open_scorer(smollm2_file, blas_folder, sha256, "smollm2")
    yield scorer
    scorer.close()


@pytest.fixture(scope="module")
def evaluated(scorer, llama_cpp):
    """Give each sample's record, plan, rows and our evidence."""
    found = {}
    for name in SAMPLES:
        sample = sample_of(llama_cpp, name)
        plan = plan_of(sample)
        rows = rows_of(plan)
        evidence = scorer.evaluate(tuple(sample["prompt_ids"]), rows, lambda: None)
        found[name] = (sample, plan, rows, evidence)
    return found


@pytest.mark.parametrize("name", SAMPLES)
def test_rows_are_where_llama_cpps_candidate_ids_part(llama_cpp, name):
    sample = sample_of(llama_cpp, name)
    rows = rows_of(plan_of(sample))
    assert [(row.key, list(row.token_ids), sorted(row.allowed)) for row in rows] == [
        (row["key"], row["row_ids"], [one["token_id"] for one in row["candidates"]])
        for row in sample["rows"]
    ]


@pytest.mark.model
@pytest.mark.parametrize("name", SAMPLES)
def test_every_candidates_next_token_probability_is_llama_cpps(evaluated, name):
    sample, _, rows, evidence = evaluated[name]
    for row, said, recorded in zip(rows, evidence.rows, sample["rows"], strict=True):
        expected = {one["token_id"]: one["probability"] for one in recorded["candidates"]}
        largest = max(said.logits)
        total = math.fsum(math.exp(logit - largest) for logit in said.logits)
        for token, logit in zip(row.allowed, said.logits, strict=True):
            found = math.exp(logit - largest) / total * math.exp(said.log_mass)
            assert found == pytest.approx(expected[token], abs=WITHIN), (row.key, token)


@pytest.mark.model
@pytest.mark.parametrize("name", SAMPLES)
def test_legal_mass_and_most_probable_token_are_llama_cpps(evaluated, name):
    sample, _, rows, evidence = evaluated[name]
    for row, said, recorded in zip(rows, evidence.rows, sample["rows"], strict=True):
        assert math.exp(said.log_mass) == pytest.approx(recorded["legal_mass"], abs=WITHIN), row.key
        assert said.top[0].token_id == recorded["top"][0]["token_id"], row.key


@pytest.mark.model
@pytest.mark.parametrize("name", ["risk_enum_bool_labels", "risk_enum_bool_slots"])
def test_choices_have_llama_cpps_probabilities_among_the_candidates(evaluated, scorer, name):
    sample, plan, rows, evidence = evaluated[name]
    scores = score(
        schema_of(plan), plan, rows, evidence, scorer.model, prompt_tokens=163, total_ms=0.0
    )
    for field, recorded in zip(scores.fields, sample["rows"], strict=True):
        expected = {
            one["token_id"]: one["probability_among_candidates"] for one in recorded["candidates"]
        }
        for choice in field.choices:
            assert choice.probability == pytest.approx(
                expected[choice.token_ids[0]], abs=WITHIN_AMONG_CANDIDATES
            ), choice.choice


@pytest.mark.model
def test_the_model_wants_a_quote_where_a_bare_boolean_is_scored(evaluated, scorer):
    sample, plan, rows, evidence = evaluated["risk_enum_bool_labels"]
    scores = score(
        schema_of(plan), plan, rows, evidence, scorer.model, prompt_tokens=163, total_ms=0.0
    )
    flag = scores.fields[1]
    assert flag.legal_mass < 0.001
    assert sample["rows"][1]["top"][0]["text"] == ' "'
    assert flag.preferred[0].token_id == sample["rows"][1]["top"][0]["token_id"]
    assert flag.preferred[0].probability == pytest.approx(
        sample["rows"][1]["top"][0]["probability"], abs=WITHIN
    )
