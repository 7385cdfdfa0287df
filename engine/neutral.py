"""A scored snapshot corrected by the scores of the same questions without a context."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, replace

from engine.document import Context, Document
from engine.errors import StageFailed
from engine.findings.hidden import OPTION as HIDDEN_OPTION
from engine.findings.hidden import mark_hidden
from engine.schema.fields import FieldKind, Schema
from engine.scoring.findings import SCORE_FINDINGS, score_findings
from engine.scoring.prior import NEUTRAL_CONTEXT, correct
from engine.scoring.result import Scores
from engine.snapshot import Ready, Snapshot, value_of

CompleteScored = Callable[[Document], Snapshot]


@dataclass(frozen=True, slots=True)
class Corrected:
    """The snapshot with corrected scores, the scores before, the neutral snapshot, its scores."""

    snapshot: Snapshot
    before: Scores
    neutral: Snapshot
    prior: Scores


def correct_snapshot(snapshot: Snapshot, complete: CompleteScored) -> Corrected:
    """Score the neutral document and take its scores off the snapshot's, which are ready.

    StageFailed when the neutral document cannot be scored.
    """
    document, schema = snapshot.document, value_of(snapshot.schema)
    before = value_of(snapshot.scores)
    assert schema is not None
    assert before is not None
    neutral = complete(neutral_document(document, schema))
    prior = value_of(neutral.scores)
    if prior is None:
        raise StageFailed(*neutral.findings)
    scores = correct(before, prior, document.temperature)
    spell = dict(scores.pieces).__getitem__
    option, context = document.option(HIDDEN_OPTION), document.context.name
    told = mark_hidden(score_findings(scores, spell), option, context)
    kept = (one for one in snapshot.findings if one.id not in SCORE_FINDINGS)
    corrected = replace(snapshot, scores=Ready(scores), findings=(*kept, *told))
    return Corrected(corrected, before, neutral, prior)


def neutral_document(document: Document, schema: Schema) -> Document:
    """Ask the same without a context, at T = 1, with every enum's choices sorted.

    The order is canonical so that the prior of a choice does not depend on where it stands
    (specification sections 0 and 6.6).
    """
    table = json.loads(document.schema_text)
    for field in schema.fields:
        if field.kind is FieldKind.ENUM:
            table[field.name]["choices"] = sorted(field.choice_texts)
    context = Context("neutral", NEUTRAL_CONTEXT.encode())
    asked = replace(document, schema_text=json.dumps(table), contexts=(context,)).activated(0)
    return asked.with_option("temperature", None)
