"""Scores as lines that people read."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from engine.neutral import Corrected
from engine.scoring.result import FieldScore, MultiScore, Scores

SMALLEST_SHOWN = 0.001
NONE = "(none)"
_JOINS = re.compile('[,"]|  ')  # between choices, around one, before a number


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
            line = f"  {mark} {spelled(choice)}  {shown(share)}"
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


def spelled(choice: str) -> str:
    """Write a choice as it is, or as JSON where it would be taken for something else.

    >>> spelled("late"), spelled("p, q"), spelled("(none)")
    ('late', '"p, q"', '"(none)"')
    """
    is_plain = choice.isprintable() and choice == choice.strip() and choice != NONE
    if is_plain and not _JOINS.search(choice):
        return choice
    return json.dumps(choice, ensure_ascii=not choice.isprintable())


def _headline(field: FieldScore) -> str:
    if isinstance(field, MultiScore):
        return f"{field.field}: {', '.join(map(spelled, field.value)) or NONE}"
    how = "  (tie)" if field.tie else ""
    if field.is_fixed:
        how = "  (fixed by its one choice, not scored)"
    return f"{field.field}: {spelled(field.value)}{how}"


def _chosen(field: FieldScore) -> tuple[str, ...]:
    return field.value if isinstance(field, MultiScore) else (field.value,)
