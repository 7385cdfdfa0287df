"""What other programs describe questions with becomes a schema; what is lost is said."""

from __future__ import annotations

import enum
import json
from typing import Annotated, Literal

import pytest
from pydantic import BaseModel, Field

from engine.schema.imports import Imported, import_schema
from engine.schema.parse import parse_schema


def imported(value: object) -> dict[str, dict[str, object]]:
    result = import_schema(json.dumps(value, indent=2, ensure_ascii=False))
    assert result.schema_text is not None, result.notes
    assert parse_schema(result.schema_text).schema is not None
    return dict(json.loads(result.schema_text))


def ids(result: Imported) -> list[tuple[str, str | None]]:
    return [(note.id, note.where.field) for note in result.notes]


def test_a_json_schema_gives_enum_boolean_and_multi() -> None:
    schema = {
        "type": "object",
        "properties": {
            "tier": {"type": "string", "enum": ["LOW", "HIGH"], "description": "Which tier?"},
            "flag": {"type": "boolean", "title": "Manually flagged"},
            "late_payer": {"type": "boolean"},
            "tags": {
                "type": "array", "items": {"enum": ["a", "b"]}, "uniqueItems": True,
                "description": "Which tags?",
            },
            "kind": {"const": "only", "description": "Which kind?"},
        },
        "required": ["tier"],
    }  # fmt: skip
    assert imported(schema) == {
        "tier": {"type": "enum", "description": "Which tier?", "choices": ["LOW", "HIGH"]},
        "flag": {"type": "boolean", "description": "Manually flagged"},
        "late_payer": {"type": "boolean", "description": "late payer"},
        "tags": {"type": "multi", "description": "Which tags?", "choices": ["a", "b"]},
        "kind": {"type": "enum", "description": "Which kind?", "choices": ["only"]},
    }
    assert import_schema(json.dumps(schema)).notes == ()


def test_titles_of_constants_become_glosses() -> None:
    alternatives = [
        {"const": "LOW", "title": "stable income"},
        {"const": "HIGH", "description": "missed payments", "title": "High"},
        {"const": "NONE", "title": "NONE"},
    ]
    schema = {"properties": {"tier": {"oneOf": alternatives, "description": "Tier?"}}}
    assert imported(schema)["tier"] == {
        "type": "enum",
        "description": "Tier?",
        "choices": ["LOW", "HIGH", "NONE"],
        "choice_descriptions": {"LOW": "stable income", "HIGH": "missed payments"},
    }


def test_references_are_followed_and_the_property_wins_over_the_definition() -> None:
    schema = {
        "$ref": "#/$defs/Root",
        "$defs": {
            "Root": {"properties": {"a": {"$ref": "#/$defs/T~1x", "description": "Mine?"},
                                    "b": {"allOf": [{"$ref": "#/$defs/T~1x"}]}}},
            "T/x": {"enum": ["x", "y"], "description": "Theirs?"},
        },
    }  # fmt: skip
    fields = imported(schema)
    assert (fields["a"]["description"], fields["b"]["description"]) == ("Mine?", "Theirs?")
    assert fields["a"]["choices"] == fields["b"]["choices"] == ["x", "y"]


class Tier(enum.Enum):
    LOW = "low"
    HIGH = "high"


class Case(BaseModel):
    tier: Tier
    color: Literal["red", "green"] = Field(
        description="Which colour?", json_schema_extra={"choice_descriptions": {"red": "stop"}}
    )
    sure: bool
    maybe: Literal["a", "b"] | None = None
    tags: list[Literal["x", "y"]]
    unique: set[Tier]
    stars: Annotated[int, Field(ge=1, le=5)]
    note: str


def test_a_pydantic_model_is_taken_with_notes_on_what_it_loses() -> None:
    result = import_schema(json.dumps(Case.model_json_schema()))
    assert result.schema_text is not None
    assert json.loads(result.schema_text) == {
        "tier": {"type": "enum", "description": "tier", "choices": ["low", "high"]},
        "color": {
            "type": "enum",
            "description": "Which colour?",
            "choices": ["red", "green"],
            "choice_descriptions": {"red": "stop"},
        },
        "sure": {"type": "boolean", "description": "sure"},
        "maybe": {"type": "enum", "description": "maybe", "choices": ["a", "b"]},
        "tags": {"type": "multi", "description": "tags", "choices": ["x", "y"]},
        "unique": {"type": "multi", "description": "unique", "choices": ["low", "high"]},
        "stars": {
            "type": "enum",
            "description": "stars",
            "ordered": True,
            "choices": ["1", "2", "3", "4", "5"],
        },
    }
    assert ids(result) == [
        ("import-optional", "maybe"),
        ("import-dropped", "maybe"),
        ("import-list-as-set", "tags"),
        ("import-value-as-text", "stars"),
        ("import-unsupported", "note"),
    ]


def test_a_note_names_its_place_in_the_imported_text() -> None:
    text = '{"properties": {"a": {"enum": ["x", "y"]},\n  "free": {"type": "string"}}}'
    (note,) = import_schema(text).notes
    assert str(note.where) == "import 2:3"
    assert "free" in note.message
    assert note.cure


@pytest.mark.parametrize(
    ("reference", "definitions"),
    [("#/$defs/B", {}), ("other.json#/B", {}), ("#/$defs/B", {"B": {"$ref": "#/$defs/B"}})],
    ids=["missing", "in another file", "in a circle"],
)
def test_a_reference_that_leads_nowhere_is_reported(
    reference: str, definitions: dict[str, object]
) -> None:
    schema = {
        "properties": {"a": {"$ref": reference}, "b": {"type": "boolean"}},
        "$defs": definitions,
    }
    result = import_schema(json.dumps(schema))
    assert ids(result) == [("import-reference", "a")]
    assert result.schema_text is not None
    assert list(json.loads(result.schema_text)) == ["b"]


def test_true_and_false_are_a_boolean_but_zero_and_one_are_not() -> None:
    fields = imported({"properties": {"a": {"enum": [True, False]}, "b": {"enum": [0, 1]}}})
    assert fields["a"]["type"] == "boolean"
    assert fields["b"]["choices"] == ["0", "1"]


def test_numbers_become_texts_with_a_note() -> None:
    result = import_schema('{"properties": {"n": {"enum": [1, 2.50, "x", null]}}}')
    assert result.schema_text is not None
    assert json.loads(result.schema_text)["n"]["choices"] == ["1", "2.50", "x"]
    assert [note.id for note in result.notes] == [
        "import-value-as-text", "import-value-as-text", "import-optional",
    ]  # fmt: skip


REQUEST = {
    "model": "any",
    "state": "The card was charged twice.",
    "questions": {
        "is_billing": {"type": "noul", "instructions": "Is this about billing?"},
        "intent": {
            "type": "choice",
            "instructions": "Which intent fits best?",
            "criteria": {"refund": "wants money back", "other": None},
        },
        "urgency": {
            "type": "score", "instructions": "How urgent?", "criteria": ["low", "mid", "high"],
        },
        "harm": {
            "type": "score",
            "instructions": "How harmful?",
            "criteria": ["Nothing in it could hurt anybody", "Somebody could be hurt by it"],
        },
    },
}  # fmt: skip


def test_a_system_one_request_gives_enum_boolean_and_scale() -> None:
    assert imported(REQUEST) == {
        "is_billing": {"type": "boolean", "description": "Is this about billing?"},
        "intent": {
            "type": "enum",
            "description": "Which intent fits best?",
            "choices": ["refund", "other"],
            "choice_descriptions": {"refund": "wants money back"},
        },
        "urgency": {
            "type": "enum",
            "description": "How urgent?",
            "ordered": True,
            "choices": ["low", "mid", "high"],
        },
        "harm": {
            "type": "enum",
            "description": "How harmful?",
            "ordered": True,
            "choices": ["0", "1"],
            "choice_descriptions": {
                "0": "Nothing in it could hurt anybody",
                "1": "Somebody could be hurt by it",
            },
        },
    }
    assert ids(import_schema(json.dumps(REQUEST))) == [
        ("import-dropped", None), ("import-dropped", None),
    ]  # fmt: skip


def test_what_a_system_one_question_loses_is_said() -> None:
    questions = {
        "a": {"type": "noul", "instructions": {"question": "Is it?", "subject": "page"}},
        "b": {"type": "noul", "instructions": "Is it?", "criteria": {"true": "yes it is"}},
        "c": {"type": "ranking", "instructions": "Which?"},
        "d": {"type": "choice", "instructions": "Which?"},
        "e": {"type": "choice", "instructions": "Which?", "criteria": {"x": ["no text"], "y": None},
              "threshold": 0.5},
    }  # fmt: skip
    result = import_schema(json.dumps({"questions": questions}))
    assert ids(result) == [
        ("import-instructions", "a"),
        ("import-noul-criteria", "b"),
        ("import-unsupported", "c"),
        ("import-unsupported", "d"),
        ("import-dropped", "e"),
        ("import-gloss", "e"),
    ]
    assert result.schema_text is not None
    assert list(json.loads(result.schema_text)) == ["a", "b", "e"]


def test_a_list_of_questions_is_taken_too() -> None:
    questions = [{"name": "q", "type": "predicate", "question": "Is it?"},
                 {"type": "choice", "text": "Which?", "options": ["a", "b"]}]  # fmt: skip
    fields = imported({"questions": questions})
    assert list(fields) == ["q", "question_2"]
    assert fields["question_2"]["choices"] == ["a", "b"]


def test_our_own_schema_is_taken_character_by_character() -> None:
    text = '{ "flag":\t{"type":"boolean", "weight": 1.50} }\n'
    assert import_schema(text) == Imported(text, ())


def test_a_field_named_properties_or_questions_is_a_field() -> None:
    text = '{"properties": {"type": "boolean"}, "questions": {"choices": ["a"]}}'
    assert import_schema(text) == Imported(text, ())


def test_a_document_gives_its_schema() -> None:
    text = '{\n  "format": "loupe-document/1",\n  "schema": {\n    "f": {"type": "boolean"}\n  }\n}'
    assert import_schema(text) == Imported('{\n  "f": {"type": "boolean"}\n}\n', ())


def test_a_vector_gives_its_schema() -> None:
    text = '{"case": "x", "input": {"schema": {"f": {"choices": ["a"]}}, "context": "c"}}'
    assert import_schema(text) == Imported('{"f": {"choices": ["a"]}}\n', ())


def test_a_wrapped_json_schema_is_found() -> None:
    schema = {"type": "object", "properties": {"f": {"type": "boolean"}}}
    wrapped = {"response_format": {"type": "json_schema", "json_schema": {"schema": schema}}}
    assert list(imported(wrapped)) == ["f"]


@pytest.mark.parametrize(
    ("text", "found", "place"),
    [
        ("", "json-syntax", "import 1:1"),
        ('{"a": \n}', "json-syntax", "import 2:1"),
        ("[1, 2]", "import-unknown", "import 1:1"),
        ('{"name": "x"}', "import-unknown", "import 1:1"),
        ('{"properties": {}}', "import-empty", "import 1:1"),
        ('{"questions": {}}', "import-empty", "import 1:15"),
    ],
)
def test_what_cannot_be_imported_says_where_and_why(text: str, found: str, place: str) -> None:
    result = import_schema(text)
    assert result.schema_text is None
    error = result.notes[-1]
    assert (error.id, error.severity, str(error.where)) == (found, "error", place)
    assert error.cure


def test_a_byte_order_mark_is_left_out() -> None:
    assert import_schema('\ufeff{"f": {"type": "boolean"}}').schema_text == (
        '{"f": {"type": "boolean"}}'
    )


def test_many_choices_are_written_a_line_each() -> None:
    names = [f"country number {number}" for number in range(255)]
    result = import_schema(json.dumps({"properties": {"c": {"enum": names}}}))
    assert result.schema_text is not None
    assert result.schema_text.count("\n") > 255
    assert json.loads(result.schema_text)["c"]["choices"] == names
