"""The engine works documents through all stages; a failed stage blocks the later ones."""

from __future__ import annotations

import datetime
from dataclasses import replace

import pytest

from engine.document import Context, Document
from engine.profile_library import ProfileLibrary
from engine.runner import Superseded, Ticket
from engine.scorers import Scorers
from engine.scoring.rows import Evidence, ModelInfo, RowEvidence
from engine.session import Engine
from engine.snapshot import PENDING, Blocked, Failed, Ready
from engine.stages import Stages, ids_sha256
from engine.workspace import open_workspace
from tests.gguf_bytes import header_bytes, key, text

SCHEMA = '{"flag": {"type": "boolean", "description": "manually flagged"}}'
FAKE = Document(SCHEMA, (Context("c", b"late"),), profile="qwen3-fake")
TODAY = datetime.date(2026, 1, 1)


class EvenScorer:
    """Say the same logit for every allowed token, and count how often it was asked."""

    def __init__(self, model: ModelInfo) -> None:
        self.model = model
        self.asked = 0
        self.closed = False

    def evaluate(self, prompt_ids, rows, check):
        self.asked += 1
        check()
        even = tuple(RowEvidence((0.0,) * len(row.allowed), -0.1, ()) for row in rows)
        return Evidence(even, 0, 1.0, 1.0)

    def close(self):
        self.closed = True


class Bench:
    """An engine over the pinned test tokenizer, with a model that carries it."""

    def __init__(self, tmp_path) -> None:
        self.workspace = open_workspace(tmp_path)
        self.file = tmp_path / "model.gguf"
        self.file.write_bytes(header_bytes(key("a", 8, text("b"))))
        self.opened: list[EvenScorer] = []
        profiles = tuple(
            replace(profile, model=str(self.file)) if profile.name == "qwen3-fake" else profile
            for profile in self.workspace.profiles
        )
        stages = Stages(ProfileLibrary(profiles), self.workspace.tokenizers, TODAY)
        self.scorers = Scorers(self.workspace.assets, self.open)
        self.engine = Engine(stages, self.scorers)

    def open(self, path, sha256, name):
        info = ModelInfo(name, sha256, "llama", "float32", "cpu", 2048)
        self.opened.append(EvenScorer(info))
        return self.opened[-1]


@pytest.fixture
def bench(tmp_path):
    return Bench(tmp_path)


@pytest.fixture
def scoring_bench(bench, monkeypatch):
    """The same with the model's file taken for the tokenizer's own."""
    sha256 = bench.workspace.tokenizers.open("code-points").info.sha256
    monkeypatch.setattr("engine.scorers.file_sha256", lambda path: sha256)
    return bench


def test_every_stage_of_a_good_document_is_ready_without_scores(bench):
    snapshot = bench.engine.complete(FAKE)
    assert isinstance(snapshot.hashes, Ready)
    # Specification section 8: ids are code points modulo 60; by hand from the prompt's own text.
    text = snapshot.prompt.value.text
    ids = tuple(ord(character) % 60 for character in text)
    assert snapshot.tokens.value.tokenization.ids == ids
    assert snapshot.hashes.value.prompt_sha256 == ids_sha256(ids)


def test_what_was_rendered_is_there_when_every_stage_but_scoring_is_ready(bench):
    snapshot = bench.engine.complete(FAKE)
    rendered = snapshot.rendered
    assert rendered.plan is snapshot.plan.value
    assert rendered.prompt is snapshot.prompt.value
    assert rendered.tokens is snapshot.tokens.value
    assert rendered.hashes is snapshot.hashes.value
    assert snapshot.failure == ()


@pytest.mark.parametrize("stage", ["plan", "prompt", "tokens", "hashes"])
def test_nothing_counts_as_rendered_while_a_stage_is_pending(bench, stage):
    assert replace(bench.engine.complete(FAKE), **{stage: PENDING}).rendered is None


def test_an_unchanged_input_gives_the_same_objects_again(bench):
    first = bench.engine.complete(FAKE)
    second = bench.engine.complete(replace(FAKE, contexts=(Context("c", b"later"),)))
    assert second.schema.value is first.schema.value
    assert second.plan.value is first.plan.value
    assert second.prompt.value is not first.prompt.value


@pytest.mark.parametrize(
    ("document", "failed", "blocked"),
    [
        (replace(FAKE, schema_text='{"flag": '), "schema", ["plan", "prompt", "tokens", "hashes"]),
        (replace(FAKE, profile="llama"), "plan", ["prompt", "tokens", "hashes"]),
        (replace(FAKE, profile="gemma"), "plan", ["prompt", "tokens", "hashes"]),
        (replace(FAKE, contexts=(Context("c", b"\xff"),)), "prompt", ["tokens", "hashes"]),
    ],
    ids=["half-typed schema", "unknown profile", "missing tokenizer", "context not UTF-8"],
)
def test_a_failed_stage_blocks_the_later_ones_and_says_why(bench, document, failed, blocked):
    snapshot = bench.engine.complete(document, score=True)
    slot = getattr(snapshot, failed)
    assert isinstance(slot, Failed)
    assert snapshot.failure == slot.findings
    assert snapshot.rendered is None
    assert slot.findings[0].message
    assert slot.findings[0].cure
    assert set(slot.findings) <= set(snapshot.findings)
    for stage in (*blocked, "scores"):
        assert getattr(snapshot, stage) == Blocked(failed, getattr(snapshot, failed).findings)
    assert snapshot.complete


def test_the_prompt_is_published_before_its_scores(scoring_bench):
    seen = []
    scoring_bench.engine.run(FAKE, Ticket(7), seen.append)
    last_two = [(type(one.hashes), type(one.scores).__name__) for one in seen[-2:]]
    assert last_two == [(Ready, "Pending"), (Ready, "Ready")]
    assert {one.generation for one in seen} == {7}
    assert seen[-2].hashes is seen[-1].hashes


def test_even_logits_give_even_probabilities(scoring_bench):
    snapshot = scoring_bench.engine.complete(FAKE, score=True)
    (flag,) = snapshot.scores.value.fields
    assert [choice.probability for choice in flag.choices] == [0.5, 0.5]


def test_scores_are_not_computed_again_for_the_same_prompt_and_plan(scoring_bench):
    scoring_bench.engine.complete(FAKE, score=True)
    scoring_bench.engine.complete(FAKE, score=True)
    assert [scorer.asked for scorer in scoring_bench.opened] == [1]


def test_a_cancelled_request_raises_and_publishes_no_scores(scoring_bench):
    seen = []
    ticket = Ticket(1)
    publish = seen.append

    def cancel_after_prompt(snapshot):
        publish(snapshot)
        if isinstance(snapshot.hashes, Ready):
            ticket.cancel()

    with pytest.raises(Superseded):
        scoring_bench.engine.run(FAKE, ticket, cancel_after_prompt)
    assert not any(isinstance(one.scores, Ready) for one in seen)


def test_no_model_scores_what_the_test_tokenizer_cut(bench):
    snapshot = bench.engine.complete(FAKE, score=True)
    assert isinstance(snapshot.scores, Blocked)
    assert snapshot.scores.by == "model"
    assert snapshot.scores.findings[0].id == "model-missing"
    assert bench.opened == []


TENSOR = text("w") + (1).to_bytes(4, "little") + (4).to_bytes(8, "little") + bytes(4) + bytes(8)


@pytest.mark.parametrize(
    ("data", "part"),
    [
        (b"", "truncated"),
        (b"x" * 5000, "not a GGUF file"),
        (header_bytes(key("a", 8, text("b")))[:30], "truncated"),
        (header_bytes(tensors=(TENSOR,)), "truncated: tensor w begins at byte"),
    ],
    ids=["empty", "junk", "cut header", "cut before its tensors"],
)
def test_a_damaged_model_is_told_as_damaged_not_as_another_tokenizers(bench, data, part):
    bench.file.write_bytes(data)
    snapshot = bench.engine.complete(FAKE, score=True)
    (finding,) = snapshot.scores.findings
    assert finding.id == "model-cannot-open"
    assert part in finding.message
    assert str(bench.file) in finding.message


def test_a_profile_without_a_model_says_which_one_is_missing(bench, monkeypatch):
    profile = replace(bench.workspace.profile("qwen3-fake"), model=None)
    snapshot = bench.engine.complete(replace(FAKE, profile=profile), score=True)
    assert snapshot.scores.findings[0].id == "model-missing"


def test_a_temperature_that_is_no_number_fails_the_scores_alone(scoring_bench):
    document = FAKE.with_option("temperature", '"hot"')
    snapshot = scoring_bench.engine.complete(document, score=True)
    assert isinstance(snapshot.hashes, Ready)
    assert isinstance(snapshot.scores, Failed)
    assert "temperature" in snapshot.scores.findings[0].message


def test_closing_frees_the_model(scoring_bench):
    scoring_bench.engine.complete(FAKE, score=True)
    scoring_bench.engine.close()
    assert scoring_bench.opened[0].closed


def test_a_bug_in_a_stage_leaves_what_the_stages_before_it_gave(bench, monkeypatch):
    seen = []

    def broken(*given):
        raise ZeroDivisionError("a bug")

    monkeypatch.setattr("engine.stages.count_control_tokens", broken)
    with pytest.raises(ZeroDivisionError):
        bench.engine.run(FAKE, Ticket(1), seen.append)
    assert isinstance(seen[-1].prompt, Ready)
    assert seen[-1].tokens == PENDING
    monkeypatch.undo()
    assert isinstance(bench.engine.complete(FAKE).hashes, Ready)
