"""Read the members of a JSON object of the schema, with a finding for each that does not fit."""

from __future__ import annotations

from collections.abc import Mapping

from engine.schema.fields import Span
from engine.schema.json_tree import JsonMember, JsonNode, JsonObject, JsonScalar, python_value
from engine.schema.report import Report, clipped


def members_by_key(node: JsonObject, report: Report, what: str) -> Mapping[str, JsonMember]:
    """Index the members; report every key that stands twice and keep the first."""
    members: dict[str, JsonMember] = {}
    for member in node.members:
        if member.key in members:
            line, column = report.lines.at(members[member.key].key_span.start)
            report.error(
                "duplicate-key",
                member.key_span,
                f"{what}: the key '{clipped(member.key)}' stands twice "
                f"(first at line {line}, column {column})",
                "Keep one of the two.",
            )
        else:
            members[member.key] = member
    return members


def is_null(node: JsonNode) -> bool:
    """Say whether a node is the JSON null."""
    return isinstance(node, JsonScalar) and node.value is None


def string_of(node: JsonNode, report: Report, what: str) -> str | None:
    """Read a string without lone surrogates; report and give None for anything else."""
    if not isinstance(node, JsonScalar) or not isinstance(node.value, str):
        wrong_type(node, report, what, "a string")
        return None
    check_surrogates(node.value, node.span, report, what)
    return node.value


def wrong_type(node: JsonNode, report: Report, what: str, wanted: str) -> None:
    """Report a value of the wrong type, in the words of the specification (section 2.2)."""
    value = python_value(node)
    report.error(
        "wrong-type",
        node.span,
        f"{what} must be {wanted}, got {clipped(repr(value))} ({type(value).__name__})",
        f"Write {wanted} here, or remove the key.",
    )


def check_surrogates(text: str, span: Span, report: Report, what: str) -> None:
    """Report a lone surrogate: no UTF-8 text, so no prompt, can carry it."""
    for character in text:
        if "\ud800" <= character <= "\udfff":
            report.error(
                "lone-surrogate",
                span,
                f"{what} contains the lone surrogate \\u{ord(character):04x}, "
                "which UTF-8 cannot carry",
                "Write both halves of the surrogate pair, or the character itself.",
            )
            return
