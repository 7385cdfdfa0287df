"""Probabilities pinned by field and choice, to tell how later ones differ."""

from __future__ import annotations

from engine.scoring.result import FieldScore, MultiScore, ScalarScore, Scores

SMALLEST_CHANGE = 0.005


class Baseline:
    """Look a pinned probability up; a choice that was not there has none."""

    __slots__ = ("_pinned", "scores")

    def __init__(self, scores: Scores) -> None:
        """Pin scores."""
        self.scores = scores
        self._pinned = {
            (field.field, text): probability
            for score in scores.fields
            for field in _parts(score)
            for text, probability in _probabilities(field)
        }

    def probability(self, field: str, choice: str) -> float | None:
        """Give the pinned probability of a field's choice or option."""
        return self._pinned.get((field, choice))


def change_text(change: float) -> str:
    """Write a change of probability with its sign.

    >>> change_text(0.124), change_text(-0.03), change_text(0.0004)
    ('+0.12', '−0.03', '±0.00')
    """
    if abs(change) < SMALLEST_CHANGE:
        return "±0.00"
    return f"{change:+.2f}".replace("-", "−")


def _parts(score: FieldScore) -> tuple[FieldScore, ...]:
    """Give a field and, for a multi field, its count question."""
    return (score, score.count) if isinstance(score, MultiScore) else (score,)


def _probabilities(field: FieldScore) -> tuple[tuple[str, float], ...]:
    if isinstance(field, ScalarScore):
        return tuple((choice.choice, choice.probability) for choice in field.choices)
    return tuple((option.option, option.probability) for option in field.options)
