"""Fields that an import has read, and the schema text that they make."""

from __future__ import annotations

from dataclasses import dataclass

from engine.schema.edit_source import literal
from engine.schema.fields import FieldKind
from engine.schema.json_edit import Style, array_text, object_text

WIDTH = 96
STYLE = Style("\n", "  ", ": ", ", ")
STEP, DEEP = "  ", "    "


@dataclass(frozen=True, slots=True)
class DraftChoice:
    """A choice with its gloss."""

    text: str
    gloss: str = ""


@dataclass(frozen=True, slots=True)
class DraftField:
    """A question to be written."""

    name: str
    kind: FieldKind
    description: str
    choices: tuple[DraftChoice, ...] = ()
    ordered: bool = False


def write_schema(fields: tuple[DraftField, ...]) -> str:
    """Write fields as a schema's text, a line a key."""
    members = [(literal(field.name), _body(field)) for field in fields]
    return object_text(STYLE, members, "") + "\n"


def _body(field: DraftField) -> str:
    members = [
        ('"type"', literal(field.kind.value)),
        ('"description"', literal(field.description)),
    ]
    if field.ordered:
        members.append(('"ordered"', "true"))
    if field.kind is not FieldKind.BOOLEAN:
        members.append(('"choices"', _choices(field)))
        glosses = [(literal(one.text), literal(one.gloss)) for one in field.choices if one.gloss]
        if glosses:
            members.append(('"choice_descriptions"', object_text(STYLE, glosses, DEEP)))
    return object_text(STYLE, members, STEP)


def _choices(field: DraftField) -> str:
    items = [literal(choice.text) for choice in field.choices]
    line = array_text(STYLE, items)
    return line if len(line) <= WIDTH else array_text(STYLE, items, DEEP)
