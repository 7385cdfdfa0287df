"""Multi fields against values calculated by hand."""

import math

import pytest

from engine.errors import ScoringError
from engine.plan.plan import CountPlan, MultiPlan
from engine.scoring.multi import score_multi
from engine.scoring.rows import Row, RowEvidence, TokenShare
from engine.scoring.trie_score import ScoredRow

LN = math.log
Y, N = 8, 9
COUNT = CountPlan(("0", "1", "2", "3", "4"), (3,), tuple((code, 99) for code in range(5)))


def plan_of(*options):
    codes = tuple(f"{index:02}" for index in range(len(options)))
    suffixes = tuple((1, index) for index in range(len(options)))
    return MultiPlan("tags", options, codes, suffixes, (((Y,), (N,)),) * len(options), COUNT)


def option(yes, no, *, mass=1.0, top=()):
    return ScoredRow(Row("tags/00", (1,), (Y, N)), RowEvidence((yes, no), LN(mass), top))


def count(*logits, mass=1.0):
    return ScoredRow(Row("tags#count", (3,), (0, 1, 2, 3, 4)), RowEvidence(logits, LN(mass), ()))


EVEN = count(0.0, 0.0, 0.0, 0.0, 0.0)


def test_options_are_selected_from_one_half_on():
    score = score_multi(
        plan_of("late", "dispute", "fraud"),
        (option(LN(3), 0.0), option(0.0, LN(4)), option(2.5, 2.5)),
        (EVEN,),
        temperature=1.0,
    )
    assert [one.probability for one in score.options] == pytest.approx([0.75, 0.2, 0.5])
    assert (score.selected, score.value) == ((0, 2), ("late", "fraud"))
    assert score.margin == pytest.approx(0.0)
    assert (score.rows, score.reconciled_by) == (4, "per_option")


def test_the_margin_is_the_least_distance_from_one_half():
    options = (option(LN(3), 0.0), option(0.0, LN(4)))  # 0.25 and 0.30 away
    score = score_multi(plan_of("a", "b"), options, (EVEN,), temperature=1.0)
    assert score.margin == pytest.approx(0.25)


def test_temperature_changes_probabilities_and_keeps_the_selection():
    options = (option(LN(4), 0.0), option(0.0, LN(9)))
    score = score_multi(plan_of("a", "b"), options, (EVEN,), temperature=2.0)
    assert [one.probability for one in score.options] == pytest.approx([2 / 3, 1 / 4])
    assert score.value == ("a",)
    assert (score.options[0].logit_yes, score.options[0].logit_no) == (LN(4), 0.0)


def test_nothing_may_apply():
    options = (option(0.0, 1.0), option(0.0, 2.0))
    score = score_multi(plan_of("a", "b"), options, (EVEN,), temperature=1.0)
    assert (score.selected, score.value) == ((), ())


def test_the_count_is_scored_beside_the_options_and_changes_nothing():
    counted = count(0.0, LN(2), LN(6), 0.0, 0.0, mass=0.5)  # 1, 2, 6, 1, 1 of 11
    options = (option(0.0, 1.0), option(0.0, 2.0))
    score = score_multi(plan_of("a", "b"), options, (counted,), temperature=1.0)
    assert score.count.field == "tags#count"
    assert [one.choice for one in score.count.choices] == ["0", "1", "2", "3", "4"]
    assert score.count.choices[2].probability == pytest.approx(6 / 11)
    assert (score.count.value, score.value) == ("2", ())
    assert score.count.margin_nats == pytest.approx(LN(3))
    assert score.count.legal_mass == pytest.approx(0.5)


def test_each_option_has_its_own_legal_mass_and_preferred_tokens():
    top = (TokenShare(50, 0.6), TokenShare(Y, 0.2), TokenShare(N, 0.1))
    options = (option(0.0, 0.0, mass=0.3, top=top), option(0.0, 0.0, mass=0.9))
    score = score_multi(plan_of("a", "b"), options, (EVEN,), temperature=1.0)
    assert [one.legal_mass for one in score.options] == pytest.approx([0.3, 0.9])
    assert score.options[0].preferred == (TokenShare(50, 0.6),)


def test_an_option_whose_logit_is_not_finite_is_named():
    options = (option(0.0, 0.0), option(math.nan, 0.0))
    with pytest.raises(ScoringError, match=r"'tags/00'.*token 8 is nan"):
        score_multi(plan_of("a", "b"), options, (EVEN,), temperature=1.0)


def test_a_count_whose_logit_is_not_finite_is_named():
    options = (option(0.0, 0.0), option(0.0, 0.0))
    with pytest.raises(ScoringError, match="'tags#count'"):
        score_multi(plan_of("a", "b"), options, (count(0, math.inf, 0, 0, 0),), temperature=1.0)
