"""A whole schema scored, reported as findings and as JSON."""

import json
import math
from dataclasses import replace

import pytest

from engine.errors import Place, ScoringError
from engine.plan.plan import CountPlan, MultiPlan, Plan, ScalarPlan
from engine.schema.fields import Choice, Field, FieldKind, Schema
from engine.scoring.findings import score_findings
from engine.scoring.report import scores_json
from engine.scoring.rows import Evidence, ModelInfo, Row, RowEvidence, TokenShare, rows_of
from engine.scoring.scalar import score_scalar
from engine.scoring.score import score
from engine.scoring.trie_score import ScoredRow

LN = math.log
MODEL = ModelInfo("tiny", "ab" * 32, "llama", "float32", "cpu", 2048)
QUOTE, BRACE, SPACE = 500, 501, 502
PIECES = {QUOTE: '"', BRACE: "{", SPACE: "Ġ"}


def choices(*texts):
    return tuple(Choice(text) for text in texts)


SCHEMA = Schema(
    (
        Field("tier", FieldKind.ENUM, "choice", choices=choices("LOW", "HIGH"), ordered=True),
        Field("flag", FieldKind.BOOLEAN, "boolean", choices=choices("true", "false")),
        Field("only", FieldKind.ENUM, "enum", choices=choices("x")),
        Field("tags", FieldKind.MULTI, "multi", choices=choices("late", "dispute")),
    )
)
COUNT = CountPlan(("0", "1", "2", "3", "4"), (40,), tuple((code, 99) for code in range(5)))
PLAN = Plan(
    "labels",
    (1,),
    (
        ScalarPlan("tier", ("LOW", "HIGH"), (10, 11), ((21, 99), (20, 99))),
        ScalarPlan("flag", ("true", "false"), (12,), ((30,), (31,))),
        ScalarPlan("only", ("x",), (13, 14), ((),)),
        MultiPlan(
            "tags", ("late", "dispute"), ("00", "01"), ((15, 0), (15, 1)),
            (((8,), (9,)), ((8,), (9,))), COUNT,
        ),
    ),
    "{}",
    "0" * 64,
)  # fmt: skip


def said(*logits, mass=1.0, top=()):
    return RowEvidence(logits, LN(mass), top)


# At `tier` token 20 is HIGH and comes first: allowed tokens ascend, choices keep their order.
CLEAR = (
    said(LN(3), 0.0),
    said(0.0, LN(4)),
    said(LN(4), 0.0),
    said(0.0, LN(4)),
    said(0.0, LN(16), 0.0, 0.0, 0.0),
)


def scored(*replaced, temperature=1.0):
    rows = list(CLEAR)
    for index, evidence in replaced:
        rows[index] = evidence
    evidence = Evidence(tuple(rows), reused_tokens=100, prefill_ms=5.5, rows_ms=2.25)
    return score(
        SCHEMA, PLAN, rows_of(PLAN), evidence, MODEL,
        prompt_tokens=164, total_ms=8.125, temperature=temperature,
    )  # fmt: skip


def findings(*replaced):
    return score_findings(scored(*replaced), lambda token: PIECES[token])


def test_every_field_is_scored_in_schema_order():
    tier, flag, only, tags = scored().fields
    assert (tier.field, flag.field, only.field, tags.field) == ("tier", "flag", "only", "tags")
    assert (tier.value, flag.value, only.value, tags.value) == ("HIGH", "false", "x", ("late",))
    assert [one.probability for one in tier.choices] == pytest.approx([0.25, 0.75])
    assert tier.ordinal is not None
    assert tier.ordinal.expected_index == pytest.approx(0.75)
    assert flag.ordinal is None


def test_the_cost_counts_prompt_reused_and_row_tokens():
    cost = scored().cost
    # rows: 1+2 for tier, 1+1 for flag, none for only, twice 1+2 for options, 1+1 for the count
    assert (cost.rows, cost.row_tokens) == (5, 3 + 2 + 3 + 3 + 2)
    assert (cost.prompt_tokens, cost.reused_tokens) == (164, 100)
    assert (cost.prefill_ms, cost.rows_ms, cost.total_ms) == (5.5, 2.25, 8.125)


@pytest.mark.parametrize("temperature", [0.0, -1.0, math.nan, math.inf])
def test_a_temperature_must_be_finite_and_above_zero(temperature):
    with pytest.raises(ScoringError, match="temperature must be a finite number above 0"):
        scored(temperature=temperature)


def test_evidence_for_other_rows_is_refused():
    with pytest.raises(ValueError, match="shorter"):
        score(
            SCHEMA, PLAN, rows_of(PLAN), Evidence(CLEAR[:-1], 0, 0.0, 0.0), MODEL,
            prompt_tokens=1, total_ms=0.0,
        )  # fmt: skip


def test_clear_answers_give_no_findings():
    assert findings() == ()


def test_low_legal_mass_names_what_the_model_would_rather_write():
    top = (TokenShare(QUOTE, 0.93), TokenShare(BRACE, 0.0061), TokenShare(SPACE, 0.0002))
    (found,) = findings((1, said(0.0, LN(4), mass=0.0004, top=top)))
    assert (found.id, found.severity) == ("low-legal-mass", "warning")
    assert found.where == Place("model", field="flag")
    assert "flag" in found.message
    assert "< 0.001 of the probability" in found.message
    assert '`"` 0.93, `{` 0.006, `Ġ` < 0.001' in found.message
    assert found.cure


def test_tokens_that_would_follow_the_answers_beginning_are_named_with_it():
    # By hand, the path 21, 23: the first row allows 0.2 and leaves 0.03 to BRACE; of the 0.2 the
    # second row allows 0.45, that is 0.09, and leaves 0.31, that is 0.062, to QUOTE.
    rows = (
        ScoredRow(
            Row("f", (1,), (20, 21)), said(0.0, 5.0, mass=0.2, top=(TokenShare(BRACE, 0.03),))
        ),
        ScoredRow(
            Row("f", (1, 21), (22, 23), (21,)),
            said(0.0, 5.0, mass=0.45, top=(TokenShare(QUOTE, 0.31),)),
        ),
    )
    field = score_scalar(
        "f", FieldKind.ENUM, ("a", "b", "c"), ((20,), (21, 22), (21, 23)), rows, temperature=1.0
    )
    spell = {**PIECES, 21: "ap"}.__getitem__
    (found,) = score_findings(replace(scored(), fields=(field,)), spell)
    assert "hold 0.09 of the probability" in found.message
    assert 'other tokens are `"` 0.06 after `ap`, `{` 0.03.' in found.message


@pytest.mark.parametrize(("mass", "count"), [(0.49, 1), (0.51, 0)])
def test_legal_mass_is_low_below_one_half(mass, count):
    assert len(findings((0, said(LN(3), 0.0, mass=mass)))) == count


def test_low_options_are_reported_once_with_the_worst():
    top = (TokenShare(QUOTE, 0.7), TokenShare(8, 0.1))
    (found,) = findings((2, said(LN(4), 0.0, mass=0.4)), (3, said(0.0, LN(4), mass=0.2, top=top)))
    assert found.where == Place("model", field="tags")
    assert "2 of 2 options" in found.message
    assert "'dispute' they hold 0.20" in found.message
    assert '`"` 0.70' in found.message


def test_a_low_count_is_reported_apart_from_the_options():
    (found,) = findings((4, said(0.0, LN(16), 0.0, 0.0, 0.0, mass=0.1)))
    assert (found.id, found.where) == ("low-legal-mass", Place("model", field="tags"))
    assert "count question" in found.message


def test_a_tie_names_both_choices_and_their_distance():
    (found,) = findings((0, said(0.0, 0.02)))
    assert (found.id, found.severity) == ("tie", "warning")
    assert found.where == Place("model", field="tier")
    assert "'LOW' and 'HIGH' are 0.020 nats apart" in found.message


def test_the_json_has_the_keys_of_the_contract_in_full_precision():
    report = json.loads(json.dumps(scores_json(scored()), allow_nan=False))
    assert list(report) == ["model", "fields", "tokens", "timing_ms"]
    assert report["model"] == {
        "name": "tiny", "sha256": "ab" * 32, "architecture": "llama", "dtype": "float32",
        "device": "cpu",
    }  # fmt: skip
    assert report["tokens"] == {"prompt": 164, "reused": 100, "rows": 13}
    assert report["timing_ms"] == {"prefill": 5.5, "rows": 2.25, "total": 8.125}
    assert list(report["fields"]) == ["tier", "flag", "only", "tags"]


def test_the_json_of_an_enum():
    tier = json.loads(json.dumps(scores_json(scored())))["fields"]["tier"]
    ordinal = tier.pop("ordinal")
    assert tier == {
        "type": "enum",
        "value": "HIGH",
        "margin_nats": pytest.approx(LN(3), abs=1e-15),
        "tie": False,
        "legal_mass": 1.0,
        "rows": 1,
        "choices": [
            {
                "choice": "LOW",
                "probability": pytest.approx(0.25, abs=1e-15),
                "log_score": pytest.approx(LN(0.25), abs=1e-15),
                "token_ids": [21, 99],
                "legal_mass": 1.0,
            },
            {
                "choice": "HIGH",
                "probability": pytest.approx(0.75, abs=1e-15),
                "log_score": pytest.approx(LN(0.75), abs=1e-15),
                "token_ids": [20, 99],
                "legal_mass": 1.0,
            },
        ],
    }
    assert ordinal == {
        "argmax_level": 1,
        "expected_index": pytest.approx(0.75),
        "variance": pytest.approx(0.1875),
        "expected_score_normalized": pytest.approx(0.75),
    }


def test_the_json_of_a_boolean_has_a_json_boolean_and_string_choices():
    flag = json.loads(json.dumps(scores_json(scored())))["fields"]["flag"]
    assert (flag["type"], flag["value"]) == ("boolean", False)
    assert [one["choice"] for one in flag["choices"]] == ["true", "false"]
    assert "ordinal" not in flag


def test_the_json_of_a_single_choice_has_no_margin():
    only = json.loads(json.dumps(scores_json(scored()), allow_nan=False))["fields"]["only"]
    assert (only["value"], only["margin_nats"], only["rows"]) == ("x", None, 0)


def test_the_json_of_a_multi_field():
    tags = json.loads(json.dumps(scores_json(scored())))["fields"]["tags"]
    assert (tags["type"], tags["value"], tags["reconciled_by"]) == ("multi", ["late"], "per_option")
    assert tags["options"] == [
        {"option": "late", "probability": pytest.approx(0.8), "legal_mass": 1.0},
        {"option": "dispute", "probability": pytest.approx(0.2), "legal_mass": 1.0},
    ]
    assert (tags["margin"], tags["rows"]) == (pytest.approx(0.3), 3)
    assert (tags["count"]["value"], tags["count"]["rows"]) == ("1", 1)
    assert tags["count"]["choices"][1]["probability"] == pytest.approx(0.8)
