"""Control tokens that come from the user's text instead of the template's own scaffold."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass

from engine.errors import Finding, Place
from engine.prompt.segments import OwnerKind, Segment
from engine.tokenizers.base import Token, Tokenization, TokenKind

CONTENT = (OwnerKind.CONTEXT, OwnerKind.SCHEMA)


@dataclass(frozen=True, slots=True)
class ControlTokens:
    """How many control tokens the template wrote, how many the prompt has, and which are alien."""

    expected: int
    found: int
    alien: tuple[Token, ...]


def count_control_tokens(
    tokenization: Tokenization, segments: tuple[Segment, ...]
) -> ControlTokens:
    """Tell the scaffold's control tokens from those whose bytes lie in context or schema."""
    control = [token for token in tokenization.tokens if token.kind is TokenKind.CONTROL]
    alien = tuple(token for token in control if _touches_content(token, segments))
    return ControlTokens(len(control) - len(alien), len(control), alien)


def control_token_findings(
    counted: ControlTokens, segments: tuple[Segment, ...]
) -> tuple[Finding, ...]:
    """Report each alien control token at its bytes, with expected and found counts."""
    return tuple(_finding(token, counted, segments) for token in counted.alien)


def owner_at(segments: tuple[Segment, ...], byte: int) -> Segment:
    """Find the segment that holds a byte of the prompt; segments are in order, without gaps."""
    return segments[bisect_right(segments, byte, key=lambda segment: segment.byte_start) - 1]


def _touches_content(token: Token, segments: tuple[Segment, ...]) -> bool:
    first = bisect_right(segments, token.byte_start, key=lambda segment: segment.byte_start) - 1
    for segment in segments[first:]:
        if segment.byte_start >= token.byte_end:
            return False
        if segment.owner.kind in CONTENT:
            return True
    return False


def _finding(token: Token, counted: ControlTokens, segments: tuple[Segment, ...]) -> Finding:
    owner = owner_at(segments, token.byte_start).owner
    where = "the context" if owner.kind is OwnerKind.CONTEXT else f"the schema ({owner})"
    part = "context" if owner.kind is OwnerKind.CONTEXT else "schema"
    return Finding(
        f"control-token-in-{part}",
        "error",
        Place(
            owner.kind.value,
            field=owner.field,
            byte_start=token.byte_start,
            byte_end=token.byte_end,
        ),
        f"{token.data.decode('utf-8', 'replace')} in {where} is control token {token.id}: "
        f"expected {counted.expected} control tokens, found {counted.found}",
        "The model reads it as structure, not as text: remove it or break it up.",
    )
