"""The path scores of an enum, boolean or count turned into probabilities and a decision."""

from __future__ import annotations

import math
from collections.abc import Sequence

from engine.plan.plan import Ids
from engine.schema.fields import FieldKind
from engine.scoring.result import ChoiceScore, OrdinalSummary, ScalarScore
from engine.scoring.rows import RowEvidence, TokenShare
from engine.scoring.trie_score import PathScore, ScoredRow, score_trie

TIE_NATS = 0.05  # specification section 6.4: closer than this, the order means nothing


def score_scalar(
    field: str,
    kind: FieldKind,
    choices: tuple[str, ...],
    remainders: tuple[Ids, ...],
    scored: tuple[ScoredRow, ...],
    *,
    temperature: float,
    ordered: bool = False,
) -> ScalarScore:
    """Decide one question (specification section 6.4, without prior and rescoring).

    Probabilities are softmax(log-scores / temperature); winner, margin and tie are those of the
    log-scores themselves, so no temperature changes them. The first of equal choices wins.
    """
    paths = score_trie(remainders, scored)
    log_scores = [path.log_score for path in paths]
    probabilities = softmax(log_scores, temperature)
    winner = log_scores.index(max(log_scores))
    margin = lead(log_scores)
    return ScalarScore(
        field=field,
        kind=kind,
        choices=tuple(map(_choice_score, choices, probabilities, paths)),
        winner=winner,
        margin_nats=margin,
        tie=margin < TIE_NATS,
        legal_mass=math.exp(paths[winner].legal_mass_log),
        rows=len(scored),
        preferred=_preferred(paths[winner], scored),
        ordinal=ordinal_summary(probabilities, winner) if ordered else None,
    )


def _choice_score(choice: str, probability: float, path: PathScore) -> ChoiceScore:
    return ChoiceScore(
        choice=choice,
        probability=probability,
        log_score=path.log_score,
        legal_mass=math.exp(path.legal_mass_log),
        token_ids=path.token_ids,
        steps=path.steps,
    )


def softmax(scores: Sequence[float], temperature: float) -> tuple[float, ...]:
    """Turn scores into probabilities that sum to 1; two equal scores give exactly one half."""
    largest = max(scores)
    weights = [math.exp((score - largest) / temperature) for score in scores]
    total = math.fsum(weights)
    return tuple(weight / total for weight in weights)


def lead(log_scores: Sequence[float]) -> float:
    """Give the winner's lead over the second in nats; infinite when there is one choice."""
    if len(log_scores) == 1:
        return math.inf
    first, second = sorted(log_scores, reverse=True)[:2]
    return first - second


def _preferred(winner: PathScore, scored: tuple[ScoredRow, ...]) -> tuple[TokenShare, ...]:
    """Rank the outside tokens of the path's rows, each by the chance to come so far and take it.

    A row that holds 0.2 of its probability in allowed tokens is followed by one whose outside
    token has 0.5: that token counts 0.1, the first row's outside tokens together 0.8.
    """
    shares: list[TokenShare] = []
    reached = 0.0
    for one in sorted(scored, key=lambda one: len(one.row.path)):
        path = one.row.path
        if winner.token_ids[: len(path)] != path:
            continue
        shares += (
            TokenShare(share.token_id, share.probability * math.exp(reached), path)
            for share in outside(one.evidence, one.row.allowed)
        )
        reached += one.evidence.log_mass
    return tuple(sorted(shares, key=lambda share: -share.probability))


def outside(evidence: RowEvidence, allowed: Ids) -> tuple[TokenShare, ...]:
    """List a row's most probable tokens without the allowed ones."""
    return tuple(share for share in evidence.top if share.token_id not in allowed)


def ordinal_summary(probabilities: tuple[float, ...], winner: int) -> OrdinalSummary:
    """Read the choices as levels 0, 1, 2, ... of a scale (specification section 6.4).

    Probabilities 0.2, 0.5, 0.3 have the mean 1.1, the variance 0.49 and the normalised mean
    0.55; a scale of one level counts as 1.
    """
    mean = math.fsum(level * share for level, share in enumerate(probabilities))
    variance = math.fsum(share * (level - mean) ** 2 for level, share in enumerate(probabilities))
    top = len(probabilities) - 1
    return OrdinalSummary(winner, mean, variance, mean / top if top else 1.0)
