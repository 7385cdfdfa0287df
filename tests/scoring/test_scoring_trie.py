"""Path scores against values calculated by hand, and one law for any trie."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import ScoringError
from engine.plan.plan import Plan, ScalarPlan
from engine.scoring.result import Step
from engine.scoring.rows import Row, RowEvidence, rows_of
from engine.scoring.trie_score import ScoredRow, score_trie

LN = math.log
END = 99


def scored(allowed, logits, *, path=(), mass=1.0):
    return ScoredRow(Row("field", (1, *path), allowed, path), RowEvidence(logits, LN(mass), ()))


def test_one_branch_is_a_softmax_of_its_logits():
    low, high = score_trie(((5, END), (6, END)), (scored((5, 6), (0.0, LN(3))),))
    assert low.log_score == pytest.approx(LN(1 / 4))
    assert high.log_score == pytest.approx(LN(3 / 4))


def test_nested_branches_multiply_probabilities_and_legal_masses():
    rows = (
        scored((1, 2), (7.0, 7.0), mass=0.8),  # one half each
        scored((3, 4), (0.0, LN(4)), path=(2,), mass=0.5),  # one and four fifths
    )
    scores = score_trie(((1, END), (2, 3, END), (2, 4, END)), rows)
    assert [math.exp(one.log_score) for one in scores] == pytest.approx([0.5, 0.1, 0.4])
    assert [math.exp(one.legal_mass_log) for one in scores] == pytest.approx([0.8, 0.4, 0.4])


def test_a_label_that_begins_another_wins_or_loses_at_its_terminator():
    rows = (scored((20, END), (0.0, LN(9)), path=(10,), mass=0.5),)
    low, lower = score_trie(((10, END), (10, 20, END)), rows)
    assert low.steps == (
        Step(10, 0.0, None),
        Step(END, pytest.approx(LN(0.9)), pytest.approx(LN(0.45))),
    )
    assert lower.steps == (
        Step(10, 0.0, None),
        Step(20, pytest.approx(LN(0.1)), pytest.approx(LN(0.05))),
        Step(END, 0.0, None),
    )
    assert (low.token_ids, lower.token_ids) == ((10, END), (10, 20, END))


def test_a_choice_off_a_deeper_branch_pays_only_for_the_branches_it_passes():
    rows = (scored((1, 2), (0.0, 0.0)), scored((3, 4), (0.0, 0.0), path=(2,)))
    alone = score_trie(((1, END), (2, 3), (2, 4)), rows)[0]
    assert alone.log_score == pytest.approx(LN(1 / 2))
    assert [step.log_probability for step in alone.steps] == pytest.approx([LN(1 / 2), 0.0])


def test_a_single_choice_scores_zero_with_all_of_the_mass():
    (only,) = score_trie(((),), ())
    assert (only.log_score, only.legal_mass_log, only.steps) == (0.0, 0.0, ())


def test_huge_logits_neither_overflow_nor_lose_their_difference():
    first, second = score_trie(((5,), (6,)), (scored((5, 6), (1e30, 1e30)),))
    assert first.log_score == second.log_score == pytest.approx(LN(1 / 2))
    hopeless, sure = score_trie(((5,), (6,)), (scored((5, 6), (-1e4, 1e4)),))
    assert (hopeless.log_score, sure.log_score) == (-2e4, 0.0)


@pytest.mark.parametrize("bad", [math.nan, math.inf, -math.inf])
def test_a_logit_that_is_not_finite_names_the_field_and_the_token(bad):
    with pytest.raises(ScoringError, match=r"'field'.*token 6 is"):
        score_trie(((5,), (6,)), (scored((5, 6), (0.0, bad)),))


def test_a_mass_that_is_not_finite_names_the_field():
    row = ScoredRow(Row("field", (1,), (5, 6)), RowEvidence((0.0, 0.0), math.nan, ()))
    with pytest.raises(ScoringError, match=r"'field'.*not a finite number"):
        score_trie(((5,), (6,)), (row,))


words = st.sets(st.lists(st.integers(1, 4), max_size=4).map(tuple), min_size=1, max_size=12)


@settings(deadline=None)
@given(words=words, data=st.data())
def test_the_probabilities_of_any_set_of_labels_sum_to_one(words, data):
    remainders = tuple((*word, END) for word in sorted(words))
    field = ScalarPlan("f", tuple(map(str, remainders)), (0,), remainders)
    logits = st.floats(-50, 50, width=32)
    rows = tuple(
        ScoredRow(row, RowEvidence(tuple(data.draw(logits) for _ in row.allowed), -0.5, ()))
        for row in rows_of(Plan("labels", (), (field,), "{}", ""))
    )
    scores = score_trie(remainders, rows)
    assert math.fsum(math.exp(one.log_score) for one in scores) == pytest.approx(1.0, abs=1e-12)
    assert all(one.token_ids == tuple(step.token_id for step in one.steps) for one in scores)
