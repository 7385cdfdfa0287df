"""Read the members of a JSON object of the schema, with a finding for each that does not fit."""

from __future__ import annotations

import re
from collections.abc import Mapping

from engine.schema.fields import Span
from engine.schema.json_tree import JsonArray, JsonMember, JsonNode, JsonObject, JsonScalar
from engine.schema.report import Report, clipped

_SURROGATE = re.compile("[\ud800-\udfff]")


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


def name_of(node: JsonNode, report: Report, what: str) -> str | None:
    """Read a string that names something in the schema; None also where nothing can be named so.

    A lone surrogate is reported by `string_of`: that the name is not known would repeat it.
    """
    text = string_of(node, report, what)
    return None if text is None or _SURROGATE.search(text) else text


def wrong_type(node: JsonNode, report: Report, what: str, wanted: str, cure: str = "") -> None:
    """Report a value of the wrong type in the words of JSON."""
    report.error(
        "wrong-type",
        node.span,
        f"{what} must be {wanted}, got {_told(node)}",
        cure or f"Write {wanted} here, or remove the key.",
    )


def _told(node: JsonNode) -> str:
    """Say what a value is: `null`, `true`, `the number 1`, `the string "a"`, `a list`."""
    if isinstance(node, JsonScalar):
        literal = clipped(node.literal)
        if isinstance(node.value, bool) or node.value is None:
            return literal
        return f"the {'string' if isinstance(node.value, str) else 'number'} {literal}"
    if isinstance(node, JsonArray):
        return "a list" if node.items else "an empty list"
    return "an object" if node.members else "an empty object"


def check_surrogates(text: str, span: Span, report: Report, what: str) -> None:
    """Report a lone surrogate: no UTF-8 text, so no prompt, can carry it."""
    found = _SURROGATE.search(text)
    if found:
        report.error(
            "lone-surrogate",
            span,
            f"{what} contains the lone surrogate \\u{ord(found[0]):04x}, which UTF-8 cannot carry",
            "Write both halves of the surrogate pair, or the character itself.",
        )
