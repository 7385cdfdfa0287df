"""Decisions of enums, booleans and scales against values calculated by hand."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.schema.fields import FieldKind
from engine.scoring.result import OrdinalSummary
from engine.scoring.rows import Row, RowEvidence, TokenShare
from engine.scoring.scalar import ordinal_summary, score_scalar
from engine.scoring.trie_score import ScoredRow

LN = math.log


def decide(*logits, temperature=1.0, ordered=False, mass=1.0, top=(), kind=FieldKind.ENUM):
    """Score one question whose choices are the tokens 0, 1, 2, ... at one row."""
    ids = tuple(range(len(logits)))
    choices = tuple("abcdefghij"[: len(logits)]) if kind is FieldKind.ENUM else ("true", "false")
    row = ScoredRow(Row("f", (77,), ids), RowEvidence(logits, LN(mass), top))
    return score_scalar(
        "f",
        kind,
        choices,
        tuple((i,) for i in ids),
        (row,),
        temperature=temperature,
        ordered=ordered,
    )


def probabilities(score):
    return [choice.probability for choice in score.choices]


def test_winner_margin_and_probabilities_of_three_choices():
    score = decide(LN(2), LN(5), LN(3))
    assert probabilities(score) == pytest.approx([0.2, 0.5, 0.3])
    assert (score.winner, score.value) == (1, "b")
    assert score.margin_nats == pytest.approx(LN(5 / 3))
    assert (score.rows, score.tie, score.ordinal) == (1, False, None)


def test_a_boolean_is_scored_under_its_strings():
    score = decide(0.0, LN(3), kind=FieldKind.BOOLEAN)
    assert [choice.choice for choice in score.choices] == ["true", "false"]
    assert probabilities(score) == pytest.approx([0.25, 0.75])
    assert score.value == "false"


def test_temperature_flattens_probabilities_but_not_scores_and_margin():
    score = decide(0.0, LN(4), temperature=2.0)
    assert probabilities(score) == pytest.approx([1 / 3, 2 / 3])
    assert [choice.log_score for choice in score.choices] == pytest.approx([LN(0.2), LN(0.8)])
    assert score.margin_nats == pytest.approx(LN(4))


@settings(deadline=None)
@given(
    logits=st.lists(st.floats(-30, 30), min_size=2, max_size=10),
    temperature=st.floats(0.05, 1e6),
)
def test_temperature_keeps_the_ranking(logits, temperature):
    plain, scaled = decide(*logits), decide(*logits, temperature=temperature)
    assert scaled.winner == plain.winner
    ranked = sorted(range(len(logits)), key=lambda i: plain.choices[i].log_score)
    found = [scaled.choices[i].probability for i in ranked]
    assert found == sorted(found)
    assert math.fsum(found) == pytest.approx(1.0, abs=1e-12)


def test_the_first_of_equal_choices_wins():
    score = decide(0.0, 3.0, 3.0, 3.0)
    assert (score.winner, score.margin_nats, score.tie) == (1, 0.0, True)


@pytest.mark.parametrize(("lead", "tie"), [(0.049, True), (0.051, False)])
def test_less_than_a_twentieth_of_a_nat_is_a_tie(lead, tie):
    assert decide(1.0, 1.0 + lead, -4.0).tie is tie


def test_a_single_choice_is_certain_without_a_row():
    score = score_scalar("f", FieldKind.ENUM, ("only",), ((),), (), temperature=3.0, ordered=True)
    (choice,) = score.choices
    assert (choice.probability, choice.log_score, choice.legal_mass) == (1.0, 0.0, 1.0)
    assert (score.legal_mass, score.rows, score.tie) == (1.0, 0, False)
    assert score.margin_nats == math.inf
    assert score.ordinal == OrdinalSummary(0, 0.0, 0.0, 1.0)
    assert score.preferred == ()


def test_a_scale_has_mean_variance_and_normalised_mean():
    # mean 0.5 + 0.6 = 1.1; variance 0.2 * 1.21 + 0.5 * 0.01 + 0.3 * 0.81 = 0.49
    summary = decide(LN(2), LN(5), LN(3), ordered=True).ordinal
    assert summary is not None
    assert summary.argmax_level == 1
    assert summary.expected_index == pytest.approx(1.1)
    assert summary.variance == pytest.approx(0.49)
    assert summary.expected_score_normalized == pytest.approx(0.55)


def test_a_certain_scale_has_no_variance():
    assert ordinal_summary((0.0, 0.0, 1.0), 2) == OrdinalSummary(2, 2.0, 0.0, 1.0)


def test_preferred_tokens_are_the_probable_ones_that_are_not_allowed():
    top = (TokenShare(50, 0.6), TokenShare(1, 0.2), TokenShare(51, 0.1), TokenShare(0, 0.05))
    score = decide(0.0, LN(4), mass=0.25, top=top)
    assert score.legal_mass == pytest.approx(0.25)
    assert score.preferred == (TokenShare(50, 0.6), TokenShare(51, 0.1))


def test_preferred_tokens_of_all_the_winners_rows_share_what_the_answers_leave():
    # By hand: the first row allows 0.9 and leaves 0.1; of the 0.9, the row behind token 2 leaves
    # 0.7, that is 0.63, and allows 0.3, that is 0.27. 0.1 + 0.63 + 0.27 = 1.
    rows = (
        ScoredRow(Row("f", (7,), (1, 2)), RowEvidence((0.0, 2.0), LN(0.9), (TokenShare(40, 0.1),))),
        ScoredRow(
            Row("f", (7, 1), (3, 4), (1,)),
            RowEvidence((0.0, 0.0), LN(0.1), (TokenShare(41, 0.9),)),
        ),
        ScoredRow(
            Row("f", (7, 2), (3, 4), (2,)),
            RowEvidence((9.0, 0.0), LN(0.3), (TokenShare(42, 0.7),)),
        ),
    )
    score = score_scalar(
        "f",
        FieldKind.ENUM,
        ("a", "b", "c", "d"),
        ((1, 3), (1, 4), (2, 3), (2, 4)),
        rows,
        temperature=1.0,
    )
    assert score.value == "c"
    assert score.legal_mass == pytest.approx(0.27)
    first, second = score.preferred
    assert (first.token_id, first.after) == (42, (2,))
    assert first.probability == pytest.approx(0.63)
    assert second == TokenShare(40, 0.1)
