"""Scores corrected by what the same model says to the same questions without a context."""

from __future__ import annotations

from dataclasses import replace

from engine.scoring.multi import SELECTED_FROM
from engine.scoring.result import (
    FieldScore,
    MultiScore,
    OptionScore,
    ScalarScore,
    Scores,
)
from engine.scoring.scalar import TIE_NATS, lead, ordinal_summary, softmax
from engine.scoring.trie_score import log_softmax

NEUTRAL_CONTEXT = "(no context provided)"  # specification section 6.6
PRIOR_MODE = "neutral_v1"


def correct(scores: Scores, neutral: Scores, temperature: float = 1.0) -> Scores:
    """Take the neutral scores as the prior (specification sections 6.4 to 6.6).

    A choice's log-score becomes `log_softmax(raw - prior)`, an option's pair of logits the same;
    the temperature divides them afterwards. Choices meet by their texts, so the order in which
    the neutral prompt lists them does not matter; one without a prior keeps its score.

    Probabilities 0.6, 0.4 under a prior of 0.75, 0.25 become 1/3, 2/3.
    """
    priors = {field.field: field for field in neutral.fields}
    fields = tuple(_field(field, priors[field.field], temperature) for field in scores.fields)
    return replace(scores, fields=fields)


def _field(raw: FieldScore, prior: FieldScore, temperature: float) -> FieldScore:
    if isinstance(raw, MultiScore):
        assert isinstance(prior, MultiScore)
        return _multi(raw, prior, temperature)
    assert isinstance(prior, ScalarScore)
    return _scalar(raw, prior, temperature)


def _scalar(raw: ScalarScore, prior: ScalarScore, temperature: float) -> ScalarScore:
    if len(raw.choices) == 1:
        return raw
    known = {choice.choice: choice.log_score for choice in prior.choices}
    log_scores = log_softmax(
        [choice.log_score - known.get(choice.choice, 0.0) for choice in raw.choices]
    )
    probabilities = softmax(log_scores, temperature)
    winner = log_scores.index(max(log_scores))
    margin = lead(log_scores)
    return replace(
        raw,
        choices=tuple(
            replace(choice, log_score=log_score, probability=probability)
            for choice, log_score, probability in zip(
                raw.choices, log_scores, probabilities, strict=True
            )
        ),
        winner=winner,
        margin_nats=margin,
        tie=margin < TIE_NATS,
        legal_mass=raw.choices[winner].legal_mass,
        # Of another winner's path the tokens are known only where all choices share one row.
        preferred=raw.preferred if winner == raw.winner or raw.rows == 1 else (),
        ordinal=ordinal_summary(probabilities, winner) if raw.ordinal is not None else None,
    )


def _multi(raw: MultiScore, prior: MultiScore, temperature: float) -> MultiScore:
    known = {option.option: option for option in prior.options}
    options = tuple(_option(one, known.get(one.option), temperature) for one in raw.options)
    return replace(
        raw,
        options=options,
        selected=tuple(
            index for index, one in enumerate(options) if one.probability >= SELECTED_FROM
        ),
        margin=min(abs(one.probability - SELECTED_FROM) for one in options),
        count=_scalar(raw.count, prior.count, temperature),
    )


def _option(raw: OptionScore, prior: OptionScore | None, temperature: float) -> OptionScore:
    if prior is None:
        return raw
    pair = (raw.logit_yes - prior.logit_yes, raw.logit_no - prior.logit_no)
    return replace(raw, probability=softmax(log_softmax(pair), temperature)[0])
