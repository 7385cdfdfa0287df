"""Scores as text: each choice can be told from its neighbours."""

from __future__ import annotations

import math

import pytest

from engine.cli.score_lines import score_lines
from engine.plan.plan import CountPlan, MultiPlan
from engine.scoring.multi import score_multi
from engine.scoring.result import ScoreCost, Scores
from engine.scoring.rows import ModelInfo, Row, RowEvidence
from engine.scoring.trie_score import ScoredRow

COUNT = CountPlan(("0", "1", "2", "3", "4"), (3,), tuple((code, 99) for code in range(5)))
MODEL = ModelInfo("tiny", "ab" * 32, "llama", "float32", "cpu", 2048)


def lines(*options: str, chosen: bool = True) -> list[str]:
    """A multi field whose options all have P(yes) 0.75, or 0.25."""
    yes = math.log(3) if chosen else -math.log(3)
    rows = tuple(
        ScoredRow(Row("m", (1,), (8, 9)), RowEvidence((yes, 0.0), 0.0, ())) for _ in options
    )
    count = ScoredRow(Row("m#count", (3,), (0, 1, 2, 3, 4)), RowEvidence((0.0,) * 5, 0.0, ()))
    codes = tuple(f"{number:02}" for number in range(len(options)))
    plan = MultiPlan(
        "m", options, codes, ((1,),) * len(options), (((8,), (9,)),) * len(options), COUNT
    )
    field = score_multi(plan, rows, (count,), temperature=1.0)
    return list(score_lines(Scores(MODEL, (field,), ScoreCost(1, 0, 1, 1, 0.0, 0.0, 0.0))))


@pytest.mark.parametrize(
    ("option", "written"),
    [
        ("late payment", "late payment"),
        ("schön", "schön"),
        ("p, q", '"p, q"'),
        ("schön, sehr", '"schön, sehr"'),
        ('say "x"', r'"say \"x\""'),
        ("a\nb", r'"a\nb"'),
        ("a\u00a0b", r'"a\u00a0b"'),
        (" a", '" a"'),
        ("(none)", '"(none)"'),
    ],
)
def test_an_option_that_could_be_taken_for_something_else_is_quoted(option, written):
    assert lines(option, "r") == [f"m: {written}, r", f"  * {written}  0.750", "  * r  0.750"]


def test_nothing_chosen_is_said_so():
    assert lines("p", chosen=False) == ["m: (none)", "    p  0.250"]
