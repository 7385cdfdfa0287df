"""A conversation rendered by a template, with the message that each byte of the prompt is from."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise

from engine.prompt.segments import Owner, OwnerKind, Piece, Segment
from engine.templates.conversation import Message
from engine.templates.placement import Placement, place

RenderMessages = Callable[[tuple[Message, ...]], str]
SCAFFOLD = frozenset({OwnerKind.TEMPLATE, OwnerKind.ADDED})


def message_owner(number: int, role: str, part: str) -> Owner:
    """Name the owner of a message's bytes, as `2 user`; messages count from 1."""
    return Owner(OwnerKind.SCHEMA, field=f"{number} {role}".strip(), part=part)


def place_conversation(
    render: RenderMessages, render_bare: RenderMessages, messages: tuple[Message, ...]
) -> Placement:
    """Place contents as `place` does, then reasoning where it stands in the template's own text.

    Raises TemplateError where the template refuses the messages.
    """
    pieces = tuple(
        (one.role, (Piece(one.content, message_owner(number, one.role, "content")),))
        for number, one in enumerate(messages, 1)
    )
    placed = place(
        _with_reasoning(render, messages),
        pieces,
        render_bare=_with_reasoning(render_bare, messages),
    )
    segments = tuple(_own_reasoning(placed, messages))
    return Placement(placed.text, segments, placed.trimmed, placed.aligned)


def _with_reasoning(
    render: RenderMessages, messages: tuple[Message, ...]
) -> Callable[[tuple[tuple[str, str], ...]], str]:
    """Render pairs of role and content; this conversation's roles keep their reasoning."""
    roles = [one.role for one in messages]
    reasonings = [one.reasoning for one in messages]

    def rendered(pairs: tuple[tuple[str, str], ...]) -> str:
        same = [role for role, _ in pairs] == roles
        kept = reasonings if same else [None] * len(pairs)
        return render(tuple(Message(*pair, found) for pair, found in zip(pairs, kept, strict=True)))

    return rendered


def _own_reasoning(placed: Placement, messages: tuple[Message, ...]) -> Iterator[Segment]:
    """Cut reasoning, as a whole and in the messages' order, out of the template's segments."""
    data = placed.text.encode()
    waiting = [
        (one.reasoning.strip().encode(), message_owner(number, one.role, "reasoning"))
        for number, one in enumerate(messages, 1)
        if one.reasoning and one.reasoning.strip()
    ]
    for start, end, parts in _stretches(placed.segments):
        if parts[0].owner.kind not in SCAFFOLD:
            yield from parts
            continue
        taken: list[Segment] = []
        position = start
        for entry in tuple(waiting):
            at = data.find(entry[0], position, end)
            if at >= 0:
                position = at + len(entry[0])
                taken.append(Segment(entry[1], at, position))
                waiting.remove(entry)
        yield from _overlaid(parts, taken)


def _stretches(
    segments: tuple[Segment, ...],
) -> Iterator[tuple[int, int, list[Segment]]]:
    """Group neighbouring segments of the template's own text; others stand alone."""
    group: list[Segment] = []
    for segment in segments:
        if group and (segment.owner.kind not in SCAFFOLD or group[-1].owner.kind not in SCAFFOLD):
            yield group[0].byte_start, group[-1].byte_end, group
            group = []
        group.append(segment)
    if group:
        yield group[0].byte_start, group[-1].byte_end, group


def _overlaid(parts: list[Segment], taken: list[Segment]) -> Iterator[Segment]:
    """Lay segments over others: what they cover is theirs."""
    both = [*taken, *parts]
    edges = {edge for one in both for edge in (one.byte_start, one.byte_end)}
    covered = {edge for edge in edges for one in taken if one.byte_start < edge < one.byte_end}
    for start, end in pairwise(sorted(edges - covered)):
        owner = next(one.owner for one in both if one.byte_start <= start < one.byte_end)
        yield Segment(owner, start, end)
