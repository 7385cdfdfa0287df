"""Documents as `*.loupe.json` text: every byte the user cares about survives load and save."""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal, cast

from pydantic import JsonValue

from engine.atomic_file import write_atomic
from engine.complaint import utf8_complaint
from engine.document import Context, Document
from engine.errors import DocumentError, Finding
from engine.plan.plan import ScoringMode
from engine.profiles import Profile, profile_from_table, profile_table
from engine.schema.json_edit import indent_at
from engine.schema.json_text import with_escaped_surrogates
from engine.schema.json_tree import (
    JsonMember,
    JsonNode,
    JsonObject,
    JsonSyntaxError,
    parse_json,
    python_value,
)
from engine.schema.lines import Lines
from engine.vector import Vector, looks_like_vector, parse_vector

FORMAT = "loupe-document/1"
BUNDLE = "loupe-bundle/1"
KNOWN_KEYS = (
    "format",
    "profile",
    "scoring",
    "schema",
    "schema_text",
    "contexts",
    "active_context",
    "options",
)
ProfileOf = Callable[[Vector], str]
Origin = Literal["document", "vector", "bundle"]


def parse_document(data: bytes, where: str, profile_of: ProfileOf) -> Document:
    """Read a document's (or a golden vector's) bytes; DocumentError names `where` and the place.

    `profile_of` finds the profile that a vector's name and revision mean.
    """
    try:
        text = data.decode("utf-8")
        root = parse_json(text)
        if looks_like_vector(cast("JsonValue", python_value(root))):
            vector = parse_vector(text)
            return vector.document(profile_of(vector))
        return _Reader(text, _document_in_bundle(root) or root).document()
    except UnicodeDecodeError as error:
        raise DocumentError(f"{where}: {utf8_complaint(error)}") from error
    except (JsonSyntaxError, DocumentError) as error:
        raise DocumentError(f"{where}: {error}") from error


def origin_of(data: bytes) -> Origin:
    """Say what kind of file holds these bytes, which `parse_document` could read."""
    root = parse_json(data.decode("utf-8"))
    if looks_like_vector(cast("JsonValue", python_value(root))):
        return "vector"
    return "document" if _document_in_bundle(root) is None else "bundle"


def schema_start(data: bytes) -> SchemaStart | None:
    """Find the schema's text in a file that `parse_document` could read; None in a vector."""
    text = data.decode("utf-8")
    root = parse_json(text)
    if looks_like_vector(cast("JsonValue", python_value(root))):
        return None
    return _Reader(text, _document_in_bundle(root) or root).schema_start()


def read_document(path: Path, profile_of: ProfileOf) -> Document:
    """Read a document's file; DocumentError or OSError names it."""
    return parse_document(path.read_bytes(), path.name, profile_of)


def save_document(document: Document, path: Path) -> None:
    """Write a document's file atomically."""
    write_atomic(path, dump_document(document).encode("utf-8"))


def dump_document(document: Document) -> str:
    """Write a document as its file's text; `parse_document` gives the same document back."""
    members = [("format", _json(FORMAT)), ("profile", _profile_text(document.profile))]
    members.append(("scoring", _json(document.scoring)))
    if is_json(document.schema_text):
        members.append(("schema", _indented(document.schema_text.strip())))
    else:
        members.append(("schema", _indented(document.good_schema_text or "{}")))
        members.append(("schema_text", json.dumps(document.schema_text)))
    contexts = ",\n    ".join(_json(_context_table(context)) for context in document.contexts)
    members.append(("contexts", f"[\n    {contexts}\n  ]" if contexts else "[]"))
    if document.contexts or document.missing_context is not None:
        members.append(("active_context", _json(_active_value(document))))
    options = ", ".join(f"{_json(key)}: {value}" for key, value in document.options)
    members += [("options", f"{{{options}}}"), *document.extra]
    ordered = _in_order(members, document.key_order)
    lines = ",\n".join(f"  {_json(key)}: {value}" for key, value in ordered)
    return with_escaped_surrogates(f"{{\n{lines}\n}}\n")


def with_schema(document: Document, text: str) -> Document:
    """Give the document with another schema text; while it is not JSON, the last that was stays."""
    before = document.schema_text
    good = before if is_json(before) else document.good_schema_text
    return replace(document, schema_text=text, good_schema_text=None if is_json(text) else good)


def is_json(text: str) -> bool:
    """Say whether a text is one JSON value that a file can carry as it is."""
    try:
        parse_json(text)
        text.encode("utf-8")
    except (JsonSyntaxError, UnicodeEncodeError):
        return False
    return "\r" not in text


def _document_in_bundle(root: JsonNode) -> JsonNode | None:
    """Find the document that a bundle holds; None when the text is no bundle."""
    members = (
        {member.key: member.value for member in root.members}
        if isinstance(root, JsonObject)
        else {}
    )
    if "format" not in members or python_value(members["format"]) != BUNDLE:
        return None
    if "document" not in members:
        raise DocumentError("this bundle holds hashes only, and no document")
    return members["document"]


@dataclass(frozen=True, slots=True)
class SchemaStart:
    """Where a schema's text begins in its file, and how many columns its later lines lost there."""

    line: int
    column: int
    margin: int

    def located(self, finding: Finding, file: str) -> Finding:
        """Add the line and column in the file to a finding that has those in the schema's text."""
        where = finding.where
        if where.owner != "schema" or where.line is None or where.column is None:
            return finding
        before = self.column - 1 if where.line == 1 else self.margin
        line, column = self.line + where.line - 1, where.column + before
        place = replace(where, file=file, file_line=line, file_column=column)
        return replace(finding, where=place)


@dataclass(frozen=True, slots=True)
class _Reader:
    """A document's text with its tree."""

    text: str
    root: JsonNode

    def document(self) -> Document:
        members = self._members()
        if self._value(members, "format", "") != FORMAT:
            raise DocumentError(f'not a Loupe document: "format" must be "{FORMAT}"')
        schema = self._schema(members)
        contexts = self._contexts(members)
        active, unknown = self._active(members, contexts)
        broken = self._value(members, "schema_text", None)
        if broken is not None and not isinstance(broken, str):
            raise DocumentError('"schema_text" must be a string')
        return Document(
            schema_text=schema if broken is None else broken,
            contexts=contexts,
            active=active,
            profile=self._profile(members),
            scoring=self._scoring(members),
            options=self._options(members),
            extra=tuple(
                (key, self._literal(member))
                for key, member in members.items()
                if key not in KNOWN_KEYS
            ),
            good_schema_text=None if broken is None else schema,
            key_order=tuple(members),
            unknown_active=unknown,
        )

    def _members(self) -> dict[str, JsonMember]:
        if not isinstance(self.root, JsonObject):
            raise DocumentError("not a Loupe document: the text must be a JSON object")
        members = {member.key: member for member in self.root.members}
        if len(members) < len(self.root.members):
            raise DocumentError("a top-level key stands twice: keep one of the two")
        return members

    def _value(self, members: dict[str, JsonMember], key: str, default: JsonValue) -> JsonValue:
        return cast("JsonValue", python_value(members[key].value)) if key in members else default

    def _literal(self, member: JsonMember) -> str:
        span = member.value.span
        return self.text[span.start : span.end]

    def _schema(self, members: dict[str, JsonMember]) -> str:
        if "schema" not in members:
            raise DocumentError('the document has no "schema"')
        margin = self._margin(members["schema"])
        first, *rest = self._literal(members["schema"]).split("\n")
        return "\n".join((first, *(part.removeprefix(margin) for part in rest)))

    def _margin(self, member: JsonMember) -> str:
        """Find the indentation that all lines of a value but the first have for its key's sake."""
        margin = indent_at(self.text, member.key_span.start)
        rest = self._literal(member).split("\n")[1:]
        return margin if all(part.startswith(margin) or not part for part in rest) else ""

    def schema_start(self) -> SchemaStart | None:
        members = self._members()
        if "schema" not in members or "schema_text" in members:
            return None
        member = members["schema"]
        line, column = Lines(self.text).at(member.value.span.start)
        return SchemaStart(line, column, len(self._margin(member)))

    def _contexts(self, members: dict[str, JsonMember]) -> tuple[Context, ...]:
        table = self._value(members, "contexts", [])
        if not isinstance(table, list):
            raise DocumentError('"contexts" must be a list')
        return tuple(_context(item, number) for number, item in enumerate(table, 1))

    def _active(
        self, members: dict[str, JsonMember], contexts: tuple[Context, ...]
    ) -> tuple[int, str | None]:
        """Read a name, or a number from 1 as `_active_value` writes it; also a name that none has.

        Where several contexts have the name, it means the first.
        """
        value = self._value(members, "active_context", None)
        names = [context.name for context in contexts]
        if value is None:
            return 0, None
        if isinstance(value, str):
            return (names.index(value), None) if value in names else (0, value)
        if isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= len(names):
            return value - 1, None
        raise DocumentError('"active_context" must be the name of a context, or its number from 1')

    def _profile(self, members: dict[str, JsonMember]) -> str | Profile:
        value = self._value(members, "profile", "smollm2")
        if isinstance(value, dict):
            return profile_from_table(value, '"profile"')
        if not isinstance(value, str):
            raise DocumentError('"profile" must be a name or a table')
        return value

    def _scoring(self, members: dict[str, JsonMember]) -> ScoringMode:
        value = self._value(members, "scoring", "labels")
        if value not in {"labels", "slots"}:
            raise DocumentError(f'"scoring" must be "labels" or "slots", not {json.dumps(value)}')
        return cast("ScoringMode", value)

    def _options(self, members: dict[str, JsonMember]) -> tuple[tuple[str, str], ...]:
        if "options" not in members:
            return ()
        node = members["options"].value
        if not isinstance(node, JsonObject):
            raise DocumentError('"options" must be an object')
        return tuple((member.key, self._literal(member)) for member in node.members)


def _context(item: JsonValue, number: int) -> Context:
    if not isinstance(item, dict) or not isinstance(item.get("name"), str):
        raise DocumentError(f'context {number} must be an object with a "name"')
    name, text, coded = str(item["name"]), item.get("text"), item.get("base64")
    if isinstance(text, str):
        return Context(name, text.encode("utf-8", "surrogatepass"))
    if not isinstance(coded, str):
        raise DocumentError(f'context {name!r} must have a "text" or a "base64"')
    try:
        return Context(name, base64.b64decode(coded, validate=True))
    except binascii.Error as error:
        raise DocumentError(f"context {name!r}: base64: {error}") from error


def _context_table(context: Context) -> dict[str, JsonValue]:
    try:
        text = context.data.decode("utf-8")
    except UnicodeDecodeError:
        text = "\0"
    if any(character in text for character in "\r\0\ufeff"):
        return {"name": context.name, "base64": base64.b64encode(context.data).decode("ascii")}
    return {"name": context.name, "text": text}


def _in_order(
    members: list[tuple[str, str]], order: tuple[str, ...]
) -> tuple[tuple[str, str], ...]:
    """Put members where a file had their keys, and others after the one they follow here."""
    places = {key: place for place, key in enumerate(order)}
    placed, place = [], -1
    for key, value in members:
        place = places.get(key, place)
        placed.append((place, key, value))
    return tuple((key, value) for _, key, value in sorted(placed, key=lambda member: member[0]))


def _active_value(document: Document) -> str | int:
    """Name the active context; where another one has the same name, give its number from 1."""
    if document.missing_context is not None:
        return document.missing_context
    name = document.context.name
    names = [context.name for context in document.contexts]
    return name if names.count(name) == 1 else document.active + 1


def _profile_text(profile: str | Profile) -> str:
    return _json(profile if isinstance(profile, str) else profile_table(profile))


def _indented(text: str) -> str:
    first, *rest = text.split("\n")
    return "\n".join((first, *(f"  {line}" if line else line for line in rest)))


def _json(value: JsonValue) -> str:
    return json.dumps(value, ensure_ascii=False)
