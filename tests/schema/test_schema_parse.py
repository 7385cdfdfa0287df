"""Schema text becomes fields, or findings with the specification's words at the right place."""

from __future__ import annotations

import pytest

from engine.schema.fields import FieldKind, SetConstraint
from engine.schema.parse import parse_schema
from tests.schema.schema_texts import MULTI, ids, only, parse


def test_a_whole_schema_is_read_in_order_with_spans():
    text = """{
  "risk": {"type": "Enum", "description": "tier", "choices": ["LOW", "HIGH"],
           "choice_descriptions": {"HIGH": "many"}, "ordered": true, "depends_on": "flag"},
  "flag": {"type": "boolean"},
  "tags": {"type": "multi", "choices": ["x", "y"],
           "set_constraints": [{"type": "exact_k", "options": ["x", "y"], "k": 1}]}
}"""
    result = parse_schema(text)
    told = [text[one.where.source_start : one.where.source_end] for one in result.findings]
    assert told == ['"depends_on"', '"set_constraints"']  # which the answer does not follow yet
    risk, flag, tags = result.schema.fields
    assert (risk.name, risk.kind, risk.type_name) == ("risk", FieldKind.ENUM, "Enum")
    assert (risk.description, risk.ordered, risk.depends_on) == ("tier", True, "flag")
    assert risk.choice_texts == ("LOW", "HIGH")
    assert [choice.gloss for choice in risk.choices] == ["", "many"]
    high = risk.choices[1]
    assert text[high.span.start : high.span.end] == '"HIGH"'
    assert text[high.gloss_span.start : high.gloss_span.end] == '"many"'
    assert text[risk.description_span.start : risk.description_span.end] == '"tier"'
    assert text[flag.span.start : flag.span.end] == '"flag": {"type": "boolean"}'
    assert flag.choice_texts == ("true", "false")
    assert tags.set_constraints == (SetConstraint("exact_k", ("x", "y"), 1),)


@pytest.mark.parametrize("name", ["", 'say "hi"', "two words", "line\nbreak", "日本"])
def test_unusual_field_names_are_allowed(name):
    assert parse({name: {"choices": ["", "x"]}}).schema.fields[0].name == name


@pytest.mark.parametrize("synonym", ["choice", "selection", "SELECTION"])
def test_synonyms_of_enum_keep_their_spelling(synonym):
    field = parse({"f": {"type": synonym, "choices": ["a"]}}).schema.fields[0]
    assert (field.kind, field.type_name) == (FieldKind.ENUM, synonym)


@pytest.mark.parametrize(("kind", "most"), [("enum", 255), ("multi", 64)])
def test_the_largest_allowed_number_of_choices_passes(kind, most):
    schema = {"f": {"type": kind, "choices": [str(n) for n in range(most)]}}
    assert len(parse(schema).schema.fields[0].choices) == most


@pytest.mark.parametrize(
    ("field", "finding_id", "message"),
    [
        ({}, "too-few-choices", "Field 'f' of type enum must have choices defined."),
        ({"choices": []}, "too-few-choices", "Field 'f' of type enum must have choices defined."),
        ({"choices": None}, "too-few-choices", "Field 'f' of type enum must have choices defined."),
        (
            {"choices": [str(n) for n in range(256)]},
            "too-many-choices",
            "Field 'f' exceeds maximum cardinality of 255 choices (got 256).",
        ),
        (
            {"type": "multi", "choices": ["a"]},
            "too-few-choices",
            "Field 'f' of type multi must have at least 2 choices.",
        ),
        (
            {"type": "multi", "choices": [str(n) for n in range(65)]},
            "too-many-choices",
            "Field 'f' exceeds maximum cardinality of 64 choices for type multi (got 65).",
        ),
        (
            {"choices": ["a", "b", "a"]},
            "duplicate-choice",
            "Field 'f': duplicate choice 'a'; the engine cannot distinguish duplicate choices",
        ),
        (
            {"choices": ["a"], "choice_descriptions": {"z": "1", "y": "2", "a": "3"}},
            "gloss-without-choice",
            "Field 'f': choice_descriptions keys not in choices: 'y', 'z'",
        ),
        (
            {"choices": ["a"], "ordered": "yes"},
            "wrong-type",
            "Field 'f': ordered must be a bool, got 'yes' (str)",
        ),
        (
            {"choices": ["a"], "ordered": None},
            "wrong-type",
            "Field 'f': ordered must be a bool, got None (NoneType)",
        ),
        (
            {"type": "Score", "choices": ["a"]},
            "unknown-type",
            "Unsupported field type 'score'. Supported types: 'boolean', 'enum' and 'multi'.",
        ),
    ],
)
def test_limits_are_reported_in_the_words_of_the_specification(field, finding_id, message):
    finding = only({"f": field})
    assert (finding.id, finding.message, finding.where.field) == (finding_id, message, "f")


@pytest.mark.parametrize("character", [".", "/", "#"])
def test_separators_of_row_names_are_refused_in_field_names(character):
    finding = only({f"a{character}b": {"type": "boolean"}})
    assert finding.id == "field-name-character"
    assert finding.message.startswith(f"Field name 'a{character}b' contains '{character}'")


@pytest.mark.parametrize("kind", ["boolean", "multi"])
def test_only_enums_can_be_ordered(kind):
    field = {"type": kind, "choices": ["a", "b"]} if kind == "multi" else {"type": kind}
    assert only({"f": {**field, "ordered": True}}).id == "ordered-not-enum"
    assert parse({"f": {**field, "ordered": False}}).findings == ()


@pytest.mark.parametrize(
    ("schema", "message"),
    [
        ("[]", "The schema must be an object of fields, got an empty list"),
        ("3", "The schema must be an object of fields, got the number 3"),
        ({"f": "enum"}, "Field 'f' must be an object, got the string \"enum\""),
        (
            {"f": {"type": 1, "choices": ["a"]}},
            "Field 'f': type must be a string, got the number 1",
        ),
        (
            {"f": {"choices": ["a"], "description": None}},
            "Field 'f': description must be a string, got null",
        ),
        (
            {"f": {"choices": "a"}},
            "Field 'f': choices must be a list of strings, got the string \"a\"",
        ),
        (
            {"f": {"choices": ["a", 2]}},
            "Field 'f': choice 2 must be a string, got the number 2",
        ),
        (
            {"f": {"choices": ["a"], "choice_descriptions": ["a"]}},
            "Field 'f': choice_descriptions must be an object of texts, got a list",
        ),
        (
            {"f": {"choices": ["a"], "choice_descriptions": {"a": True}}},
            "Field 'f': gloss of 'a' must be a string, got true",
        ),
        (
            {"f": {"choices": ["a"], "depends_on": ["g"]}},
            "Field 'f': depends_on must be a string, got a list",
        ),
        (
            {"f": {**MULTI, "set_constraints": []}},
            "Field 'f': set_constraints must be a non-empty list of objects, got an empty list",
        ),
    ],
)
def test_values_of_the_wrong_type_are_named(schema, message):
    finding = only(schema)
    assert (finding.id, finding.message) == ("wrong-type", message)


def test_an_empty_schema_has_its_own_finding():
    assert only("{ }").id == "empty-schema"


@pytest.mark.parametrize("text", ["", "\ufeff{}", '{"f": {"type": "bool', "{'f': 1}"])
def test_half_typed_json_is_one_finding_at_its_place(text):
    finding = only(text)
    assert finding.id == "json-syntax"
    assert finding.where.line == 1
    assert 0 <= finding.where.source_start <= finding.where.source_end <= len(text)


def test_repeated_fields_and_keys_are_reported_where_they_repeat():
    text = '{"f": {"type": "boolean"},\n "f": {"type": "boolean", "type": "enum"}}'
    result = parse_schema(text)
    assert result.schema is None
    assert [finding.id for finding in result.findings] == ["duplicate-field"]
    assert (result.findings[0].where.line, result.findings[0].where.column) == (2, 2)
    assert "first at line 1, column 2" in result.findings[0].message
    finding = only('{"f": {"type": "boolean",\n"type": "boolean"}}')
    assert (finding.id, finding.where.line, finding.where.column) == ("duplicate-key", 2, 1)


@pytest.mark.parametrize(
    "text",
    [
        '{"\\ud800": {"type": "boolean"}}',
        '{"f": {"choices": ["a\\udc00"]}}',
        '{"f": {"choices": ["a"], "description": "x\\ud83d"}}',
        '{"f": {"choices": ["a"], "choice_descriptions": {"a": "\\udfff"}}}',
        '{"f": {"choices": ["\ud800"]}}',
        '{"f": {"choices": ["a"], "depends_on": "q\\ud800"}}',
        '{"f": {"type": "multi", "choices": ["a", "b"],'
        ' "set_constraints": [{"type": "at_least_one", "options": ["a", "b\\ud800"]}]}}',
    ],
)
def test_lone_surrogates_are_refused_and_shown_escaped(text):
    finding = only(text)
    assert finding.id == "lone-surrogate"
    assert "which UTF-8 cannot carry" in finding.message
    assert (finding.message + str(finding.where.field)).encode("utf-8")


def test_a_paired_surrogate_escape_is_an_ordinary_character():
    assert parse('{"f": {"choices": ["\\ud83d\\ude00"]}}').schema.fields[0].choice_texts == ("😀",)


def test_unknown_keys_are_kept_with_a_hint():
    finding = only({"f": {"choices": ["a"], "descripton": "x"}})
    assert (finding.id, finding.severity) == ("unknown-key", "info")
    assert finding.cure == "Did you mean 'description'?"


def test_what_a_boolean_drops_is_a_warning():
    field = {"type": "boolean", "choices": ["yes", "no"], "choice_descriptions": {"yes": "g"}}
    result = parse({"f": field})
    assert [(finding.id, finding.severity) for finding in result.findings] == [
        ("boolean-choices-ignored", "warning"),
        ("boolean-glosses-dropped", "warning"),
    ]
    choices = result.schema.fields[0].choices
    assert [(choice.text, choice.gloss) for choice in choices] == [("true", ""), ("false", "")]


def test_a_description_of_several_lines_warns_that_only_one_is_asked():
    text = '{"f": {"choices": ["a"], "description": "first\\nsecond\\nthird"}}'
    finding = only(text)
    assert (finding.id, finding.severity) == ("description-hidden-lines", "warning")
    assert "2 more do not reach the prompt" in finding.message
    where = finding.where
    assert text[where.source_start : where.source_end] == '"first\\nsecond\\nthird"'
    assert parse({"f": {"choices": ["a"], "description": "first\n "}}).findings == ()


def test_all_findings_of_a_bad_schema_come_at_once_in_text_order():
    schema = {
        "a/b": {"type": "enum", "choices": ["x", "x"]},
        "c": {"type": "maybe"},
        "d": {"type": "multi", "choices": ["one"], "extra": 1},
        "e": {"type": "boolean", "depends_on": "nobody"},
    }
    assert ids(schema) == [
        "field-name-character",
        "duplicate-choice",
        "unknown-type",
        "too-few-choices",
        "unknown-key",
        "depends-on",
    ]


def test_lines_and_columns_point_into_the_text():
    text = '{\n  "f": {\n    "choices": ["LOW",\n      "LOW"]}}'
    where = only(text).where
    assert (where.line, where.column) == (4, 7)
    assert text[where.source_start : where.source_end] == '"LOW"'
    assert str(where) == "schema 4:7"


def test_a_schema_that_is_no_object_is_told_what_to_write():
    assert only("null").cure == (
        'Write an object of fields, for example {"flag": {"type": "boolean"}}.'
    )


def test_an_unknown_type_names_its_field_beside_the_sentence_of_the_specification():
    assert only({"f": {"type": "bolean"}}).cure == "Field 'f': did you mean 'boolean'?"
    assert only({"f": {"type": "x"}}).cure == "Field 'f': write one of the three as its type."


def test_an_empty_name_and_an_empty_choice_are_allowed_and_told():
    text = '{"": {"choices": ["a", ""]}}'
    found = parse(text)
    assert found.schema is not None
    places = [(one.where.source_start, one.where.source_end) for one in found.findings]
    assert places == [(1, 3), (text.index('""]'), text.index('""]') + 2)]
    assert {(one.id, one.severity) for one in found.findings} == {("empty-text", "warning")}
    assert [one.cure for one in found.findings] == [
        "Write a name.",
        "Write a choice, or remove it.",
    ]
