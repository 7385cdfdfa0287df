"""Control tokens that come from the user's text instead of the template's own scaffold."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass

from engine.errors import Finding, Place
from engine.findings.owner_words import owner_words
from engine.prompt.segments import Owner, OwnerKind, Segment
from engine.tokenizers.base import Token, Tokenization, TokenKind

CONTENT = (OwnerKind.CONTEXT, OwnerKind.SCHEMA)
CONTEXT_ID = "control-token-in-context"
PART_IDS = {
    "choice": "control-token-in-choice",
    "gloss": "control-token-in-gloss",
    "name": "control-token-in-name",
    "description": "control-token-in-description",
}
SCHEMA_ID = "control-token-in-schema"


@dataclass(frozen=True, slots=True)
class ControlTokens:
    """How many control tokens the template wrote, how many the prompt has, and which are alien.

    `markup` are the user's added tokens that are only HTML tags and do not steer the model.
    Each is given with the segment that it lies in.
    """

    expected: int
    found: int
    alien: tuple[tuple[Token, Segment], ...]
    markup: tuple[tuple[Token, Segment], ...]


def count_control_tokens(
    tokenization: Tokenization, segments: tuple[Segment, ...]
) -> ControlTokens:
    """Tell the scaffold's control tokens from those whose bytes lie in context or schema."""
    control, alien, markup = 0, [], []
    for token in tokenization.of_kind(TokenKind.CONTROL, TokenKind.ADDED):
        if token.kind is TokenKind.CONTROL:
            control += 1
            owner = _content_of(token, segments)
            if owner is not None:
                alien.append((token, owner))
        elif token.data.startswith(b"<"):
            owner = _content_of(token, segments)
            if owner is not None:
                markup.append((token, owner))
    return ControlTokens(control - len(alien), control, tuple(alien), tuple(markup))


def control_token_findings(
    counted: ControlTokens, data: bytes, segments: tuple[Segment, ...]
) -> tuple[Finding, ...]:
    """Report each alien control token once for each text it stands in, and HTML tags.

    `data` and `segments` are the prompt's.
    """
    found: list[Finding] = []
    for tokens, segment in _grouped(counted.alien):
        named = _named(tokens, owner_words(segment.owner, data, segments))
        found.append(_alien(tokens, segment.owner, named, counted))
    for tokens, segment in _grouped(counted.markup):
        named = _named(tokens, owner_words(segment.owner, data, segments))
        found.append(_markup(tokens, segment.owner, named))
    return tuple(found)


def content_ranges(segments: tuple[Segment, ...]) -> tuple[tuple[int, int], ...]:
    """List the byte ranges of the user's text, in order."""
    return tuple(
        (segment.byte_start, segment.byte_end)
        for segment in segments
        if segment.owner.kind in CONTENT
    )


def _content_of(token: Token, segments: tuple[Segment, ...]) -> Segment | None:
    """Find the first of the user's texts that a token has a byte in."""
    first = bisect_right(segments, token.byte_start, key=lambda segment: segment.byte_start) - 1
    for segment in segments[max(first, 0) :]:
        if segment.byte_start >= token.byte_end:
            return None
        if segment.owner.kind in CONTENT:
            return segment
    return None


def _grouped(
    found: Iterable[tuple[Token, Segment]],
) -> Iterable[tuple[list[Token], Segment]]:
    """Bring the same token in the same text together, in the order of their first places."""
    groups: dict[tuple[int, int], tuple[list[Token], Segment]] = {}
    for token, segment in found:
        groups.setdefault((token.id, segment.byte_start), ([], segment))[0].append(token)
    return groups.values()


def _alien(tokens: list[Token], owner: Owner, named: str, counted: ControlTokens) -> Finding:
    in_context = owner.kind is OwnerKind.CONTEXT
    identity = CONTEXT_ID if in_context else PART_IDS.get(owner.part or "", SCHEMA_ID)
    return Finding(
        identity,
        "error",
        _place(tokens[0], owner),
        f"expected {counted.expected} control tokens, found {counted.found}: "
        f"{named} is control token {tokens[0].id}",
        "The model reads it as structure, not as text: remove it, break it up, or turn hardened "
        "tokenization on.",
        about=_text(tokens),
    )


def _markup(tokens: list[Token], owner: Owner, named: str) -> Finding:
    return Finding(
        "html-tag-token",
        "info",
        _place(tokens[0], owner),
        f"{named} is one token, {tokens[0].id}, of the added-token table",
        "It is an HTML tag, which does not steer the model, and is not counted. Nothing to do.",
        about=_text(tokens),
    )


def _named(tokens: list[Token], where: str) -> str:
    times = "" if len(tokens) == 1 else f", {len(tokens)} times,"
    return f"{_text(tokens)} in {where}{times}"


def _text(tokens: list[Token]) -> str:
    return tokens[0].data.decode("utf-8", "replace")


def _place(token: Token, owner: Owner) -> Place:
    return Place(
        owner.kind.value,
        field=owner.field,
        byte_start=token.byte_start,
        byte_end=token.byte_end,
    )
