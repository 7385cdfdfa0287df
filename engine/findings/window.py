"""Whether the prompt and its longest answer fit the model's window."""

from __future__ import annotations

from collections.abc import Iterator

from engine.errors import Finding, Place
from engine.plan.plan import Plan
from engine.prompt.positions import tokens_between
from engine.prompt.segments import OwnerKind, Segment
from engine.scoring.rows import rows_of
from engine.tokenizers.base import Tokenization

_CURES = {
    OwnerKind.CONTEXT: "Shorten the context, which has {0:,} of them, by {1:,} tokens or more.",
    OwnerKind.SCHEMA: "Shorten the schema's texts, which have {0:,} of them, by {1:,} tokens or "
    "more.",
}


def window_findings(
    tokenization: Tokenization, segments: tuple[Segment, ...], plan: Plan, window: int | None
) -> Iterator[Finding]:
    """Compare the tokens that scoring needs with the window, where it is known."""
    if window is None:
        return
    answer = max((len(row.token_ids) for row in rows_of(plan)), default=0)
    tokens = len(tokenization.tokens)
    if tokens + answer <= window:
        return
    sizes = {kind: _tokens_of(kind, tokenization, segments) for kind in _CURES}
    largest = max(sizes, key=lambda kind: sizes[kind])
    yield Finding(
        "context-too-long",
        "warning",
        Place(largest.value),
        f"the prompt has {tokens:,} tokens and an answer up to {answer:,}, together more "
        f"than the model's window of {window:,}",
        _CURES[largest].format(sizes[largest], tokens + answer - window),
    )


def _tokens_of(kind: OwnerKind, tokenization: Tokenization, segments: tuple[Segment, ...]) -> int:
    """Count the tokens from the first to the last byte of one kind."""
    owned = [one for one in segments if one.owner.kind is kind]
    if not owned:
        return 0
    start, end = owned[0].byte_start, owned[-1].byte_end
    return len(tokens_between(tokenization.tokens, start, end)) if start < end else 0
