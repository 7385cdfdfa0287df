"""Turn schema text into typed fields, or into findings that say where and why it cannot."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches

from engine.errors import Finding
from engine.schema.choices import read_choices
from engine.schema.dependencies import check_dependencies
from engine.schema.fields import Field, FieldKind, Schema, Span
from engine.schema.json_tree import (
    JsonMember,
    JsonNode,
    JsonObject,
    JsonScalar,
    JsonSyntaxError,
    parse_json,
    python_value,
)
from engine.schema.lines import Lines
from engine.schema.members import (
    check_surrogates,
    is_null,
    members_by_key,
    name_of,
    string_of,
    wrong_type,
)
from engine.schema.not_applied import tell_not_applied
from engine.schema.report import Report, clipped
from engine.schema.set_constraints import read_set_constraints

_KINDS = {
    "enum": FieldKind.ENUM,
    "choice": FieldKind.ENUM,
    "selection": FieldKind.ENUM,
    "boolean": FieldKind.BOOLEAN,
    "multi": FieldKind.MULTI,
}
_KEYS = (
    "type",
    "description",
    "choices",
    "choice_descriptions",
    "depends_on",
    "ordered",
    "set_constraints",
)
_RESERVED = (".", "/", "#")


@dataclass(frozen=True, slots=True)
class SchemaParse:
    """The schema, or None when any finding is an error; findings in the order of the text."""

    schema: Schema | None
    findings: tuple[Finding, ...]


def parse_schema(text: str) -> SchemaParse:
    """Read the whole schema text and collect every finding (specification section 2.2)."""
    report = Report(Lines(text))
    fields = _read_fields(text, report)
    findings = tuple(sorted(report.findings, key=lambda finding: finding.where.source_start or 0))
    if any(finding.severity == "error" for finding in findings):
        return SchemaParse(None, findings)
    return SchemaParse(Schema(fields), findings)


def _read_fields(text: str, report: Report) -> tuple[Field, ...]:
    try:
        root = parse_json(text)
    except JsonSyntaxError as error:
        span = Span(error.position, min(error.position + 1, len(text)))
        message = f"The schema is not JSON: {error.reason}"
        report.error("json-syntax", span, message, "Complete or correct the text at this place.")
        return ()
    if not isinstance(root, JsonObject):
        wanted = 'Write an object of fields, for example {"flag": {"type": "boolean"}}.'
        wrong_type(root, report, "The schema", "an object of fields", cure=wanted)
        return ()
    if not root.members:
        cure = 'Add a field, for example "flag": {"type": "boolean"}.'
        report.error("empty-schema", root.span, "The schema has no fields.", cure)
    members = _unique_fields(root, report)
    fields = {name: _read_field(member, report) for name, member in members.items()}
    read = {name: field for name, field in fields.items() if field is not None}
    check_dependencies(read, frozenset(members), _parent_spans(members), report)
    if all(finding.severity != "error" for finding in report.findings):
        tell_not_applied(read.values(), members, report)
    return tuple(read.values())


def _unique_fields(root: JsonObject, report: Report) -> Mapping[str, JsonMember]:
    """Index the fields by name; report a name that stands twice and keep the first."""
    members: dict[str, JsonMember] = {}
    for member in root.members:
        if member.key in members:
            line, column = report.lines.at(members[member.key].key_span.start)
            report.within(member.key).error(
                "duplicate-field",
                member.key_span,
                f"Field '{clipped(member.key)}' is defined twice "
                f"(first at line {line}, column {column})",
                "Rename or remove one of the two.",
            )
        else:
            members[member.key] = member
    return members


def _read_field(member: JsonMember, report: Report) -> Field | None:
    """Read one field as far as it makes sense; None when not even its type is known."""
    name, report = member.key, report.within(member.key)
    _check_name(member, report)
    if not isinstance(member.value, JsonObject):
        wrong_type(member.value, report, f"{report.what}", "an object")
        return None
    members = members_by_key(member.value, report, f"{report.what}")
    _check_keys(members, report)
    description = _read_description(members.get("description"), report)
    parent = _read_parent(members.get("depends_on"), report)
    kind, type_name = _read_kind(members.get("type"), report)
    if kind is None:
        return None
    choices = read_choices(kind, members, member.key_span, report)
    texts = frozenset(choice.text for choice in choices)
    return Field(
        name=name,
        kind=kind,
        type_name=type_name,
        description=description,
        choices=choices,
        ordered=_read_ordered(kind, members.get("ordered"), report),
        depends_on=parent,
        set_constraints=read_set_constraints(kind, texts, members.get("set_constraints"), report),
        span=Span(member.key_span.start, member.value.span.end),
        description_span=members["description"].value.span if "description" in members else None,
    )


def _check_name(member: JsonMember, report: Report) -> None:
    check_surrogates(member.key, member.key_span, report, f"Field name '{clipped(member.key)}'")
    if not member.key:
        report.warning(
            "empty-text",
            member.key_span,
            'A field has an empty name: the prompt and the answers show it as ""',
            "Write a name.",
        )
    for character in _RESERVED:
        if character in member.key:
            report.error(
                "field-name-character",
                member.key_span,
                f"Field name '{clipped(member.key)}' contains '{character}', "
                "which names of scored rows use as a separator",
                f"Write the name without '{character}', for example with '_'.",
            )


def _check_keys(members: Mapping[str, JsonMember], report: Report) -> None:
    for key, member in members.items():
        if key not in _KEYS:
            near = get_close_matches(key[:40], _KEYS, n=1)
            cure = f"Did you mean '{near[0]}'?" if near else "Remove it if it is not yours."
            message = f"{report.what}: the key '{clipped(key)}' is kept but has no effect"
            report.info("unknown-key", member.key_span, message, cure)


def _read_kind(member: JsonMember | None, report: Report) -> tuple[FieldKind | None, str]:
    """Read `type` in any case; an enum when it is not given."""
    if member is None:
        return FieldKind.ENUM, "enum"
    node = member.value
    if not isinstance(node, JsonScalar) or not isinstance(node.value, str):
        wrong_type(node, report, f"{report.what}: type", "a string")
        return None, ""
    kind = _KINDS.get(node.value.lower())
    if kind is None:
        near = get_close_matches(node.value.lower()[:40], ("boolean", "enum", "multi"), n=1)
        report.error(
            "unknown-type",
            node.span,
            f"Unsupported field type '{clipped(node.value.lower())}'. "
            "Supported types: 'boolean', 'enum' and 'multi'.",
            f"{report.what}: did you mean '{near[0]}'?"
            if near
            else f"{report.what}: write one of the three as its type.",
        )
    return kind, node.value


def _read_description(member: JsonMember | None, report: Report) -> str:
    if member is None:
        return ""
    text = string_of(member.value, report, f"{report.what}: description") or ""
    hidden = text.split("\n")[1:]
    if any(line.strip() for line in hidden):
        report.warning(
            "description-hidden-lines",
            member.value.span,
            f"{report.what}: only the first line of the description is asked; "
            f"{len(hidden)} more do not reach the prompt",
            "Write the whole question in one line.",
        )
    return text


def _read_parent(member: JsonMember | None, report: Report) -> str | None:
    if member is None or is_null(member.value):
        return None
    return name_of(member.value, report, f"{report.what}: depends_on")


def _read_ordered(kind: FieldKind, member: JsonMember | None, report: Report) -> bool:
    if member is None:
        return False
    node: JsonNode = member.value
    if not isinstance(node, JsonScalar) or not isinstance(node.value, bool):
        _ordered_type(node, report)
        return False
    if node.value and kind is not FieldKind.ENUM:
        report.error(
            "ordered-not-enum",
            node.span,
            f"{report.what}: ordered applies to enum fields only; this field is of type {kind}",
            "Remove 'ordered', or make the field an enum.",
        )
    return node.value


def _ordered_type(node: JsonNode, report: Report) -> None:
    """Report an `ordered` of the wrong type, in the words of the specification (section 2.2)."""
    value = python_value(node)
    report.error(
        "wrong-type",
        node.span,
        f"{report.what}: ordered must be a bool, got {clipped(repr(value))} "
        f"({type(value).__name__})",
        "Write true or false here, or remove the key.",
    )


def _parent_spans(members: Mapping[str, JsonMember]) -> Mapping[str, Span]:
    """Find where each field's `depends_on` value stands."""
    spans: dict[str, Span] = {}
    for name, member in members.items():
        if isinstance(member.value, JsonObject):
            for part in reversed(member.value.members):
                if part.key == "depends_on":
                    spans[name] = part.value.span
    return spans
