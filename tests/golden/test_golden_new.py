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
        (
            replace(DOCUMENT, contexts=(Context("c", b"a\xff"),)),
            "x",
            "the document does not render: its context is not UTF-8 at byte 1: ",
        ),
    ],
)
def test_what_cannot_become_a_vector_says_why(document, case, sentence, folder, review_of):
    before = bytes_of(folder)
    outcome = review_of(folder).new(document, case)
    assert isinstance(outcome, Refused)
    assert outcome.sentence.startswith(sentence)
    assert bytes_of(folder) == before


INLINE = (
    'case = [{ name = "other", profiles = ["smollm2"], scoring = "slots", context = "x", '
    'schema = { b = { type = "boolean" } } }]\n'
)


@pytest.mark.parametrize("cases", ["case = []\n", INLINE], ids=["empty list", "inline tables"])
def test_a_list_of_cases_that_no_table_can_follow_is_left_as_it_is(cases, tmp_path, review_of):
    folder = tmp_path / "own"
    folder.mkdir()
    (folder / "cases.toml").write_text(INLINE)
    review = review_of(folder)
    (folder / "cases.toml").write_text(cases)
    before = bytes_of(folder)
    outcome = review.new(DOCUMENT, "foo")
    assert isinstance(outcome, Refused)
    assert outcome.sentence == (
        "cases.toml lists its cases as `case = [...]`, and no case can be added to that; "
        "write each as a [[case]] table of its own, then try again"
    )
    assert bytes_of(folder) == before


def test_undo_works_though_the_cases_were_broken_since(few, review_of):
    review = review_of(few)
    before = bytes_of(few)
    assert isinstance(review.new(DOCUMENT, "foo"), Written)
    (few / "cases.toml").write_text("case = 1\n")
    assert all(isinstance(outcome, Written) for outcome in review.undo())
    assert bytes_of(few) == before | {"cases.toml": b"case = 1\n"}


def test_a_case_can_follow_cases_without_a_final_line_end(tmp_path, review_of, few):
    (few / "cases.toml").write_text("# none\ncase = []".partition("\n")[0])
    review = review_of(few)
    assert isinstance(review.new(DOCUMENT, "foo"), Written)
    review.load()
    assert "smollm2__b179c9523d0e__foo" in review.names()
