"""Values of a JSON text replaced in place: all other bytes stay, and the style too."""

from __future__ import annotations

import json
import re

from pydantic import JsonValue

from engine.errors import DocumentError
from engine.schema.json_edit import Edit, Style, applied, indent_at, style_of
from engine.schema.json_tree import (
    JsonArray,
    JsonMember,
    JsonNode,
    JsonObject,
    JsonSyntaxError,
    parse_json,
    python_value,
)

Path = tuple[str, ...]


def with_values(text: str, values: tuple[tuple[Path, JsonValue], ...]) -> str:
    """Give the text with the values at these paths (keys from the root) set.

    A value that is equal already is not touched. A key that is not there is added at the end of
    its object, whose own object must be there. DocumentError when the text is not such JSON.
    """
    try:
        root = parse_json(text)
    except JsonSyntaxError as error:
        raise DocumentError(str(error)) from error
    style = style_of(text, root)
    return applied(
        text, [edit for path, value in values for edit in _edits(text, style, root, path, value)]
    )


def _edits(
    text: str, style: Style, root: JsonNode, path: Path, value: JsonValue
) -> tuple[Edit, ...]:
    *parents, key = path
    node = root
    for parent in parents:
        member = _member(node, parent)
        if member is None:
            raise DocumentError(f"the file has no {'.'.join(parents)}")
        node = member.value
    member = _member(node, key)
    if member is None:
        return (_added(text, style, node, key, value),)
    if _same(python_value(member.value), value):
        return ()
    span = member.value.span
    margin = indent_at(text, member.key_span.start)
    return (Edit(span.start, span.end, _styled(text, style, value, member.value, margin)),)


def _member(node: JsonNode, key: str) -> JsonMember | None:
    members = node.members if isinstance(node, JsonObject) else ()
    return next((member for member in reversed(members) if member.key == key), None)


def _same(here: object, there: object) -> bool:
    """Compare two values with the order of their keys, true and 1 told apart."""
    return json.dumps(here) == json.dumps(there)


def _added(text: str, style: Style, node: JsonNode, key: str, value: JsonValue) -> Edit:
    """Add a member after the last one, separated as the last two are."""
    if not isinstance(node, JsonObject) or not node.members:
        raise DocumentError(f"the file has no place for {key}")
    last = node.members[-1]
    comma = f",{text[node.span.start + 1 : last.key_span.start]}"
    if len(node.members) > 1:
        comma = text[node.members[-2].value.span.end : last.key_span.start]
    colon = text[last.key_span.end : last.value.span.start]
    written = _styled(text, style, value, last.value, indent_at(text, last.key_span.start))
    end = last.value.span.end
    return Edit(end, end, f"{comma}{json.dumps(key)}{colon}{written}")


def _styled(text: str, style: Style, value: JsonValue, old: JsonNode, margin: str) -> str:
    """Write a value as the old one was: escapes, order of keys, one line or indented."""
    literal = text[old.span.start : old.span.end]
    is_ascii = (literal if _has_escapes(literal) or not literal.isascii() else text).isascii()
    one_line = isinstance(old, JsonArray | JsonObject) and "\n" not in literal
    indent = None if one_line or "\n" not in text else style.step
    written = json.dumps(value, ensure_ascii=is_ascii, indent=indent, sort_keys=_is_sorted(old))
    return written.replace("\n", style.line_break + margin)


def _has_escapes(literal: str) -> bool:
    return re.search(r"\\u(?!00[01])", literal) is not None


def _is_sorted(node: JsonNode) -> bool:
    """Say whether every object's keys are sorted, as upstream writes them."""
    if isinstance(node, JsonArray):
        return all(map(_is_sorted, node.items))
    if not isinstance(node, JsonObject):
        return True
    keys = [member.key for member in node.members]
    return keys == sorted(keys) and all(_is_sorted(member.value) for member in node.members)
