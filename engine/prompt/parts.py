"""Find the bytes of a part of the schema in a prompt, and the part that owns a byte."""

from __future__ import annotations

from engine.prompt.segments import Owner, OwnerKind, Segment


def bytes_of_part(
    segments: tuple[Segment, ...], field: str, part: str, index: int | None
) -> tuple[int, int] | None:
    """Give the byte range of a part (see Owner), or of a whole field; None when it has none."""
    owned = [
        one
        for one in segments
        if one.owner.kind is OwnerKind.SCHEMA
        and one.owner.field == field
        and (part == "field" or (one.owner.part == part and one.owner.index == index))
    ]
    return (owned[0].byte_start, owned[-1].byte_end) if owned else None


def part_at_byte(segments: tuple[Segment, ...], byte: int) -> Owner | None:
    """Give the part of the schema that owns a byte; None when something else does."""
    for segment in segments:
        if segment.byte_start <= byte < segment.byte_end:
            return segment.owner if segment.owner.field is not None else None
    return None
