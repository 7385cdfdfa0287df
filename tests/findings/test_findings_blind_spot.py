"""plan_hash stays when a gloss or a description changes; that is told."""

from __future__ import annotations

import json

import pytest

from engine.document import Context, Document
from engine.findings.blind_spot import blind_spot
from engine.runner import Ticket
from tests.findings.workbench import enum, found, only, source_of

FIELD = {"type": "enum", "description": "tier", "choices": ["LOW", "HIGH"]}


def schema(**changes) -> dict[str, object]:
    return {"f": {**FIELD, **changes}}


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"description": "risk"}, "the description of 'f'"),
        ({"choice_descriptions": {"LOW": "stable"}}, "the gloss of 'LOW' in 'f'"),
    ],
)
def test_a_shown_text_that_plan_hash_does_not_cover(bench, changes, said) -> None:
    before, after = bench.look("smollm2", schema()), bench.look("smollm2", schema(**changes))
    assert before.hashes.value.plan_hash == after.hashes.value.plan_hash
    assert before.hashes.value.prompt_sha256 != after.hashes.value.prompt_sha256
    finding = blind_spot(before, after)
    assert finding is not None
    assert finding.id == "plan-hash-blind-spot"
    assert said in finding.message
    assert after.hashes.value.plan_hash[:12] in finding.message


@pytest.mark.parametrize(
    "changes",
    [
        {"choices": ["LOW", "HIGHER"]},
        {"description": "tier\nhidden second line"},
        {"note": "an unknown key"},
        {},
    ],
)
def test_other_changes_are_no_blind_spot(bench, changes) -> None:
    before, after = bench.look("smollm2", schema()), bench.look("smollm2", schema(**changes))
    assert blind_spot(before, after) is None


def test_a_document_without_a_plan_has_no_blind_spot(bench) -> None:
    good, broken = bench.look("smollm2", schema()), bench.look("smollm2", "{")
    assert blind_spot(good, broken) is None
    assert blind_spot(broken, good) is None


def run(bench, table: dict[str, object], context: bytes = b"c"):
    document = Document(json.dumps(table), (Context("c", context),), profile="qwen3-fake")
    return bench.engine.run(document, Ticket(1), lambda _: None, score=False)


def test_the_engine_compares_with_the_state_in_which_the_hash_was_first_seen(bench) -> None:
    run(bench, enum("x", "y"))
    assert not found(run(bench, schema()), "plan-hash-blind-spot")
    changed = run(bench, schema(description="risk"))
    finding = only(changed, "plan-hash-blind-spot")
    assert finding.where.line == 1
    assert source_of(changed, finding).startswith('"f"')
    typed_on = run(bench, schema(description="risk"), b"other context")
    assert only(typed_on, "plan-hash-blind-spot").message == finding.message
    assert not found(run(bench, schema()), "plan-hash-blind-spot")


def test_documents_of_the_command_line_are_not_compared(bench) -> None:
    run(bench, schema())
    assert not found(bench.look("qwen3-fake", schema(description="risk")), "plan-hash-blind-spot")
