"""Edit the choices and glosses of a schema text; numbers count from 0, see engine.schema.edit."""

from __future__ import annotations

from collections.abc import Iterator

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
from engine.schema.json_tree import JsonArray, JsonNode, JsonObject, JsonScalar

NEW_CHOICE = "choice"


def add_choice(text: str, field: int, index: int, choice: str = NEW_CHOICE) -> str:
    """Insert a choice before the one at `index`; its text is made unique."""
    source = open_source(text)
    body = source.body(field)
    choices = _choices(source, field)
    if choices is None:
        written = array_text(source.style, [literal(choice)])
        return applied(text, [_put(source, body, "choices", written)])
    written = literal(unique(choice, _texts(choices), " "))
    return applied(text, [insertion(text, source.style, choices, index, written)])


def rename_choice(text: str, field: int, choice: int, name: str) -> str:
    """Rename a choice, with its gloss and where the field's set constraints name it."""
    source = open_source(text)
    node = _choice(source, field, choice)
    before, others = string_in(node), _others(source, field, choice)
    if name == before:
        return text
    if name in others:
        raise EditRefused(f"there is already a choice '{quoted(name)}'")
    edits = [replaced(node, literal(name))]
    if before is not None and before not in others:
        edits += _renamed_gloss(source, field, before, name)
        edits += [replaced(one, literal(name)) for one in _mentions(source.body(field), before)]
    return applied(text, edits)


def duplicate_choice(text: str, field: int, choice: int) -> str:
    """Insert a copy behind a choice, with its gloss; its text is made unique."""
    source = open_source(text)
    choices = _existing(source, field)
    before = string_in(_choice(source, field, choice))
    name = unique(NEW_CHOICE if before is None else before, _texts(choices), " ")
    edits = [insertion(text, source.style, choices, choice + 1, literal(name))]
    glosses = value_of(source.body(field), "choice_descriptions")
    if isinstance(glosses, JsonObject):
        for number, member in enumerate(glosses.members):
            if member.key == before:
                copied = element_text(text, glosses, number)
                key_length = member.key_span.end - member.key_span.start
                element = literal(name) + copied[key_length:]
                edits.append(insertion(text, source.style, glosses, number + 1, element))
                break
    return applied(text, edits)


def delete_choice(text: str, field: int, choice: int) -> str:
    """Remove a choice and its gloss; a set constraint that names it gets a finding."""
    source = open_source(text)
    name = string_in(_choice(source, field, choice))
    edits = [removal(_existing(source, field), choice)]
    if name is not None and name not in _others(source, field, choice):
        edits += _without_gloss(source.body(field), name)
    return applied(text, edits)


def move_choice(text: str, field: int, choice: int, target: int) -> str:
    """Move a choice to the place `target`; the choices between move up or down."""
    source = open_source(text)
    _choice(source, field, choice)
    _choice(source, field, target)
    return applied(text, moves(text, _existing(source, field), choice, target))


def set_gloss(text: str, field: int, choice: int, gloss: str) -> str:
    """Write the gloss of a choice; an empty one removes it."""
    source = open_source(text)
    body = source.body(field)
    name = string_in(_choice(source, field, choice))
    if name is None:
        raise EditRefused("this choice is not a text; correct it as JSON first")
    if not gloss:
        return applied(text, _without_gloss(body, name))
    glosses = _glosses(body)
    if glosses is None:
        return applied(text, [_first_gloss(source, body, name, gloss)])
    node = value_of(glosses, name)
    if node is not None:
        return text if string_in(node) == gloss else applied(text, [replaced(node, literal(gloss))])
    return applied(text, [_new_gloss(source, field, glosses, choice, gloss)])


def _existing(source: Source, field: int) -> JsonArray:
    choices = _choices(source, field)
    if choices is None:
        raise EditRefused(f"field '{quoted(source.field(field).key)}' has no choices")
    return choices


def _choices(source: Source, field: int) -> JsonArray | None:
    """Give a field's choices; None when it has none; EditRefused when they are no list."""
    node = value_of(source.body(field), "choices")
    if node is None or _is_null(node):
        return None
    if isinstance(node, JsonArray):
        return node
    name = quoted(source.field(field).key)
    raise EditRefused(f"the choices of '{name}' are no list; correct them as JSON first")


def _choice(source: Source, field: int, choice: int) -> JsonNode:
    choices = _existing(source, field)
    if 0 <= choice < len(choices.items):
        return choices.items[choice]
    name = quoted(source.field(field).key)
    raise EditRefused(f"field '{name}' has no choice number {choice + 1}")


def _texts(choices: JsonArray) -> tuple[str, ...]:
    return tuple(text for item in choices.items if (text := string_in(item)) is not None)


def _others(source: Source, field: int, choice: int) -> tuple[str | None, ...]:
    """List the texts of the other choices."""
    items = _existing(source, field).items
    return tuple(string_in(item) for item in (*items[:choice], *items[choice + 1 :]))


def _glosses(body: JsonObject) -> JsonObject | None:
    node = value_of(body, "choice_descriptions")
    if node is None or _is_null(node):
        return None
    if isinstance(node, JsonObject):
        return node
    raise EditRefused("choice_descriptions is no object; correct it as JSON first")


def _renamed_gloss(source: Source, field: int, before: str, name: str) -> Iterator[Edit]:
    glosses = value_of(source.body(field), "choice_descriptions")
    if not isinstance(glosses, JsonObject):
        return
    if value_of(glosses, before) is not None and value_of(glosses, name) is not None:
        raise EditRefused(f"choice_descriptions already has a gloss for '{quoted(name)}'")
    for member in glosses.members:
        if member.key == before:
            yield Edit(member.key_span.start, member.key_span.end, literal(name))


def _without_gloss(body: JsonObject, name: str) -> tuple[Edit, ...]:
    """Remove a gloss; `choice_descriptions` goes with its last one."""
    glosses = value_of(body, "choice_descriptions")
    if not isinstance(glosses, JsonObject) or value_of(glosses, name) is None:
        return ()
    if all(member.key == name for member in glosses.members):
        return without_member(body, "choice_descriptions")
    return without_member(glosses, name)


def _first_gloss(source: Source, body: JsonObject, name: str, gloss: str) -> Edit:
    """Write `choice_descriptions` with its first gloss, laid out as the choices are."""
    choices = value_of(body, "choices")
    indent = None
    if isinstance(choices, JsonArray) and is_broken(source.text, choices):
        indent = indent_at(source.text, choices.span.start)
    written = object_text(source.style, [(literal(name), literal(gloss))], indent)
    return _put(source, body, "choice_descriptions", written)


def _new_gloss(source: Source, field: int, glosses: JsonObject, choice: int, gloss: str) -> Edit:
    """Insert a gloss before those of the choices that come later."""
    texts = [string_in(item) for item in _existing(source, field).items]
    later = set(texts[choice + 1 :])
    places = [number for number, one in enumerate(glosses.members) if one.key in later]
    place = places[0] if places else len(glosses.members)
    element = f"{literal(str(texts[choice]))}{source.style.colon}{literal(gloss)}"
    return insertion(source.text, source.style, glosses, place, element)


def _put(source: Source, body: JsonObject, key: str, written: str) -> Edit:
    """Insert a member, or write over its null."""
    node = value_of(body, key)
    return new_member(source, body, key, written) if node is None else replaced(node, written)


def _mentions(body: JsonObject, option: str) -> Iterator[JsonScalar]:
    """Find where the set constraints name an option."""
    constraints = value_of(body, "set_constraints")
    for item in constraints.items if isinstance(constraints, JsonArray) else ():
        if not isinstance(item, JsonObject):
            continue
        for member in item.members:
            if member.key in ("options", "if_option", "then_option"):
                nodes = (
                    member.value.items if isinstance(member.value, JsonArray) else [member.value]
                )
                yield from (
                    node for node in nodes if isinstance(node, JsonScalar) and node.value == option
                )


def _is_null(node: JsonNode) -> bool:
    return isinstance(node, JsonScalar) and node.value is None
