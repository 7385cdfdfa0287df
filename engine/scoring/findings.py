"""Scores turned into what the user should know before trusting them."""

from __future__ import annotations

from collections.abc import Callable

from engine.errors import Finding, Place
from engine.scoring.result import FieldScore, MultiScore, ScalarScore, Scores
from engine.scoring.rows import TokenShare

# Below one half the model would sooner write anything else than all allowed answers together,
# so the probabilities divide up what is left over and no longer say what the model would do.
LOW_LEGAL_MASS = 0.5
SCORE_FINDINGS = frozenset({"low-legal-mass", "tie"})
NAMED_TOKENS = 3
SMALLEST_SHOWN = 0.001

Spell = Callable[[int], str]


def score_findings(scores: Scores, piece: Spell) -> tuple[Finding, ...]:
    """Report answers that the model would hardly write, and choices too close to call.

    `piece` spells a token id as people read it.
    """
    return tuple(finding for field in scores.fields for finding in _field(field, piece))


def _field(score: FieldScore, piece: Spell) -> list[Finding]:
    if isinstance(score, MultiScore):
        return [*_low_options(score, piece), *_low_count(score, piece)]
    return [*_low_scalar(score, piece), *_tie(score)]


def _low_scalar(score: ScalarScore, piece: Spell) -> list[Finding]:
    if score.legal_mass >= LOW_LEGAL_MASS:
        return []
    subject = f"{score.field}: the allowed answers hold"
    return [_low_mass(score.field, subject, score.legal_mass, score.preferred, piece)]


def _low_options(score: MultiScore, piece: Spell) -> list[Finding]:
    low = [option for option in score.options if option.legal_mass < LOW_LEGAL_MASS]
    if not low:
        return []
    worst = min(low, key=lambda option: option.legal_mass)
    subject = (
        f"{score.field}: at {len(low)} of {len(score.options)} options Y and N hold too little; "
        f"at '{worst.option}' they hold"
    )
    return [_low_mass(score.field, subject, worst.legal_mass, worst.preferred, piece)]


def _low_count(score: MultiScore, piece: Spell) -> list[Finding]:
    count = score.count
    if count.legal_mass >= LOW_LEGAL_MASS:
        return []
    subject = f"{score.field}: at the count question the allowed answers hold"
    return [_low_mass(score.field, subject, count.legal_mass, count.preferred, piece)]


def _low_mass(
    field: str, subject: str, mass: float, preferred: tuple[TokenShare, ...], piece: Spell
) -> Finding:
    named = ", ".join(_named(share, piece) for share in preferred[:NAMED_TOKENS])
    others = f"; the most probable other tokens are {named}" if named else ""
    return Finding(
        id="low-legal-mass",
        severity="warning",
        where=Place("model", field=field),
        message=f"{subject} {_rounded(mass)} of the probability{others}.",
        cure="Read the probabilities as shares of that rest only. Try the other scoring mode, or "
        "choices worded as the model would write them.",
    )


def _named(share: TokenShare, piece: Spell) -> str:
    """Name a token with its share, and what it would follow unless that is the question."""
    after = f" after `{''.join(map(piece, share.after))}`" if share.after else ""
    return f"`{piece(share.token_id)}` {_rounded(share.probability)}{after}"


def _tie(score: ScalarScore) -> list[Finding]:
    if not score.tie:
        return []
    ranked = sorted(score.choices, key=lambda choice: -choice.log_score)
    return [
        Finding(
            id="tie",
            severity="warning",
            where=Place("model", field=score.field),
            message=f"{score.field}: '{ranked[0].choice}' and '{ranked[1].choice}' are "
            f"{score.margin_nats:.3f} nats apart, too close to call.",
            cure="Treat the answer as open, or describe the choices so that they differ more.",
        )
    ]


def _rounded(probability: float) -> str:
    if probability < SMALLEST_SHOWN:
        return f"< {SMALLEST_SHOWN}"
    return f"{probability:.3f}" if probability < 10 * SMALLEST_SHOWN else f"{probability:.2f}"
