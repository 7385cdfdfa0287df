"""Schema text becomes fields, or findings with the specification's words at the right place."""

from __future__ import annotations

import json
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.schema.feasibility import MAX_COMPONENT_OPTIONS, components, is_feasible
from engine.schema.fields import FieldKind, SetConstraint
from engine.schema.parse import parse_schema

MULTI = {"type": "multi", "choices": ["a", "b", "c"]}


def ids(schema):
    return [finding.id for finding in parse(schema).findings]


def parse(schema):
    return parse_schema(schema if isinstance(schema, str) else json.dumps(schema))


def only(schema):
    result = parse(schema)
    (finding,) = result.findings
    assert (result.schema is None) == (finding.severity == "error")
    assert finding.cure
    assert finding.where.owner == "schema"
    return finding


def test_a_whole_schema_is_read_in_order_with_spans():
    text = """{
  "risk": {"type": "Enum", "description": "tier", "choices": ["LOW", "HIGH"],
           "choice_descriptions": {"HIGH": "many"}, "ordered": true, "depends_on": "flag"},
  "flag": {"type": "boolean"},
  "tags": {"type": "multi", "choices": ["x", "y"],
           "set_constraints": [{"type": "exact_k", "options": ["x", "y"], "k": 1}]}
}"""
    result = parse_schema(text)
    assert result.findings == ()
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
        ("[]", "The schema must be an object of fields, got [] (list)"),
        ("3", "The schema must be an object of fields, got 3 (int)"),
        ({"f": "enum"}, "Field 'f' must be an object, got 'enum' (str)"),
        ({"f": {"type": 1, "choices": ["a"]}}, "Field 'f': type must be a string, got 1 (int)"),
        (
            {"f": {"choices": ["a"], "description": None}},
            "Field 'f': description must be a string, got None (NoneType)",
        ),
        (
            {"f": {"choices": "a"}},
            "Field 'f': choices must be a list of strings, got 'a' (str)",
        ),
        (
            {"f": {"choices": ["a", 2]}},
            "Field 'f': choice 1 must be a string, got 2 (int)",
        ),
        (
            {"f": {"choices": ["a"], "choice_descriptions": ["a"]}},
            "Field 'f': choice_descriptions must be an object of texts, got ['a'] (list)",
        ),
        (
            {"f": {"choices": ["a"], "choice_descriptions": {"a": True}}},
            "Field 'f': gloss of 'a' must be a string, got True (bool)",
        ),
        (
            {"f": {"choices": ["a"], "depends_on": ["g"]}},
            "Field 'f': depends_on must be a string, got ['g'] (list)",
        ),
        (
            {"f": {**MULTI, "set_constraints": []}},
            "Field 'f': set_constraints must be a non-empty list of objects, got [] (list)",
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


@pytest.mark.parametrize(
    ("parent", "child_type", "finding_id", "words"),
    [
        ("nobody", "boolean", "depends-on", "names 'nobody', which is no field"),
        ("child", "boolean", "depends-on", "depends on itself"),
        ("tags", "boolean", "depends-on", "a multi field; a parent must be scalar"),
        ("flag", "multi", "depends-on", "a multi field cannot depend"),
    ],
)
def test_a_parent_that_cannot_be_used_is_reported(parent, child_type, finding_id, words):
    child = {**(MULTI if child_type == "multi" else {"type": child_type}), "depends_on": parent}
    finding = only({"flag": {"type": "boolean"}, "tags": MULTI, "child": child})
    assert (finding.id, finding.where.field) == (finding_id, "child")
    assert words in finding.message


def test_a_circle_of_parents_is_reported_once_with_its_path():
    parents = {"entry": "a", "a": "b", "b": "c", "c": "a", "free": None}
    schema = {name: {"type": "boolean", "depends_on": parent} for name, parent in parents.items()}
    finding = only(schema)
    assert finding.id == "depends-on-cycle"
    assert "'a' -> 'b' -> 'c' -> 'a'" in finding.message


def test_a_parent_further_down_is_fine():
    schema = {"a": {"type": "boolean", "depends_on": "b"}, "b": {"type": "boolean"}}
    assert parse(schema).schema.field("a").depends_on == "b"


@pytest.mark.parametrize(
    ("constraint", "finding_id"),
    [
        ({"type": "at_most", "options": ["a"]}, "set-constraint-type"),
        ({"options": ["a"]}, "set-constraint-type"),
        ({"type": "at_most_one"}, "set-constraint-incomplete"),
        ({"type": "at_most_one", "options": []}, "wrong-type"),
        ({"type": "at_most_one", "options": ["a", "z"]}, "set-constraint-unknown-option"),
        ({"type": "at_most_one", "options": ["a", "a"]}, "set-constraint-duplicate-option"),
        ({"type": "exact_k", "options": ["a", "b"]}, "set-constraint-k"),
        ({"type": "exact_k", "options": ["a", "b"], "k": 3}, "set-constraint-k"),
        ({"type": "exact_k", "options": ["a", "b"], "k": -1}, "set-constraint-k"),
        ({"type": "exact_k", "options": ["a", "b"], "k": True}, "set-constraint-k"),
        ({"type": "implies", "if_option": "a"}, "set-constraint-incomplete"),
        ({"type": "implies", "if_option": "a", "then_option": 1}, "wrong-type"),
        (
            {"type": "implies", "if_option": "a", "then_option": "a"},
            "set-constraint-self-implication",
        ),
        ("mutually_exclusive", "wrong-type"),
    ],
)
def test_malformed_set_constraints_are_named(constraint, finding_id):
    assert only({"f": {**MULTI, "set_constraints": [constraint]}}).id == finding_id


def test_set_constraints_on_a_scalar_are_refused():
    schema = {"f": {"choices": ["a"], "set_constraints": [{"type": "at_most_one"}]}}
    assert only(schema).id == "set-constraints-not-multi"


def test_contradicting_set_constraints_are_refused():
    constraints = [
        {"type": "at_least_one", "options": ["a"]},
        {"type": "implies", "if_option": "a", "then_option": "b"},
        {"type": "mutually_exclusive", "options": ["a", "b"]},
    ]
    assert only({"f": {**MULTI, "set_constraints": constraints}}).id == "set-constraints-infeasible"
    assert parse({"f": {**MULTI, "set_constraints": constraints[1:]}}).schema is not None


def test_more_than_twenty_linked_options_are_refused():
    names = [f"o{number}" for number in range(42)]
    field = {"type": "multi", "choices": names}
    group = {"type": "at_least_one", "options": names[:20]}
    apart = {"type": "exact_k", "options": names[20:40], "k": 7}
    link = {"type": "implies", "if_option": "o0", "then_option": "o41"}
    assert parse({"f": {**field, "set_constraints": [group, apart]}}).schema is not None
    finding = only({"f": {**field, "set_constraints": [group, apart, link]}})
    assert finding.id == "set-constraints-too-large"
    assert "link 21 options" in finding.message


OPTIONS = ("a", "b", "c", "d", "e")
GROUPS = st.lists(st.sampled_from(OPTIONS), min_size=1, max_size=5, unique=True).map(tuple)
PLAIN = st.builds(
    SetConstraint,
    st.sampled_from(["mutually_exclusive", "at_most_one", "at_least_one"]),
    GROUPS,
)
COUNTED = st.tuples(
    st.sampled_from(["at_most_k", "at_least_k", "exact_k"]), GROUPS, st.integers(0, 5)
).map(lambda drawn: SetConstraint(drawn[0], drawn[1], min(drawn[2], len(drawn[1]))))
IMPLIES = st.permutations(OPTIONS).map(
    lambda names: SetConstraint("implies", if_option=names[0], then_option=names[1])
)


def holds(constraint, selected):
    count = sum(option in selected for option in constraint.options)
    k = constraint.k
    if constraint.kind == "implies":
        return constraint.if_option not in selected or constraint.then_option in selected
    return {
        "mutually_exclusive": count <= 1,
        "at_most_one": count <= 1,
        "at_least_one": count >= 1,
        "at_most_k": k is None or count <= k,
        "at_least_k": k is None or count >= k,
        "exact_k": count == k,
    }[constraint.kind]


@settings(max_examples=300)
@given(st.lists(PLAIN | COUNTED | IMPLIES, min_size=1, max_size=6))
def test_feasibility_agrees_with_trying_every_selection(constraints):
    selections = [
        {option for option, chosen in zip(OPTIONS, mask, strict=True) if chosen}
        for mask in product([False, True], repeat=len(OPTIONS))
    ]
    possible = any(all(holds(item, chosen) for item in constraints) for chosen in selections)
    assert is_feasible(constraints) == possible
    assert all(map(is_feasible, components(constraints))) == possible


def test_twenty_options_are_within_reach():
    names = tuple(f"o{number}" for number in range(MAX_COMPONENT_OPTIONS))
    assert is_feasible(
        [SetConstraint("exact_k", names, 10), SetConstraint("at_most_one", names[:9])]
    )
    assert not is_feasible(
        [SetConstraint("exact_k", names, 19), SetConstraint("at_most_one", names[:9])]
    )


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
