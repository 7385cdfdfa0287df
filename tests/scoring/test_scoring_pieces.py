"""Every token id in the scores comes with its spelling."""

from __future__ import annotations

from engine.schema.fields import FieldKind
from engine.scoring.pieces import with_pieces
from engine.scoring.result import (
    ChoiceScore,
    MultiScore,
    OptionScore,
    ScalarScore,
    ScoreCost,
    Scores,
    Step,
)
from engine.scoring.rows import ModelInfo, TokenShare

MODEL = ModelInfo("m", "", "llama", "float32", "cpu", 10)
COST = ScoreCost(1, 0, 1, 1, 0.0, 0.0, 0.0)


def scalar(token_id, preferred):
    choice = ChoiceScore("a", 1.0, 0.0, 1.0, (token_id,), (Step(token_id + 1, 0.0, None),))
    shares = (TokenShare(preferred, 0.5),)
    return ScalarScore("f", FieldKind.ENUM, (choice,), 0, 0.0, False, 1.0, 1, shares)


def test_paths_preferred_tokens_options_and_counts_are_spelled():
    option = OptionScore("o", 0.5, 0.0, 0.0, 1.0, (TokenShare(30, 0.1),))
    multi = MultiScore("m", (option,), (), 0.0, scalar(20, 25), 1)
    scores = with_pieces(Scores(MODEL, (scalar(10, 15), multi), COST), "<{}>".format)
    assert scores.pieces == tuple(
        (number, f"<{number}>") for number in (10, 11, 15, 20, 21, 25, 30)
    )
