"""A document becomes a golden vector in one action, or the reason why not is said."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.document import Context, Document
from engine.golden.check import State
from engine.golden.decision import Refused, Written
from engine.vector import read_vector
from tests.golden.folders import bytes_of

DOCUMENT = Document(
    '{"b": {"type": "boolean", "description": "q\\u00a0\\n2"}, "a": {"choices": ["x", "y\\"z"]}}',
    (Context("c", "a\u00a0b\r\n\x7f\U0001f600e\u0301\n".encode()),),
    profile="smollm2",
    scoring="slots",
)


def test_a_new_vector_is_written_listed_and_fresh_and_undo_removes_it(folder, review_of):
    before = bytes_of(folder)
    review = review_of(folder)
    outcome = review.new(DOCUMENT, "my_case", "why it is here")
    assert isinstance(outcome, Written)
    assert outcome.name == "smollm2__b179c9523d0e__my_case"
    assert {path.name for path in outcome.paths} == {
        f"{outcome.name}.json",
        "cases.toml",
        "README.md",
    }
    vector = read_vector(folder / f"{outcome.name}.json")
    assert vector.field_order == ("b", "a")
    assert vector.context == "a\u00a0b\r\n\x7f\U0001f600e\u0301\n"
    assert (vector.note, vector.accepted) == ("why it is here", "2026-05-01")
    assert {entry.verdict.state for entry in review.load()} == {State.FRESH}
    cases = (folder / "cases.toml").read_text()
    assert cases.startswith(before["cases.toml"].decode())
    assert "\\u00a0" in cases
    review.undo()
    assert bytes_of(folder) == before


@pytest.mark.parametrize(
    ("document", "case", "sentence"),
    [
        (DOCUMENT, "a b", "'a b' cannot name a case"),
        (DOCUMENT, "../x", "'../x' cannot name a case"),
        (DOCUMENT, "one_choice", "smollm2__b179c9523d0e__one_choice.json is there already"),
        (replace(DOCUMENT, profile="qwen3-fake"), "one_choice", "cases.toml has a case one_choice"),
        (replace(DOCUMENT, profile="mine"), "x", "the profile mine is no built-in one"),
        (DOCUMENT.with_option("hardened", "true"), "x", "a vector holds what upstream sends"),
        (replace(DOCUMENT, schema_text="{"), "x", "the document does not render"),
        (replace(DOCUMENT, schema_text="[]"), "x", "the document does not render"),
        (replace(DOCUMENT, schema_text="{}"), "x", "The schema has no fields"),
        (replace(DOCUMENT, contexts=(Context("c", b"\xff"),)), "x", "the document does not render"),
    ],
)
def test_what_cannot_become_a_vector_says_why(document, case, sentence, folder, review_of):
    before = bytes_of(folder)
    outcome = review_of(folder).new(document, case)
    assert isinstance(outcome, Refused)
    assert outcome.sentence.startswith(sentence)
    assert bytes_of(folder) == before
