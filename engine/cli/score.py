"""`loupe score`: the probability of every choice of every field."""

from __future__ import annotations

import argparse
import datetime
import json
from dataclasses import replace

from engine.cli.render import print_findings
from engine.cli.request import requested_document
from engine.document import Document
from engine.errors import StageFailed
from engine.report import finding_report
from engine.scoring.report import scores_json
from engine.scoring.result import MultiScore, Scores
from engine.session import Engine
from engine.snapshot import Ready, Snapshot
from engine.workspace import open_workspace

SMALLEST_SHOWN = 0.001


def run(options: argparse.Namespace) -> int:
    """Write the scores to stdout and findings to stderr; 1 when it cannot be scored."""
    workspace = open_workspace()
    engine = workspace.engine(datetime.date.today())  # noqa: DTZ011
    try:
        document = requested_document(options, workspace)
        if options.temperature is not None:
            document = document.with_option("temperature", json.dumps(options.temperature))
        if options.model:
            document = _with_model(document, options.model, engine)
        snapshot = engine.complete(document, score=True)
    except StageFailed as error:
        print_findings("score", error.findings)
        return 1
    finally:
        engine.close()
    print_findings("score", snapshot.findings, hidden=options.all)
    if not isinstance(snapshot.scores, Ready):
        return 1
    if options.json:
        print(json.dumps(score_report(snapshot), ensure_ascii=False, indent=2))
    else:
        print_scores(snapshot.scores.value)
    return 0


def score_report(snapshot: Snapshot) -> dict[str, object]:
    """Give the object of `score --json`."""
    assert isinstance(snapshot.scores, Ready)
    assert isinstance(snapshot.hashes, Ready)
    scores = scores_json(snapshot.scores.value)
    return {
        "model": scores["model"],
        "prompt_sha256": snapshot.hashes.value.prompt_sha256,
        "plan_hash": snapshot.hashes.value.plan_hash,
        "scoring": snapshot.document.scoring,
        "fields": scores["fields"],
        "tokens": scores["tokens"],
        "timing_ms": scores["timing_ms"],
        "findings": [finding_report(finding) for finding in snapshot.findings],
    }


def print_scores(scores: Scores) -> None:
    """Write a line per field and one per choice, the winner marked."""
    for field in scores.fields:
        if isinstance(field, MultiScore):
            print(f"{field.field}: {', '.join(field.value) or '(none)'}")
            for number, option in enumerate(field.options):
                mark = "*" if number in field.selected else " "
                print(f"  {mark} {option.option}  {shown(option.probability)}")
            continue
        print(f"{field.field}: {field.value}{'  (tie)' if field.tie else ''}")
        for number, choice in enumerate(field.choices):
            mark = "*" if number == field.winner else " "
            print(f"  {mark} {choice.choice}  {shown(choice.probability)}")


def shown(probability: float) -> str:
    """Round a probability for reading, but never down to nothing.

    >>> shown(0.00001)
    '< 0.001'
    """
    return "< 0.001" if 0 < probability < SMALLEST_SHOWN else f"{probability:.3f}"


def _with_model(document: Document, model: str, engine: Engine) -> Document:
    return replace(document, profile=replace(engine.stages.profile(document), model=model))
