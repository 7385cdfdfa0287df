"""Turn what other programs describe questions with into a schema text, and say what was lost."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.errors import Finding, Place
from engine.schema.edit_source import string_in, value_of
from engine.schema.fields import Span
from engine.schema.imports_draft import DraftField, write_schema
from engine.schema.imports_json_schema import JsonSchemaReader
from engine.schema.imports_system_one import read_questions
from engine.schema.json_tree import JsonArray, JsonNode, JsonObject, JsonSyntaxError, parse_json
from engine.schema.lines import Lines
from engine.schema.report import Report

WRAPPERS = ("json_schema", "schema", "parameters", "input_schema", "response_format", "input")
KNOWN = (
    "a JSON Schema, a Pydantic model's JSON schema, a System One request, a document or a schema"
)


@dataclass(frozen=True, slots=True)
class Imported:
    """The schema's text, or None with the error among the notes; notes follow the text."""

    schema_text: str | None
    notes: tuple[Finding, ...]


def import_schema(text: str) -> Imported:
    """Read a text by its shape; each thing that could not be carried over is a finding."""
    text = text.removeprefix("\ufeff")
    report = Report(Lines(text))
    try:
        schema = _read(text, parse_json(text), report)
    except JsonSyntaxError as error:
        span = Span(error.position, min(error.position + 1, len(text)))
        message = f"The text to import is not JSON: {error.reason}"
        report.error("json-syntax", span, message, "Correct the text at this place.")
        schema = None
    notes = sorted(report.findings, key=lambda one: one.where.source_start or 0)
    return Imported(schema, tuple(_about_import(note) for note in notes))


def _read(text: str, root: JsonNode, report: Report) -> str | None:
    if isinstance(root, JsonObject):
        questions = value_of(root, "questions")
        if isinstance(questions, JsonObject | JsonArray) and not _is_field(questions):
            return _written(read_questions(root, questions, report), questions, report)
        own = string_in(value_of(root, "schema_text"))
        if own is not None:
            return own
        schema = _json_schema(root)
        if schema is not None:
            return _written(JsonSchemaReader(root, report).fields(schema), schema, report)
        fields = _plain(root)
        if fields is not None:
            return text if fields is root else _sliced(text, fields)
    span = Span(root.span.start, min(root.span.start + 1, root.span.end))
    message = f"This is no text that can be imported; known are {KNOWN}"
    report.error("import-unknown", span, message, "Choose another text.")
    return None


def _written(fields: tuple[DraftField, ...], source: JsonNode, report: Report) -> str | None:
    if fields:
        return write_schema(fields)
    message = "None of the questions could be taken"
    report.error("import-empty", source.span, message, "See the other notes for each of them.")
    return None


def _json_schema(root: JsonObject) -> JsonObject | None:
    """Find the JSON Schema, itself or in what requests wrap around it."""
    if isinstance(value_of(root, "properties"), JsonObject) and not _is_field(
        value_of(root, "properties")
    ):
        return root
    if "$ref" in (member.key for member in root.members) and string_in(value_of(root, "$ref")):
        return root
    for key in WRAPPERS:
        inner = value_of(root, key)
        found = _json_schema(inner) if isinstance(inner, JsonObject) else None
        if found is not None:
            return found
    return None


def _plain(root: JsonObject) -> JsonObject | None:
    """Find a schema of ours: in a document, in a golden vector, or the text itself."""
    for node in (value_of(root, "schema"), value_of(root, "input")):
        if isinstance(node, JsonObject) and not _is_field(node):
            found = _plain(node)
            if found is not None:
                return found
    return root if root.members and all(_is_field(one.value) for one in root.members) else None


def _is_field(node: JsonNode | None) -> bool:
    if not isinstance(node, JsonObject):
        return False
    typed = string_in(value_of(node, "type")) in ("enum", "boolean", "multi", "choice", "selection")
    return typed or isinstance(value_of(node, "choices"), JsonArray)


def _sliced(text: str, node: JsonObject) -> str:
    """Cut a schema out of the text around it, with the margin that it had there taken off."""
    start = text.rfind("\n", 0, node.span.start) + 1
    line = text[start : node.span.start]
    margin = line[: len(line) - len(line.lstrip(" \t"))]
    first, *rest = text[node.span.start : node.span.end].split("\n")
    if all(part.startswith(margin) or not part.strip() for part in rest):
        rest = [part.removeprefix(margin) for part in rest]
    return "\n".join((first, *rest)) + "\n"


def _about_import(note: Finding) -> Finding:
    where: Place = replace(note.where, owner="import")
    return replace(note, where=where)
