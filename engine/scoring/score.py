"""A plan's rows and the model's evidence turned into the scores of every field."""

from __future__ import annotations

import math

from engine.errors import ScoringError
from engine.plan.plan import FieldPlan, MultiPlan, Plan
from engine.schema.fields import Schema
from engine.scoring.multi import score_multi
from engine.scoring.result import FieldScore, ScoreCost, Scores
from engine.scoring.rows import Evidence, ModelInfo, Row, count_key, option_key
from engine.scoring.scalar import score_scalar
from engine.scoring.trie_score import ScoredRow

ByKey = dict[str, tuple[ScoredRow, ...]]


def score(
    schema: Schema,
    plan: Plan,
    rows: tuple[Row, ...],
    evidence: Evidence,
    model: ModelInfo,
    *,
    prompt_tokens: int,
    total_ms: float,
    temperature: float = 1.0,
) -> Scores:
    """Score every field of `plan` from the evidence of `rows_of(plan)`.

    `temperature` divides the log-scores before the last softmax. ScoringError when it is not a
    finite number above 0, or when a logit is not finite.
    """
    if not (math.isfinite(temperature) and temperature > 0):
        raise ScoringError(
            f"the temperature must be a finite number above 0, not {temperature}; "
            "set options.temperature to one, such as 0.7, or remove it"
        )
    by_key = _by_key(rows, evidence)
    fields = tuple(_field_score(schema, field, by_key, temperature) for field in plan.fields)
    return Scores(model, fields, _cost(rows, evidence, prompt_tokens, total_ms))


def _by_key(rows: tuple[Row, ...], evidence: Evidence) -> ByKey:
    grouped: ByKey = {}
    for row, seen in zip(rows, evidence.rows, strict=True):
        grouped[row.key] = (*grouped.get(row.key, ()), ScoredRow(row, seen))
    return grouped


def _field_score(schema: Schema, plan: FieldPlan, by_key: ByKey, temperature: float) -> FieldScore:
    if isinstance(plan, MultiPlan):
        options = tuple(by_key[option_key(plan.field, code)][0] for code in plan.codes)
        count = by_key[count_key(plan.field)]
        return score_multi(plan, options, count, temperature=temperature)
    field = schema.field(plan.field)
    return score_scalar(
        plan.field,
        field.kind,
        plan.choices,
        plan.remainders,
        by_key.get(plan.field, ()),
        temperature=temperature,
        ordered=field.ordered,
    )


def _cost(
    rows: tuple[Row, ...], evidence: Evidence, prompt_tokens: int, total_ms: float
) -> ScoreCost:
    return ScoreCost(
        prompt_tokens=prompt_tokens,
        reused_tokens=evidence.reused_tokens,
        row_tokens=sum(len(row.token_ids) for row in rows),
        rows=len(rows),
        prefill_ms=evidence.prefill_ms,
        rows_ms=evidence.rows_ms,
        total_ms=total_ms,
    )
