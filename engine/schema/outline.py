"""Turn schema text into the fields and choices that a form shows, findings or not."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.errors import Finding, Severity
from engine.schema.edit_source import string_in, value_of
from engine.schema.fields import Span
from engine.schema.json_tree import (
    JsonArray,
    JsonMember,
    JsonNode,
    JsonObject,
    JsonScalar,
    JsonSyntaxError,
    is_blank,
    parse_json,
)

RANK: dict[Severity, int] = {"info": 0, "warning": 1, "error": 2}
KIND_OF = {"enum": "enum", "choice": "enum", "selection": "enum", "boolean": "boolean"}


@dataclass(frozen=True, slots=True)
class ChoiceRow:
    """A choice as it stands in the text; one that is no string shows its JSON."""

    text: str
    gloss: str
    spans: tuple[Span, ...]
    findings: tuple[Finding, ...] = ()


@dataclass(frozen=True, slots=True)
class FieldRow:
    """A field as far as it can be read; `kind` is the type in lower case, synonyms resolved."""

    name: str
    type_name: str
    kind: str
    description: str
    ordered: bool
    depends_on: str | None
    has_constraints: bool
    editable: bool
    choices: tuple[ChoiceRow, ...]
    span: Span
    findings: tuple[Finding, ...] = ()


@dataclass(frozen=True, slots=True)
class Outline:
    """The rows of a form; `unreadable` says where and why there are none."""

    fields: tuple[FieldRow, ...]
    unreadable: JsonSyntaxError | None = None
    is_object: bool = True


def outline(text: str) -> Outline:
    """Read what a form can show of a schema text; white space alone has no fields yet."""
    if is_blank(text):
        return Outline(())
    try:
        root = parse_json(text)
    except JsonSyntaxError as error:
        return Outline((), error)
    if not isinstance(root, JsonObject):
        return Outline((), is_object=False)
    return Outline(tuple(_field(text, member) for member in root.members))


def with_findings(
    rows: tuple[FieldRow, ...], findings: tuple[Finding, ...]
) -> tuple[FieldRow, ...]:
    """Put each finding at the innermost row that it is about, the worst ones first."""
    at: dict[tuple[int, int | None], list[Finding]] = {}
    for finding in sorted(findings, key=lambda one: -RANK[one.severity]):
        place = part_at(rows, finding)
        if place is not None:
            at.setdefault(place, []).append(finding)
    if not at:
        return rows
    return tuple(
        replace(
            row,
            findings=tuple(at.get((number, None), ())),
            choices=tuple(
                replace(choice, findings=tuple(at[number, index]))
                if (number, index) in at
                else choice
                for index, choice in enumerate(row.choices)
            ),
        )
        for number, row in enumerate(rows)
    )


def part_at(rows: tuple[FieldRow, ...], finding: Finding) -> tuple[int, int | None] | None:
    """Find the field, and the choice in it, that a finding of the schema is about."""
    start = finding.where.source_start
    if finding.where.owner == "schema" and start is not None:
        return part_of_position(rows, start)
    names = [row.name for row in rows]
    named = finding.where.field
    return (names.index(named), None) if named is not None and named in names else None


def part_of_position(rows: tuple[FieldRow, ...], position: int) -> tuple[int, int | None] | None:
    """Find the field, and the choice in it, whose text holds a position of the schema text."""
    for number, row in enumerate(rows):
        if row.span.start <= position < row.span.end:
            for index, choice in enumerate(row.choices):
                if any(span.start <= position < span.end for span in choice.spans):
                    return number, index
            return number, None
    return None


def worst(row: FieldRow | ChoiceRow) -> Severity | None:
    """Give the worst severity of a row's own findings."""
    return row.findings[0].severity if row.findings else None


def _field(text: str, member: JsonMember) -> FieldRow:
    body = member.value
    span = Span(member.key_span.start, body.span.end)
    if not isinstance(body, JsonObject):
        return FieldRow(member.key, "", "", "", False, None, False, False, (), span)
    type_node = value_of(body, "type")
    type_name = "enum" if type_node is None else string_in(type_node) or ""
    ordered = value_of(body, "ordered")
    return FieldRow(
        name=member.key,
        type_name=type_name,
        kind=KIND_OF.get(type_name.lower(), type_name.lower()),
        description=string_in(value_of(body, "description")) or "",
        ordered=isinstance(ordered, JsonScalar) and ordered.value is True,
        depends_on=string_in(value_of(body, "depends_on")),
        has_constraints=value_of(body, "set_constraints") is not None,
        editable=True,
        choices=_choices(text, body),
        span=span,
    )


def _choices(text: str, body: JsonObject) -> tuple[ChoiceRow, ...]:
    choices = value_of(body, "choices")
    if not isinstance(choices, JsonArray):
        return ()
    glosses = value_of(body, "choice_descriptions")
    members: dict[str, JsonMember] = {}
    for member in glosses.members if isinstance(glosses, JsonObject) else ():
        members.setdefault(member.key, member)
    return tuple(_choice(text, item, members) for item in choices.items)


def _choice(text: str, item: JsonNode, glosses: dict[str, JsonMember]) -> ChoiceRow:
    own = string_in(item)
    if own is None:
        return ChoiceRow(text[item.span.start : item.span.end], "", (item.span,))
    gloss = glosses.get(own)
    if gloss is None:
        return ChoiceRow(own, "", (item.span,))
    gloss_span = Span(gloss.key_span.start, gloss.value.span.end)
    return ChoiceRow(own, string_in(gloss.value) or "", (item.span, gloss_span))
