"""The engine: one facade that works a document through all stages."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeVar

from engine.chat_format import ChatFormat
from engine.document import Document
from engine.errors import Finding, Place, ScoringError, StageFailed, message_and_cure
from engine.findings.blind_spot import blind_spot
from engine.findings.context_names import context_name_findings
from engine.findings.hidden import OPTION as HIDDEN_OPTION
from engine.findings.hidden import mark_hidden, option_findings
from engine.findings.places import located
from engine.memo import Memo
from engine.plan.plan import Plan
from engine.runner import Publish, Ticket
from engine.schema.fields import Schema
from engine.scorers import Scorers
from engine.scoring.findings import score_findings
from engine.scoring.pieces import with_pieces
from engine.scoring.result import Scores
from engine.scoring.rows import Scorer, rows_of
from engine.scoring.score import score as scores_of
from engine.scoring.spelling import speller
from engine.snapshot import PENDING, Blocked, Failed, Ready, Slot, Snapshot, TokenView, value_of
from engine.stages import StageOutcome, Stages

T = TypeVar("T")
Clock = Callable[[], float]
STAGES = ("schema", "plan", "prompt", "tokens", "hashes", "scores")


@dataclass(frozen=True, slots=True)
class _Scorable:
    """What scoring needs of a rendered document."""

    schema: Schema
    plan: Plan
    chat: ChatFormat
    tokens: TokenView
    document: Document


class _StopHere(Exception):
    """Raised when a stage has no value, so that the later ones are blocked."""


class _Draft:
    """The snapshot that grows from stage to stage."""

    def __init__(self, snapshot: Snapshot) -> None:
        self.snapshot = snapshot

    def take(self, stage: str, outcome: StageOutcome[T], *, keep: bool = True) -> T:
        """Put the outcome into the stage's slot and give its value; without one, stop.

        `keep=False` is for a preparation that has no slot: only its failure is put there.
        """
        findings = (*self.snapshot.findings, *outcome.findings)
        self.snapshot = replace(self.snapshot, findings=findings)
        if isinstance(outcome.slot, Failed):
            self._fail(stage, outcome.slot)
            raise _StopHere
        if keep:
            self.snapshot = _with_slot(self.snapshot, stage, outcome.slot)
        return outcome.slot.value

    def _fail(self, stage: str, slot: Failed) -> None:
        self.snapshot = _with_slot(self.snapshot, stage, slot)
        for later in STAGES[STAGES.index(stage) + 1 :]:
            self.snapshot = _with_slot(self.snapshot, later, Blocked(stage, slot.findings))


class Engine:
    """Work documents through the stages, on the one thread that calls it."""

    def __init__(self, stages: Stages, scorers: Scorers, clock: Clock = time.perf_counter) -> None:
        """Take the stages, the models and a clock in seconds."""
        self.stages = stages
        self._scorers = scorers
        self._clock = clock
        self._scores: Memo[StageOutcome[Scores]] = Memo()
        self._first_seen: tuple[str, Snapshot] | None = None

    def complete(self, document: Document, *, score: bool = False) -> Snapshot:
        """Run all stages (scoring only if asked) and give the last snapshot."""
        return self._work(document, Ticket(0), lambda _: None, score=score, watch=False)

    def run(
        self, document: Document, ticket: Ticket, publish: Publish, *, score: bool = True
    ) -> Snapshot:
        """Publish a snapshot when the prompt is there and again with its scores.

        Raises Superseded when the ticket was cancelled; the user's mistakes are in the snapshot.
        """
        return self._work(document, ticket, publish, score=score, watch=True)

    def close(self) -> None:
        """Free the model; the last call."""
        self._scorers.close()

    def _work(
        self, document: Document, ticket: Ticket, publish: Publish, *, score: bool, watch: bool
    ) -> Snapshot:
        """Do a run; `watch` compares the document with its earlier states."""
        snapshot, scorable = self._render(document, ticket, publish)
        snapshot = _finished(self._watched(snapshot) if watch else snapshot)
        if scorable is None or not score:
            publish(snapshot)
            return snapshot
        activity = "scoring" if self._scorers.is_open() else "loading the model"
        publish(replace(snapshot, activity=activity))
        ticket.check()
        slot, findings = self._score(scorable, ticket)
        findings = mark_hidden(findings, document.option(HIDDEN_OPTION), document.context.name)
        snapshot = replace(snapshot, scores=slot, findings=(*snapshot.findings, *findings))
        publish(snapshot)
        return snapshot

    def _watched(self, snapshot: Snapshot) -> Snapshot:
        """Compare with the state in which this plan_hash was first seen; a new one begins anew."""
        hashes = value_of(snapshot.hashes)
        if hashes is None:
            return snapshot
        plan_hash = hashes.plan_hash
        if self._first_seen is None or self._first_seen[0] != plan_hash:
            kept = replace(snapshot, prompt=PENDING, tokens=PENDING)
            self._first_seen = (plan_hash, kept)
            return snapshot
        finding = blind_spot(self._first_seen[1], snapshot)
        if finding is None:
            return snapshot
        return replace(snapshot, findings=(*snapshot.findings, finding))

    def _render(
        self, document: Document, ticket: Ticket, publish: Publish
    ) -> tuple[Snapshot, _Scorable | None]:
        start = self._clock()
        draft = _Draft(Snapshot(ticket.generation, document))
        scorable = None
        try:
            schema = draft.take("schema", self.stages.schema(document.schema_text))
            opening = self._clock()
            chat = self._chat_format(document, draft, publish)
            start += self._clock() - opening  # opening a tokenizer is not rendering
            ticket.check()
            hardened = document.hardened
            plan = draft.take(
                "plan", self.stages.plan(schema, document.scoring, chat, hardened=hardened)
            )
            ticket.check()
            prompt = draft.take(
                "prompt", self.stages.prompt(schema, plan, chat, document.context.data)
            )
            tokens = draft.take("tokens", self.stages.tokens(prompt, plan, chat, hardened=hardened))
            hashes = self.stages.hashes(prompt, tokens, plan)
            draft.snapshot = replace(draft.snapshot, hashes=Ready(hashes))
            scorable = _Scorable(schema, plan, chat, tokens, document)
        except _StopHere:
            pass
        except Exception:
            if not ticket.cancelled:
                publish(draft.snapshot)  # a bug takes nothing from the stages before it
            raise
        elapsed = (self._clock() - start) * 1000
        return replace(draft.snapshot, render_ms=elapsed, activity=""), scorable

    def _chat_format(self, document: Document, draft: _Draft, publish: Publish) -> ChatFormat:
        try:
            profile = self.stages.profile(document)
        except StageFailed as error:
            failed: StageOutcome[ChatFormat] = StageOutcome(Failed(error.findings), error.findings)
            return draft.take("plan", failed, keep=False)
        if not self.stages.is_open(profile):
            publish(replace(draft.snapshot, activity=f"opening the tokenizer of {profile.name}"))
        return draft.take("plan", self.stages.chat_format(profile), keep=False)

    def _score(
        self, scorable: _Scorable, ticket: Ticket
    ) -> tuple[Slot[Scores], tuple[Finding, ...]]:
        try:
            scorer = self._scorers.scorer_for(scorable.chat.profile, scorable.chat.tokenizer)
        except StageFailed as error:
            return Blocked("model", error.findings), error.findings
        ids = scorable.tokens.tokenization.ids
        try:
            temperature = scorable.document.temperature
            key = (scorable.schema, scorable.plan, temperature, ids, scorer.model)
            outcome = self._scores.get(key, lambda: self._evaluate(scorable, scorer, ticket))
        except ScoringError as error:
            failed = (_not_scored(error),)
            return Failed(failed), failed
        return outcome.slot, outcome.findings

    def _evaluate(
        self, scorable: _Scorable, scorer: Scorer, ticket: Ticket
    ) -> StageOutcome[Scores]:
        start = self._clock()
        ids = scorable.tokens.tokenization.ids
        rows = rows_of(scorable.plan)
        evidence = scorer.evaluate(ids, rows, ticket.check)
        scores = scores_of(
            scorable.schema,
            scorable.plan,
            rows,
            evidence,
            scorer.model,
            prompt_tokens=len(ids),
            total_ms=(self._clock() - start) * 1000,
            temperature=scorable.document.temperature,
        )
        spell = speller(scorable.chat.tokenizer)
        return StageOutcome(Ready(with_pieces(scores, spell)), score_findings(scores, spell))


def _finished(snapshot: Snapshot) -> Snapshot:
    """Make the findings' places precise and mark those that the document hides."""
    document = snapshot.document
    option = document.option(HIDDEN_OPTION)
    found = (*located(snapshot), *context_name_findings(document))
    marked = mark_hidden(found, option, document.context.name)
    return replace(snapshot, findings=(*marked, *option_findings(option)))


def _with_slot(snapshot: Snapshot, stage: str, slot: Slot[T]) -> Snapshot:
    changes: dict[str, Slot[T]] = {stage: slot}
    return replace(snapshot, **changes)  # type: ignore[arg-type]  # the stage names its own slot


def _not_scored(error: ScoringError) -> Finding:
    return Finding("scoring-failed", "error", Place("model"), *message_and_cure(str(error)))
