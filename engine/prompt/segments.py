"""Who owns which byte of the prompt."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from enum import StrEnum


class OwnerKind(StrEnum):
    """Name the sources that a byte of the prompt can come from."""

    TEMPLATE = "template"
    ADDED = "template-added"
    DELIMITER = "merge-delimiter"
    SYSTEM = "system"
    PREAMBLE = "preamble"
    SCHEMA = "schema"
    FENCE = "fence"
    CONTEXT = "context"
    GENERATION = "generation-marker"


@dataclass(frozen=True, slots=True)
class Owner:
    """One source. For SCHEMA, `field` is the field's name and `part` one of name, alias, choice,
    gloss, description, instruction, punctuation, with `index` counting choices from 0.
    """

    kind: OwnerKind
    field: str | None = None
    part: str | None = None
    index: int | None = None

    def __str__(self) -> str:
        """Write the owner as people read it: `context`, or `risk_tier choice 1` for the first."""
        if self.field is None:
            return self.kind.value
        number = "" if self.index is None else f" {self.index + 1}"
        return f"{self.field} {self.part}{number}"


@dataclass(frozen=True, slots=True)
class Piece:
    """A run of text with one owner, before the template has placed it."""

    text: str
    owner: Owner


@dataclass(frozen=True, slots=True)
class Segment:
    """A half-open byte range of the prompt with one owner."""

    owner: Owner
    byte_start: int
    byte_end: int


@dataclass(frozen=True, slots=True)
class Trimmed:
    """Bytes of a message that the template removed: how many before and after it."""

    role: str
    leading: int
    trailing: int


def segment_at(segments: tuple[Segment, ...], byte: int) -> Segment:
    """Find the segment that holds a byte of the prompt; segments are in order, without gaps."""
    return segments[bisect_right(segments, byte, key=lambda segment: segment.byte_start) - 1]
