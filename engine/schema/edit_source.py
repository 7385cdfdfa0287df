"""A schema text opened for editing: its fields by number, and where a new member belongs."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass

from engine.errors import LoupeError
from engine.schema.json_edit import Edit, Style, insertion, removal, style_of
from engine.schema.json_text import json_text, with_escaped_surrogates
from engine.schema.json_tree import JsonMember, JsonNode, JsonObject, JsonScalar, parse_json
from engine.schema.report import clipped, printable

KEY_ORDER = (
    "type",
    "description",
    "ordered",
    "depends_on",
    "choices",
    "choice_descriptions",
    "set_constraints",
)


class EditRefused(LoupeError):
    """Report an edit that would lose or confuse something, with the reason."""


@dataclass(frozen=True, slots=True)
class Source:
    """A schema text with its tree; repeated names and keys are all there."""

    text: str
    root: JsonObject
    style: Style

    def field(self, number: int) -> JsonMember:
        """Give a field by its number; EditRefused when there is none."""
        if 0 <= number < len(self.root.members):
            return self.root.members[number]
        raise EditRefused(f"the schema has no field number {number + 1}")

    def body(self, number: int) -> JsonObject:
        """Give the object of a field; EditRefused when its value is no object."""
        member = self.field(number)
        if isinstance(member.value, JsonObject):
            return member.value
        raise EditRefused(
            f"field '{quoted(member.key)}' is not an object; correct it as JSON first"
        )

    @property
    def names(self) -> tuple[str, ...]:
        """List the fields' names in order."""
        return tuple(member.key for member in self.root.members)


def open_source(text: str) -> Source:
    """Parse a schema text for editing; JsonSyntaxError or EditRefused when it cannot be edited."""
    root = parse_json(text)
    if not isinstance(root, JsonObject):
        raise EditRefused("the schema is not an object of fields; correct it as JSON first")
    return Source(text, root, style_of(text, root))


def position_of(node: JsonObject, key: str) -> int | None:
    """Give the number of the first member with a key, the one that counts; None without one."""
    for number, member in enumerate(node.members):
        if member.key == key:
            return number
    return None


def value_of(node: JsonObject, key: str) -> JsonNode | None:
    """Give the value of the first member with a key; None without one."""
    number = position_of(node, key)
    return None if number is None else node.members[number].value


def new_member(source: Source, body: JsonObject, key: str, value: str) -> Edit:
    """Insert a member with a JSON text as value where the usual order of keys puts it."""
    rank = KEY_ORDER.index(key)
    before = [
        number
        for number, member in enumerate(body.members)
        if member.key in KEY_ORDER and KEY_ORDER.index(member.key) < rank
    ]
    place = before[-1] + 1 if before else 0
    element = f"{literal(key)}{source.style.colon}{value}"
    return insertion(source.text, source.style, body, place, element)


def without_member(body: JsonObject, key: str) -> tuple[Edit, ...]:
    """Remove the first member with a key, when there is one."""
    number = position_of(body, key)
    return () if number is None else (removal(body, number),)


def replaced(node: JsonNode, value: str) -> Edit:
    """Put a JSON text in place of a value."""
    return Edit(node.span.start, node.span.end, value)


def string_in(node: JsonNode | None) -> str | None:
    """Give a node's text when it is a string."""
    return node.value if isinstance(node, JsonScalar) and isinstance(node.value, str) else None


def literal(text: str) -> str:
    r"""Write a text as a JSON string; a lone surrogate becomes an escape, which UTF-8 can carry."""
    return with_escaped_surrogates(json_text(text))


def quoted(text: str) -> str:
    """Make a name fit for a sentence."""
    return printable(clipped(text))


def unique(name: str, taken: Collection[str], separator: str) -> str:
    """Give the name, or the first of `name 2`, `name 3`, … that is not taken.

    >>> unique("tier_2", ("tier", "tier_2"), "_")
    'tier_3'
    """
    found = re.fullmatch(rf"(.+){re.escape(separator)}([0-9]{{1,6}})", name, re.DOTALL)
    stem, number = (found[1], int(found[2])) if found else (name, 1)
    while name in taken:
        number += 1
        name = f"{stem}{separator}{number}"
    return name
