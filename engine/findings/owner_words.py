"""Turn the owner of some bytes into words that a message can say them with."""

from __future__ import annotations

import json
from dataclasses import replace

from engine.prompt.segments import Owner, OwnerKind, Segment
from engine.schema.report import clipped

_OF_CHOICE = {"gloss": "the gloss of ", "alias": "the alias of "}
_OF_FIELD = {"name": "the name of ", "description": "the description of "}


def owner_words(owner: Owner, data: bytes, segments: tuple[Segment, ...]) -> str:
    """Name a user's text: `the context`, or `the gloss of choice 'LOW' of field 'risk'`.

    `data` and `segments` are the prompt's, which holds every choice as a JSON text.
    """
    if owner.kind is OwnerKind.CONTEXT:
        return "the context"
    field = f"field '{clipped(owner.field or '')}'"
    part = owner.part or ""
    if owner.index is None:
        return _OF_FIELD.get(part, "") + field
    choice = replace(owner, part="choice")
    quoted = b"".join(
        data[one.byte_start : one.byte_end] for one in segments if one.owner == choice
    )
    try:
        name = f"'{clipped(json.loads(quoted))}'"
    except ValueError:  # a template that shortens what it is given
        name = str(owner.index + 1)
    return f"{_OF_CHOICE.get(part, '')}choice {name} of {field}"
