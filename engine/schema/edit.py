"""Edit the fields of a schema text, changing exactly the characters that the edit is about.

Each function takes the text and numbers counted from 0, and gives the new text. They work on any
JSON object, findings or not; JsonSyntaxError when the text is no JSON, EditRefused when the edit
would confuse two things.
"""

from __future__ import annotations

from engine.schema.edit_source import (
    EditRefused,
    Source,
    literal,
    new_member,
    open_source,
    quoted,
    replaced,
    string_in,
    unique,
    value_of,
    without_member,
)
from engine.schema.json_edit import (
    Edit,
    applied,
    array_text,
    element_text,
    indent_at,
    insertion,
    is_broken,
    moves,
    object_text,
    removal,
)
from engine.schema.json_tree import JsonArray, JsonMember, JsonObject, JsonScalar, is_blank

EMPTY_SCHEMA = "{\n}\n"
NEW_FIELD = "field"
NEW_CHOICES = ("yes", "no")


def add_field(text: str, index: int, name: str = NEW_FIELD) -> str:
    """Insert a field before the one at `index`: an enum of yes and no, its name made unique.

    A text of nothing but white space becomes an object with that field.
    """
    text = EMPTY_SCHEMA if is_blank(text) else text
    source = open_source(text)
    name = unique(name, source.names, "_")
    element = f"{literal(name)}{source.style.colon}{_new_body(source, index)}"
    return applied(text, [insertion(text, source.style, source.root, index, element)])


def rename_field(text: str, field: int, name: str) -> str:
    """Rename a field, also where other fields depend on it."""
    source = open_source(text)
    member = source.field(field)
    others = (*source.names[:field], *source.names[field + 1 :])
    if name == member.key:
        return text
    if name in others:
        raise EditRefused(f"there is already a field '{quoted(name)}'")
    edits = [Edit(member.key_span.start, member.key_span.end, literal(name))]
    if member.key not in others:
        edits += _parents(source, member.key, literal(name))
    return applied(text, edits)


def duplicate_field(text: str, field: int) -> str:
    """Insert a copy behind a field; the copy's name is made unique."""
    source = open_source(text)
    member = source.field(field)
    key_length = member.key_span.end - member.key_span.start
    name = literal(unique(member.key, source.names, "_"))
    element = name + element_text(text, source.root, field)[key_length:]
    return applied(text, [insertion(text, source.style, source.root, field + 1, element)])


def delete_field(text: str, field: int) -> str:
    """Remove a field; one that depends on it gets a finding."""
    source = open_source(text)
    source.field(field)
    return applied(text, [removal(source.root, field)])


def move_field(text: str, field: int, target: int) -> str:
    """Move a field to the place `target`; the fields between move up or down."""
    source = open_source(text)
    source.field(field)
    source.field(target)
    return applied(text, moves(text, source.root, field, target))


def set_type(text: str, field: int, type_name: str) -> str:
    """Write a field's type; what no longer fits stays and gets a finding."""
    return _set(text, field, "type", type_name)


def set_description(text: str, field: int, description: str | None) -> str:
    """Write a field's question; None removes it."""
    if description == "" and value_of(open_source(text).body(field), "description") is None:
        return text
    return _set(text, field, "description", description)


def set_ordered(text: str, field: int, ordered: bool) -> str:
    """Say whether a field's choices are a scale; False removes the key."""
    return _set(text, field, "ordered", True if ordered else None)


def set_depends_on(text: str, field: int, parent: str | None) -> str:
    """Name the field that a field depends on; None removes the key."""
    return _set(text, field, "depends_on", parent)


def _set(text: str, field: int, key: str, value: str | bool | None) -> str:
    source = open_source(text)
    body = source.body(field)
    node = value_of(body, key)
    if value is None:
        return applied(text, without_member(body, key))
    written = literal(value) if isinstance(value, str) else "true"
    if node is None:
        return applied(text, [new_member(source, body, key, written)])
    if isinstance(node, JsonScalar) and node.value == value and type(node.value) is type(value):
        return text
    return applied(text, [replaced(node, written)])


def _parents(source: Source, name: str, written: str) -> list[Edit]:
    """Rename a field where others depend on it."""
    parents = (
        value_of(member.value, "depends_on")
        for member in source.root.members
        if isinstance(member.value, JsonObject)
    )
    return [replaced(node, written) for node in parents if node and string_in(node) == name]


def _new_body(source: Source, index: int) -> str:
    """Write a new field's object, laid out as the field beside it."""
    near = source.root.members[max(0, index - 1) :][:1]
    style = source.style
    lines = all(_has_lines(source.text, one) for one in near)
    indent = _field_indent(source, near) if lines else None
    members = (
        ('"type"', '"enum"'),
        ('"description"', '""'),
        ('"choices"', array_text(style, [literal(choice) for choice in NEW_CHOICES])),
    )
    return object_text(style, members, indent)


def _has_lines(text: str, member: JsonMember) -> bool:
    return not isinstance(member.value, JsonArray | JsonObject) or is_broken(text, member.value)


def _field_indent(source: Source, near: tuple[JsonMember, ...]) -> str:
    if near:
        return indent_at(source.text, near[0].key_span.start)
    return indent_at(source.text, source.root.span.start) + source.style.step
