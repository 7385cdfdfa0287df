"""The rows of one question turned into a log-score and a token path for each of its choices."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from engine.errors import ScoringError
from engine.plan.plan import Ids
from engine.scoring.result import Step
from engine.scoring.rows import Row, RowEvidence


@dataclass(frozen=True, slots=True)
class ScoredRow:
    """A row with what the model said at it."""

    row: Row
    evidence: RowEvidence


@dataclass(frozen=True, slots=True)
class PathScore:
    """One choice's way through the trie.

    `log_score` sums the log-probabilities among the allowed tokens, `legal_mass_log` the natural
    logs of what the allowed tokens hold of the whole vocabulary, both over the branch nodes.
    """

    log_score: float
    legal_mass_log: float
    token_ids: Ids
    steps: tuple[Step, ...]


def score_trie(remainders: tuple[Ids, ...], scored: tuple[ScoredRow, ...]) -> tuple[PathScore, ...]:
    """Score every choice by the branch nodes on its path (specification section 6.3, T = 1).

    The exponentials of the log-scores sum to 1. Tokens without branching cost nothing, so a
    choice that is never told apart scores 0. ScoringError on a logit that is not finite.

    One branch with logits 0 and ln 3 gives the log-scores ln 1/4 and ln 3/4.
    """
    nodes = {one.row.path: _steps_at(one) for one in scored}
    masses = {one.row.path: one.evidence.log_mass for one in scored}
    return tuple(_path_score(remainder, nodes, masses) for remainder in remainders)


def _steps_at(scored: ScoredRow) -> dict[int, Step]:
    require_finite(scored)
    mass = scored.evidence.log_mass
    return {
        token: Step(token, value, value + mass)
        for token, value in zip(
            scored.row.allowed, log_softmax(scored.evidence.logits), strict=True
        )
    }


def _path_score(
    remainder: Ids, nodes: dict[Ids, dict[int, Step]], masses: dict[Ids, float]
) -> PathScore:
    paths = [remainder[:depth] for depth in range(len(remainder))]
    steps = tuple(
        nodes[path][token] if path in nodes else Step(token, 0.0, None)
        for path, token in zip(paths, remainder, strict=True)
    )
    return PathScore(
        log_score=math.fsum(step.log_probability for step in steps),
        legal_mass_log=math.fsum(masses[path] for path in paths if path in masses),
        token_ids=remainder,
        steps=steps,
    )


def log_softmax(logits: Sequence[float]) -> tuple[float, ...]:
    """Turn logits into natural log-probabilities in double precision."""
    largest = max(logits)
    log_sum = math.log(math.fsum(math.exp(logit - largest) for logit in logits))
    return tuple(logit - largest - log_sum for logit in logits)


def require_finite(scored: ScoredRow) -> None:
    """Raise ScoringError, naming the question and the token, on a number that is not finite."""
    row, evidence = scored.row, scored.evidence
    for token, logit in zip(row.allowed, evidence.logits, strict=True):
        if not math.isfinite(logit):
            raise ScoringError(
                f"Field '{row.key}': the model's logit for token {token} is {logit}, not a finite "
                "number; its file may be damaged, so check its sha256 or open another model."
            )
    if not math.isfinite(evidence.log_mass):
        raise ScoringError(
            f"Field '{row.key}': the probability of its allowed tokens is not a finite number "
            f"({evidence.log_mass}); the model's file may be damaged, so check its sha256 or open "
            "another model."
        )
