"""Scores turned into the objects that `score --json` writes."""

from __future__ import annotations

import math
from dataclasses import asdict

from pydantic import JsonValue

from engine.schema.fields import FieldKind
from engine.scoring.result import FieldScore, MultiScore, ScalarScore, Scores

JsonObject = dict[str, JsonValue]


def scores_json(scores: Scores) -> JsonObject:
    """Give the keys `model`, `fields`, `tokens` and `timing_ms` of `score --json`.

    Numbers keep full precision; a margin without a second choice is null. The command adds what
    belongs to the prompt: `prompt_sha256`, `plan_hash`, `scoring` and `findings`.
    """
    model, cost = scores.model, scores.cost
    return {
        "model": {
            "name": model.name,
            "sha256": model.sha256,
            "architecture": model.architecture,
            "dtype": model.dtype,
            "device": model.device,
        },
        "fields": {field.field: _field(field) for field in scores.fields},
        "tokens": {
            "prompt": cost.prompt_tokens,
            "reused": cost.reused_tokens,
            "rows": cost.row_tokens,
        },
        "timing_ms": {
            "prefill": cost.prefill_ms,
            "rows": cost.rows_ms,
            "total": cost.total_ms,
        },
    }


def with_prior_json(corrected: Scores, before: Scores, neutral: Scores) -> JsonObject:
    """Give the `fields` of `score --prior --json`: each with its scores before, and its prior."""
    priors = {score.field: score for score in neutral.fields}
    return {
        score.field: {
            **_field(score),
            "uncorrected": _field(raw),
            "prior": _field(priors[score.field]),
        }
        for score, raw in zip(corrected.fields, before.fields, strict=True)
    }


def _field(score: FieldScore) -> JsonObject:
    return _multi(score) if isinstance(score, MultiScore) else _scalar(score)


def _scalar(score: ScalarScore) -> JsonObject:
    boolean = score.kind is FieldKind.BOOLEAN
    summary: JsonObject = {
        "type": score.kind.value,
        "value": score.value == "true" if boolean else score.value,
        "margin_nats": score.margin_nats if math.isfinite(score.margin_nats) else None,
        "tie": score.tie,
        "legal_mass": score.legal_mass,
        "rows": score.rows,
        "choices": [
            {
                "choice": choice.choice,
                "probability": choice.probability,
                "log_score": choice.log_score,
                "token_ids": list(choice.token_ids),
                "legal_mass": choice.legal_mass,
            }
            for choice in score.choices
        ],
    }
    return summary if score.ordinal is None else {**summary, "ordinal": asdict(score.ordinal)}


def _multi(score: MultiScore) -> JsonObject:
    return {
        "type": FieldKind.MULTI.value,
        "value": list(score.value),
        "reconciled_by": score.reconciled_by,
        "margin": score.margin,
        "rows": score.rows,
        "count": _scalar(score.count),
        "options": [
            {
                "option": option.option,
                "probability": option.probability,
                "legal_mass": option.legal_mass,
            }
            for option in score.options
        ],
    }
