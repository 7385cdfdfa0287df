"""An engine without models, steered by semaphores, and documents for the window's tests."""

from __future__ import annotations

import datetime
import threading
from dataclasses import replace
from pathlib import Path

from engine.document import Context, Document
from engine.profiles import CONTENTS_TEMPLATE, Profile
from engine.runner import Publish, Ticket
from engine.schema.fields import FieldKind, Schema
from engine.scoring.result import ChoiceScore, ScalarScore, ScoreCost, Scores
from engine.scoring.rows import ModelInfo
from engine.snapshot import Ready, Snapshot
from engine.stages import Stages
from engine.vector import Vector

SCHEMA = """{
  "risk_tier": {"type": "enum", "description": "Credit risk tier",
                "choices": ["LOW", "HIGH"]},
  "flag": {"type": "boolean", "description": "manually flagged"}
}
"""
PROFILES = (
    Profile("qwen3-fake", "Code points", "code-points", template=CONTENTS_TEMPLATE),
    Profile("smollm2", "SmolLM2", "smollm2-135m", model="smollm2-135m"),
)
MODEL = ModelInfo("Fake-1M", "0" * 64, "llama", "float32", "cpu", 2048)


def sample_document(schema: str = SCHEMA, context: bytes = b"Pays late.\n") -> Document:
    return Document(schema, (Context("late payer", context),), profile="qwen3-fake")


def no_vectors(vector: Vector) -> str:
    raise AssertionError(vector)


def even_scores(schema: Schema) -> Scores:
    """Every choice has the same probability; the first one wins."""
    fields = tuple(
        ScalarScore(
            field=one.name,
            kind=one.kind,
            choices=tuple(
                ChoiceScore(choice, 1 / len(names), -0.5, 0.9, (7,), ()) for choice in names
            ),
            winner=0,
            margin_nats=0.0,
            tie=True,
            legal_mass=0.9,
            rows=1,
        )
        for one in schema.fields
        for names in [one.choice_texts or ("true", "false")]
        if one.kind is not FieldKind.MULTI
    )
    return Scores(MODEL, fields, ScoreCost(120, 100, 8, 2, 3.0, 2.0, 5.0))


class FakeEngine:
    """Render for real with the code-point tokenizer; score when `go` lets it.

    `rendered` counts the snapshots published before scoring. Without `steered`, nothing waits.
    """

    def __init__(self, folder: Path, *, steered: bool = False) -> None:
        from engine.workspace import open_workspace

        workspace = open_workspace(folder, folder.parent / "profiles")
        self.real = workspace.engine(datetime.date(2026, 1, 1))
        self.steered = steered
        self.rendered = threading.Semaphore(0)
        self.go = threading.Semaphore(0)
        self.documents: list[Document] = []
        self.threads: set[int] = set()
        self.closed = threading.Event()
        self.bug: Exception | None = None
        self.bug_in_stages: Exception | None = None

    def run(
        self, document: Document, ticket: Ticket, publish: Publish, *, score: bool = True
    ) -> None:
        self.documents.append(document)
        self.threads.add(threading.get_ident())
        if self.bug is not None:
            raise self.bug
        snapshot = replace(self.real.complete(document), generation=ticket.generation)
        publish(replace(snapshot, activity="scoring"))
        self.rendered.release()
        if self.steered:
            assert self.go.acquire(timeout=20)
        ticket.check()
        publish(self._scored(snapshot))

    def let_go(self) -> None:
        """Let everything score that still waits."""
        self.go.release(50)

    @property
    def stages(self) -> Stages:
        if self.bug_in_stages is not None:
            raise self.bug_in_stages
        return self.real.stages

    def close(self) -> None:
        self.real.close()
        self.closed.set()

    def _scored(self, snapshot: Snapshot) -> Snapshot:
        if not isinstance(snapshot.schema, Ready) or not isinstance(snapshot.hashes, Ready):
            return snapshot
        return replace(snapshot, scores=Ready(even_scores(snapshot.schema.value)))
