"""`loupe score`: the probability of every choice of every field."""

from __future__ import annotations

import argparse
import json
from dataclasses import replace

from engine.cli.arguments import local_today
from engine.cli.render import print_findings, refusal_code, refuse
from engine.cli.request import requested
from engine.cli.score_lines import score_lines
from engine.document import Document
from engine.errors import StageFailed
from engine.neutral import Corrected, correct_snapshot
from engine.report import finding_report
from engine.scoring.prior import NEUTRAL_CONTEXT, PRIOR_MODE
from engine.scoring.report import scores_json, with_prior_json
from engine.scoring.result import Scores
from engine.session import Engine
from engine.snapshot import Snapshot, value_of
from engine.workspace import open_workspace


def run(options: argparse.Namespace) -> int:
    """Write the scores to stdout and findings to stderr; else as `refuse`."""
    workspace = open_workspace()
    engine = workspace.engine(local_today(), steady=True)
    corrected = None
    try:
        asked = requested(options, workspace)
        document = _overridden(asked.document, options, engine)
        snapshot = engine.complete(document, score=True)
        if options.prior and value_of(snapshot.scores) is not None:
            corrected = correct_snapshot(snapshot, lambda one: engine.complete(one, score=True))
            snapshot = corrected.snapshot
    except StageFailed as error:
        print_findings("score", error.findings)
        return refusal_code(error.findings)
    finally:
        engine.close()
    snapshot = asked.in_file(snapshot)
    scores = value_of(snapshot.scores)
    if scores is None:
        return refuse("score", snapshot, hidden=options.all)
    print_findings("score", snapshot.findings, hidden=options.all)
    if options.json:
        print(json.dumps(score_report(snapshot, corrected), ensure_ascii=False, indent=2))
    else:
        print("\n".join(score_lines(scores, corrected)))
    return 0


def score_report(snapshot: Snapshot, corrected: Corrected | None = None) -> dict[str, object]:
    """Give the object of `score --json`."""
    scores, hashes = value_of(snapshot.scores), value_of(snapshot.hashes)
    assert scores is not None
    assert hashes is not None
    told = scores_json(scores)
    report: dict[str, object] = {
        "model": told["model"],
        "prompt_sha256": hashes.prompt_sha256,
        "plan_hash": hashes.plan_hash,
        "scoring": snapshot.document.scoring,
        "temperature": snapshot.document.temperature,
        "fields": told["fields"],
        "tokens": told["tokens"],
        "timing_ms": told["timing_ms"],
        "findings": [finding_report(finding) for finding in snapshot.findings],
    }
    return report if corrected is None else report | _prior_report(scores, corrected)


def _prior_report(scores: Scores, corrected: Corrected) -> dict[str, object]:
    neutral = value_of(corrected.neutral.hashes)
    assert neutral is not None
    return {
        "fields": with_prior_json(scores, corrected.before, corrected.prior),
        "prior": {
            "mode": PRIOR_MODE,
            "context": NEUTRAL_CONTEXT,
            "prompt_sha256": neutral.prompt_sha256,
            "plan_hash": neutral.plan_hash,
        },
    }


def _overridden(document: Document, options: argparse.Namespace, engine: Engine) -> Document:
    """Apply --temperature and --model."""
    if options.temperature is not None:
        document = document.with_option("temperature", json.dumps(options.temperature))
    if options.model:
        profile = engine.stages.profile(document)
        document = replace(document, profile=replace(profile, model=options.model))
    return document
