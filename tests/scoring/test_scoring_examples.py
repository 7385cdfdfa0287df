"""The committed examples keep to the document format and open ready to be scored."""

import json
from pathlib import Path

import pytest

from engine.schema.parse import parse_schema

EXAMPLES = Path(__file__).parents[2] / "resources" / "examples"
NAMES = ("credit-risk", "support-ticket")
KEYS = ["format", "profile", "scoring", "schema", "contexts", "active_context", "options"]


def example(name):
    return json.loads((EXAMPLES / f"{name}.loupe.json").read_text("utf-8"))


@pytest.mark.parametrize("name", NAMES)
def test_an_example_has_the_keys_of_a_document_in_order(name):
    document = example(name)
    assert list(document) == KEYS
    assert document["format"] == "loupe-document/1"
    assert document["profile"] == "smollm2"  # the embedded model: nothing to fetch or configure


@pytest.mark.parametrize("name", NAMES)
def test_an_example_is_saved_as_loupe_saves(name):
    data = (EXAMPLES / f"{name}.loupe.json").read_bytes()
    assert b"\r" not in data
    assert b"\\u" not in data
    assert data.endswith(b"}\n")


@pytest.mark.parametrize("name", NAMES)
def test_an_example_opens_on_one_of_its_contexts(name):
    document = example(name)
    names = [context["name"] for context in document["contexts"]]
    assert len(set(names)) == len(names) >= 2
    assert document["active_context"] == names[0]


@pytest.mark.parametrize("name", NAMES)
def test_an_examples_schema_has_no_findings(name):
    text = json.dumps(example(name)["schema"], ensure_ascii=False)
    assert parse_schema(text).findings == ()


def test_the_examples_show_every_kind_of_question_and_both_scoring_modes():
    documents = [example(name) for name in NAMES]
    fields = [field for document in documents for field in document["schema"].values()]
    assert {field["type"] for field in fields} == {"enum", "boolean", "multi"}
    assert any(field.get("ordered") for field in fields)
    assert {document["scoring"] for document in documents} == {"labels", "slots"}
