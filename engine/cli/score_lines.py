"""Scores as lines that people read."""

from __future__ import annotations

from collections.abc import Iterator

from engine.neutral import Corrected
from engine.scoring.result import FieldScore, MultiScore, Scores

SMALLEST_SHOWN = 0.001


def score_lines(scores: Scores, corrected: Corrected | None = None) -> Iterator[str]:
    """Write a line per field and one per choice, the winner marked.

    With a prior each line says what the choice had before, and what its prior is.
    """
    before = shares_of(corrected.before) if corrected else {}
    prior = shares_of(corrected.prior) if corrected else {}
    for field in scores.fields:
        yield _headline(field)
        chosen = _chosen(field)
        for (name, choice), share in shares_of_field(field).items():
            mark = "*" if choice in chosen else " "
            line = f"  {mark} {choice}  {shown(share)}"
            if (name, choice) in prior:
                key = (name, choice)
                line += f"  (was {shown(before[key])}, prior {shown(prior[key])})"
            yield line


def shares_of(scores: Scores) -> dict[tuple[str, str], float]:
    """Give every choice's probability by field and choice."""
    return {key: p for field in scores.fields for key, p in shares_of_field(field).items()}


def shares_of_field(field: FieldScore) -> dict[tuple[str, str], float]:
    """Give the probability of each choice, or P(yes) of each option, in their order."""
    if isinstance(field, MultiScore):
        return {(field.field, one.option): one.probability for one in field.options}
    return {(field.field, one.choice): one.probability for one in field.choices}


def shown(probability: float) -> str:
    """Round a probability for reading, but never down to nothing.

    >>> shown(0.00001)
    '< 0.001'
    """
    return "< 0.001" if 0 < probability < SMALLEST_SHOWN else f"{probability:.3f}"


def _headline(field: FieldScore) -> str:
    if isinstance(field, MultiScore):
        return f"{field.field}: {', '.join(field.value) or '(none)'}"
    if field.is_fixed:
        return f"{field.field}: {field.value}  (fixed by its one choice, not scored)"
    return f"{field.field}: {field.value}{'  (tie)' if field.tie else ''}"


def _chosen(field: FieldScore) -> tuple[str, ...]:
    return field.value if isinstance(field, MultiScore) else (field.value,)
