"""Turn one wish about a JSON container into replacements that leave every other byte alone."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from engine.schema.fields import Span
from engine.schema.json_tree import JsonArray, JsonMember, JsonNode, JsonObject

Container = JsonArray | JsonObject

_BREAK = re.compile(r"\r\n|\r|\n")
_INDENTED = re.compile(r"(?:\r\n|\r|\n)([ \t]+)[^ \t\r\n]")
_LINE_START = re.compile(r"[ \t]*")


@dataclass(frozen=True, slots=True)
class Edit:
    """Put `text` in place of the code points `start` to `end`."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Style:
    """How a text is laid out: its line break, one step of indentation, `: ` and `, `."""

    line_break: str
    step: str
    colon: str
    comma: str


def applied(text: str, edits: Iterable[Edit]) -> str:
    """Apply edits that do not overlap.

    >>> applied("abc", [Edit(2, 3, "z"), Edit(0, 1, "x")])
    'xbz'
    """
    for edit in sorted(edits, key=lambda one: (one.start, one.end), reverse=True):
        text = text[: edit.start] + edit.text + text[edit.end :]
    return text


def style_of(text: str, root: JsonNode) -> Style:
    """Read the layout off the text; where it shows none, take LF, two spaces, `: ` and `, `."""
    line_break = _BREAK.search(text)
    indented = _INDENTED.search(text)
    colons = (text[one.key_span.end : one.value.span.start] for one in _members(root))
    gaps = (_gap(text, one, 1) for one in _containers(root) if len(_spans(one)) > 1)
    return Style(
        line_break=line_break[0] if line_break else "\n",
        step=indented[1] if indented else "  ",
        colon=next((colon for colon in colons if not _BREAK.search(colon)), ": "),
        comma="," + next((gap for gap in gaps if not _BREAK.search(gap)), " "),
    )


def element_text(text: str, container: Container, index: int) -> str:
    """Give an element's own text: an item, or a member with its key."""
    span = _spans(container)[index]
    return text[span.start : span.end]


def insertion(text: str, style: Style, container: Container, index: int, element: str) -> Edit:
    """Insert an element before the one at `index`, spaced as its neighbours are."""
    spans = _spans(container)
    if not spans:
        return _first(text, style, container, element)
    gap = _gap(text, container, max(1, min(index, len(spans) - 1)))
    if len(spans) == 1:
        opening = text[container.span.start + 1 : spans[0].start]
        gap = opening if _BREAK.search(opening) else style.comma[1:]
    if index >= len(spans):
        return Edit(spans[-1].end, spans[-1].end, f",{gap}{element}")
    return Edit(spans[index].start, spans[index].start, f"{element},{gap}")


def removal(container: Container, index: int) -> Edit:
    """Remove an element with the comma and the space that belong to it."""
    spans = _spans(container)
    if len(spans) == 1:
        return Edit(container.span.start + 1, spans[0].end, "")
    if index < len(spans) - 1:
        return Edit(spans[index].start, spans[index + 1].start, "")
    return Edit(spans[index - 1].end, spans[index].end, "")


def moves(text: str, container: Container, source: int, target: int) -> tuple[Edit, ...]:
    """Let the elements between two places change seats; the space between the seats stays."""
    spans = _spans(container)
    order = list(range(len(spans)))
    order.insert(target, order.pop(source))
    return tuple(
        Edit(seat.start, seat.end, element_text(text, container, taken))
        for place, (seat, taken) in enumerate(zip(spans, order, strict=True))
        if place != taken
    )


def object_text(style: Style, members: Iterable[tuple[str, str]], indent: str | None = None) -> str:
    """Write an object of JSON texts: in one line, or with lines as deep as `indent` and a step."""
    parts = [f"{key}{style.colon}{value}" for key, value in members]
    return _bracketed(style, "{", parts, "}", indent)


def array_text(style: Style, items: Iterable[str], indent: str | None = None) -> str:
    """Write a list of JSON texts: in one line, or with lines as deep as `indent` and a step."""
    return _bracketed(style, "[", list(items), "]", indent)


def is_broken(text: str, container: Container) -> bool:
    """Say whether the container's first element stands in a line of its own."""
    spans = _spans(container)
    end = spans[0].start if spans else container.span.end
    return _BREAK.search(text, container.span.start, end) is not None


def indent_at(text: str, position: int) -> str:
    """Give the white space that the line of a position begins with."""
    starts = [one.end() for one in _BREAK.finditer(text, 0, position)]
    found = _LINE_START.match(text, starts[-1] if starts else 0)
    assert found is not None, "the pattern matches the empty text"
    return found[0]


def _bracketed(
    style: Style, opening: str, parts: list[str], closing: str, indent: str | None
) -> str:
    if indent is None or not parts:
        return opening + style.comma.join(parts) + closing
    line = style.line_break + indent
    inner = f",{line}{style.step}".join(parts)
    return f"{opening}{line}{style.step}{inner}{line}{closing}"


def _first(text: str, style: Style, container: Container, element: str) -> Edit:
    """Fill an empty container; the outermost one, and one with a line break in it, get lines."""
    start, end = container.span.start + 1, container.span.end - 1
    outermost = not text[: container.span.start].strip()
    if outermost or _BREAK.search(text, start, end):
        line = style.line_break + indent_at(text, container.span.start)
        return Edit(start, end, f"{line}{style.step}{element}{line}")
    return Edit(start, end, element)


def _gap(text: str, container: Container, index: int) -> str:
    """Give the white space between the comma before an element and the element."""
    if index >= len(_spans(container)):
        return ""
    before, own = _spans(container)[index - 1 : index + 1]
    return text[text.index(",", before.end) + 1 : own.start]


def _spans(container: Container) -> tuple[Span, ...]:
    if isinstance(container, JsonArray):
        return tuple(item.span for item in container.items)
    return tuple(Span(one.key_span.start, one.value.span.end) for one in container.members)


def _containers(node: JsonNode) -> Iterator[Container]:
    """Walk through all containers, the outer ones first."""
    if isinstance(node, JsonArray):
        yield node
        for item in node.items:
            yield from _containers(item)
    elif isinstance(node, JsonObject):
        yield node
        for member in node.members:
            yield from _containers(member.value)


def _members(root: JsonNode) -> Iterator[JsonMember]:
    for container in _containers(root):
        if isinstance(container, JsonObject):
            yield from container.members
