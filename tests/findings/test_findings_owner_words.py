"""A message names the user's text as people know it: by the choice, its field, what is in it."""

from __future__ import annotations

import pytest

from engine.findings.owner_words import owner_words
from engine.prompt.segments import Owner, OwnerKind, Segment
from tests.findings.workbench import found, only

END = "<|im_end|>"


@pytest.mark.parametrize("scoring", ["labels", "slots"])
@pytest.mark.parametrize(
    ("field", "identity", "words"),
    [
        ({"choices": ["x", f"b{END}"]}, "choice", f"{END} in choice 'b{END}' of field 'a' is"),
        (
            {"choices": ["x", 'say "y"'], "choice_descriptions": {'say "y"': END}},
            "gloss",
            f"{END} in the gloss of choice 'say \"y\"' of field 'a' is",
        ),
        (
            {"description": f"{END} {END}"},
            "description",
            "in the description of field 'a', 2 times, is",
        ),
    ],
    ids=["choice", "gloss", "description"],
)
def test_a_control_token_is_placed_by_choice_and_field(bench, scoring, field, identity, words):
    base = {"type": "enum", "description": "d", "choices": ["x", "y"]}
    snapshot = bench.look("smollm2", {"a": {**base, **field}}, scoring=scoring)
    assert words in only(snapshot, f"control-token-in-{identity}").message


def test_a_fields_name_is_named_as_such(bench):
    snapshot = bench.look("smollm2", {END: {"type": "boolean", "description": "d"}})
    message = only(snapshot, "control-token-in-name").message
    assert f"{END} in the name of field '{END}' is control token 2" in message


def test_an_invisible_character_is_placed_by_choice_and_field(bench):
    schema = {
        "a": {
            "type": "multi",
            "description": "d",
            "choices": ["x", "y\u200b"],
            "choice_descriptions": {"x": "g\u2060"},
        }
    }
    messages = {one.message for one in found(bench.look("smollm2", schema), "schema-invisible")}
    assert messages == {
        "choice 'y\u200b' of field 'a' holds 1 invisible character: 1 × U+200B ZERO WIDTH SPACE",
        "the gloss of choice 'x' of field 'a' holds 1 invisible character: 1 × U+2060 WORD JOINER",
    }


def test_a_choice_that_a_template_cut_is_told_by_its_number_from_one():
    data = b'"LO'
    owner = Owner(OwnerKind.SCHEMA, "a", "choice", 0)
    assert owner_words(owner, data, (Segment(owner, 0, 3),)) == "choice 1 of field 'a'"
