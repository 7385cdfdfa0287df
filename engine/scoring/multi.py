"""The rows of a multi field turned into P(yes) for each option, with the count beside them."""

from __future__ import annotations

import math

from engine.plan.plan import MultiPlan
from engine.schema.fields import FieldKind
from engine.scoring.result import MultiScore, OptionScore
from engine.scoring.rows import count_key
from engine.scoring.scalar import outside, score_scalar, softmax
from engine.scoring.trie_score import ScoredRow, require_finite

SELECTED_FROM = 0.5  # specification section 6.5: an option applies from this P(yes) on


def score_multi(
    plan: MultiPlan,
    options: tuple[ScoredRow, ...],
    count: tuple[ScoredRow, ...],
    *,
    temperature: float,
) -> MultiScore:
    """Decide a multi field option by option (specification section 6.5, without the solver).

    `options` has one row per option in schema order; the count is scored like an enum of its
    codes and changes nothing.
    """
    scores = tuple(
        _option_score(option, scored, temperature)
        for option, scored in zip(plan.options, options, strict=True)
    )
    return MultiScore(
        field=plan.field,
        options=scores,
        selected=tuple(
            index for index, score in enumerate(scores) if score.probability >= SELECTED_FROM
        ),
        margin=min(abs(score.probability - SELECTED_FROM) for score in scores),
        count=score_scalar(
            count_key(plan.field),
            FieldKind.ENUM,
            plan.count.codes,
            plan.count.remainders,
            count,
            temperature=temperature,
        ),
        rows=len(options) + len(count),
    )


def _option_score(option: str, scored: ScoredRow, temperature: float) -> OptionScore:
    require_finite(scored)
    evidence = scored.evidence
    yes, no = evidence.logits
    return OptionScore(
        option=option,
        probability=softmax(evidence.logits, temperature)[0],
        logit_yes=yes,
        logit_no=no,
        legal_mass=math.exp(evidence.log_mass),
        preferred=outside(evidence, scored.row.allowed),
    )
