"""The neutral prior taken off scores, against values calculated by hand."""

from __future__ import annotations

import math

import pytest

from engine.schema.fields import FieldKind
from engine.scoring.prior import correct
from engine.scoring.result import (
    ChoiceScore,
    MultiScore,
    OptionScore,
    OrdinalSummary,
    ScalarScore,
    ScoreCost,
    Scores,
)
from engine.scoring.rows import ModelInfo, TokenShare

MODEL = ModelInfo("tiny", "ab" * 32, "llama", "float32", "cpu", 2048)
COST = ScoreCost(100, 0, 10, 3, 1.0, 1.0, 2.0)
LN = math.log
OTHER = TokenShare(7, 0.3)


def scores(*fields):
    return Scores(MODEL, fields, COST)


def scalar(probabilities, *, name="tier", ordinal=None, rows=1, masses=None):
    choices = tuple(
        ChoiceScore(text, share, LN(share), (masses or {}).get(text, 1.0), (), ())
        for text, share in probabilities.items()
    )
    winner = max(range(len(choices)), key=lambda index: choices[index].probability)
    return ScalarScore(
        name, FieldKind.ENUM, choices, winner, 1.0, tie=False, legal_mass=0.1, rows=rows,
        preferred=(OTHER,), ordinal=ordinal,
    )  # fmt: skip


def multi(pairs, counts):
    options = tuple(
        OptionScore(text, 1 / (1 + math.exp(no - yes)), yes, no, 0.9)
        for text, (yes, no) in pairs.items()
    )
    count = scalar(dict(zip("01234", counts, strict=True)), name="tags#count")
    return MultiScore("tags", options, (), 0.0, count, 3)


def corrected(raw, neutral, temperature=1.0):
    return correct(scores(raw), scores(neutral), temperature).fields[0]


RAW = {"LOW": 0.6, "MEDIUM": 0.3, "HIGH": 0.1}
PRIOR = {"HIGH": 0.05, "LOW": 0.75, "MEDIUM": 0.2}  # sorted, as the neutral prompt lists them


def test_each_probability_is_divided_by_its_prior_and_normalised():
    # 0.6/0.75, 0.3/0.2, 0.1/0.05 = 0.8, 1.5, 2.0, which sum to 4.3
    found = corrected(scalar(RAW), scalar(PRIOR))
    expected = [0.8 / 4.3, 1.5 / 4.3, 2.0 / 4.3]
    assert [one.probability for one in found.choices] == pytest.approx(expected)
    assert [one.log_score for one in found.choices] == pytest.approx([LN(p) for p in expected])
    assert [one.choice for one in found.choices] == ["LOW", "MEDIUM", "HIGH"]
    assert found.value == "HIGH"
    assert found.margin_nats == pytest.approx(LN(2.0 / 1.5))


def test_the_temperature_comes_after_the_prior_and_keeps_ranking_and_margin():
    found = corrected(scalar(RAW), scalar(PRIOR), temperature=2.0)
    roots = [math.sqrt(0.8), math.sqrt(1.5), math.sqrt(2.0)]
    assert [one.probability for one in found.choices] == pytest.approx(
        [root / sum(roots) for root in roots]
    )
    assert found.choices[2].log_score == pytest.approx(LN(2.0 / 4.3))
    assert found.margin_nats == pytest.approx(LN(2.0 / 1.5))


def test_a_prior_like_the_answer_leaves_a_tie_and_the_first_choice_wins():
    found = corrected(scalar({"a": 0.8, "b": 0.2}), scalar({"b": 0.2, "a": 0.8}))
    assert [one.probability for one in found.choices] == pytest.approx([0.5, 0.5])
    assert found.tie
    assert found.margin_nats == pytest.approx(0.0, abs=1e-12)


def test_a_choice_without_a_prior_keeps_its_score():
    # 0.5/1 and 0.5/0.25: 1 to 4
    found = corrected(scalar({"a": 0.5, "b": 0.5}), scalar({"b": 0.25}))
    assert [one.probability for one in found.choices] == pytest.approx([0.2, 0.8])


def test_one_choice_stays_certain():
    raw = scalar({"only": 1.0})
    assert corrected(raw, scalar({"only": 1.0})) is raw


def test_legal_mass_and_other_tokens_are_those_of_the_new_winner():
    masses = {"LOW": 0.9, "MEDIUM": 0.8, "HIGH": 0.7}
    found = corrected(scalar(RAW, masses=masses), scalar(PRIOR))
    assert (found.legal_mass, found.preferred) == (0.7, (OTHER,))
    found = corrected(scalar(RAW, masses=masses, rows=2), scalar(PRIOR))
    assert (found.legal_mass, found.preferred) == (0.7, ())


def test_an_ordered_enum_is_summed_up_after_the_prior():
    # 0.2/0.4, 0.5/0.4, 0.3/0.2 = 0.5, 1.25, 1.5 of 3.25
    summary = OrdinalSummary(1, 1.1, 0.49, 0.55)
    raw = scalar({"a": 0.2, "b": 0.5, "c": 0.3}, ordinal=summary)
    found = corrected(raw, scalar({"a": 0.4, "b": 0.4, "c": 0.2}))
    assert found.ordinal is not None
    assert found.ordinal.argmax_level == 2
    assert found.ordinal.expected_index == pytest.approx((1.25 + 2 * 1.5) / 3.25)


def test_an_options_pair_of_logits_loses_the_neutral_pair():
    # Odds 3 under prior odds 9 become 1/3; odds 1/2 under 1/8 become 4.
    raw = multi({"late": (LN(3), 0.0), "fraud": (1.0, 1.0 + LN(2))}, (0.2,) * 5)
    neutral = multi({"late": (LN(9), 0.0), "fraud": (5.0, 5.0 + LN(8))}, (0.2,) * 5)
    found = corrected(raw, neutral)
    assert [one.probability for one in found.options] == pytest.approx([0.25, 0.8])
    assert (found.value, found.margin) == (("fraud",), pytest.approx(0.25))
    found = corrected(raw, neutral, temperature=2.0)
    root = math.sqrt(1 / 3)
    assert [one.probability for one in found.options] == pytest.approx([root / (1 + root), 2 / 3])


def test_the_count_is_corrected_like_an_enum():
    raw = multi({"a": (0.0, 1.0), "b": (0.0, 1.0)}, (0.5, 0.2, 0.1, 0.1, 0.1))
    neutral = multi({"a": (0.0, 1.0), "b": (0.0, 1.0)}, (0.5, 0.1, 0.2, 0.1, 0.1))
    found = corrected(raw, neutral)  # 1, 2, 0.5, 1, 1 of 5.5
    assert found.count.value == "1"
    assert found.count.choices[1].probability == pytest.approx(2 / 5.5)
