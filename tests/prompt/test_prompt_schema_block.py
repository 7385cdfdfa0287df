"""The schema block is the specification's text, and every piece of it has one owner."""

from __future__ import annotations

import json

import pytest

from engine.plan.plan import Plan, ScalarPlan
from engine.prompt.schema_block import schema_block
from engine.prompt.segments import OwnerKind
from engine.schema.fields import Span
from engine.schema.lines import Lines
from engine.schema.parse import parse_schema

RISK = {
    "risk_tier": {
        "description": "Credit risk tier",
        "choices": ["LOW", "MEDIUM", "HIGH"],
        "choice_descriptions": {"LOW": "stable income", "HIGH": "many missed payments"},
    },
    "flag": {"type": "boolean", "description": "manually flagged"},
}
TAGS = {
    "tags": {
        "type": "multi",
        "description": "observed tags",
        "choices": ["late_payment", "dispute"],
    }
}


def parsed(schema):
    return parse_schema(json.dumps(schema)).schema


def text(pieces):
    return "".join(piece.text for piece in pieces)


def plan_with_aliases(**aliases):
    fields = tuple(
        ScalarPlan(name, tuple(codes), (), tuple(() for _ in codes), tuple(codes))
        for name, codes in aliases.items()
    )
    return Plan("slots", (), fields, "{}", "")


def test_labels_show_the_choices_themselves():
    assert text(schema_block(parsed(RISK), "labels", None)) == (
        '  "risk_tier": "LOW" — "stable income"  "MEDIUM"  "HIGH" — "many missed payments"'
        '  // "Credit risk tier"\n'
        '  "flag": "true"  "false"  // "manually flagged"'
    )


def test_slots_show_the_plans_own_aliases():
    plan = plan_with_aliases(risk_tier="XYZ", flag="07")
    assert text(schema_block(parsed(RISK), "slots", plan)) == (
        '  "risk_tier": X) "LOW" — "stable income"  Y) "MEDIUM"  Z) "HIGH" — '
        '"many missed payments"  // "Credit risk tier"\n'
        '  "flag": 0) "true"  7) "false"  // "manually flagged"'
    )


@pytest.mark.parametrize("mode", ["labels", "slots"])
def test_a_multi_field_reads_the_same_in_both_modes(mode):
    assert text(schema_block(parsed(TAGS), mode, plan_with_aliases())) == (
        '  "tags": 00 = "late_payment"; 01 = "dispute" — how many of these apply? Answer one of'
        ' "0", "1", "2", "3", "4" ("4" means four or more).  // "observed tags" (select all that'
        ' apply; each coded option is answered "Y" = applies or "N" = does not apply)'
    )


def test_the_last_option_has_a_two_digit_code():
    schema = parsed({"t": {"type": "multi", "choices": [f"o{n}" for n in range(64)]}})
    assert '; 63 = "o63" — how many' in text(schema_block(schema, "labels", None))


def test_every_part_has_its_owner():
    plan = plan_with_aliases(risk_tier="ABC", flag="AB")
    pieces = schema_block(parsed(RISK | TAGS), "slots", plan)
    assert {piece.owner.kind for piece in pieces} == {OwnerKind.SCHEMA}
    found = {
        (piece.owner.field, piece.owner.part, piece.owner.index): piece.text
        for piece in pieces
        if piece.owner.part not in ("punctuation", "instruction")
    }
    assert found == {
        ("risk_tier", "name", None): '"risk_tier"',
        ("risk_tier", "alias", 0): "A",
        ("risk_tier", "choice", 0): '"LOW"',
        ("risk_tier", "gloss", 0): '"stable income"',
        ("risk_tier", "alias", 1): "B",
        ("risk_tier", "choice", 1): '"MEDIUM"',
        ("risk_tier", "alias", 2): "C",
        ("risk_tier", "choice", 2): '"HIGH"',
        ("risk_tier", "gloss", 2): '"many missed payments"',
        ("risk_tier", "description", None): '"Credit risk tier"',
        ("flag", "name", None): '"flag"',
        ("flag", "alias", 0): "A",
        ("flag", "choice", 0): '"true"',
        ("flag", "alias", 1): "B",
        ("flag", "choice", 1): '"false"',
        ("flag", "description", None): '"manually flagged"',
        ("tags", "name", None): '"tags"',
        ("tags", "alias", 0): "00",
        ("tags", "choice", 0): '"late_payment"',
        ("tags", "alias", 1): "01",
        ("tags", "choice", 1): '"dispute"',
        ("tags", "description", None): '"observed tags"',
    }


def test_the_line_break_belongs_to_the_field_before_it():
    pieces = schema_block(parsed(RISK), "labels", None)
    (owner,) = (piece.owner for piece in pieces if piece.text == "\n")
    assert (owner.field, owner.part) == ("risk_tier", "punctuation")


def test_an_empty_description_and_an_empty_gloss():
    schema = parsed({"f": {"choices": ["a"], "choice_descriptions": {"a": ""}}})
    assert text(schema_block(schema, "labels", None)) == '  "f": "a"  // ""'


def test_slots_without_a_plan_or_with_another_schemas_plan_are_refused():
    with pytest.raises(ValueError, match="slots mode needs the compiled plan"):
        schema_block(parsed(RISK), "slots", None)
    with pytest.raises(ValueError, match="the plan does not fit the field 'risk_tier'"):
        schema_block(parsed(RISK), "slots", plan_with_aliases(risk_tier="AB", flag="AB"))


def test_an_unknown_mode_is_refused_in_the_words_of_the_specification():
    with pytest.raises(ValueError, match="mode must be 'slots' or 'labels', got 'naive'"):
        schema_block(parsed(RISK), "naive", None)


def test_a_span_of_the_text_is_a_place_with_line_and_column():
    where = Lines("ab\n é😀z").place(Span(4, 6), "f")
    assert (where.line, where.column, where.source_start, where.source_end) == (2, 2, 4, 6)
    assert where.key == "schema/f"
