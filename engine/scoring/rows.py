"""A plan's rows: the token sequences whose last logits decide between answers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from engine.plan.plan import Ids


@dataclass(frozen=True, slots=True)
class Row:
    """One decision: after prompt + token_ids, compare the logits of the allowed next tokens.

    `key` names it: the field name, `field/07` for an option, `field#count` for a count; scalar
    and count rows of one key are the branch nodes of the trie in preorder, `path` the node's
    tokens from the start of the remainder.
    """

    key: str
    token_ids: Ids
    allowed: Ids
    path: Ids = ()


@dataclass(frozen=True, slots=True)
class TokenShare:
    """A token with its probability (natural, 0 to 1) over the whole vocabulary."""

    token_id: int
    probability: float


@dataclass(frozen=True, slots=True)
class RowEvidence:
    """What the model says at a row: float32 logits of `row.allowed`, in that order.

    `log_mass` = logsumexp(allowed) - logsumexp(all vocabulary), natural log. `top` are the most
    probable tokens of the whole vocabulary, most probable first.
    """

    logits: tuple[float, ...]
    log_mass: float
    top: tuple[TokenShare, ...]


@dataclass(frozen=True, slots=True)
class ModelInfo:
    """Which model scored: `tokenizer_sha256` must be the profile's for its numbers to count."""

    name: str
    sha256: str
    architecture: str
    dtype: str
    device: str
    tokenizer_sha256: str
    context_length: int


@dataclass(frozen=True, slots=True)
class Evidence:
    """The rows' evidence in row order, and what it cost (tokens, milliseconds)."""

    rows: tuple[RowEvidence, ...]
    reused_tokens: int
    prefill_ms: float
    rows_ms: float


class Scorer(Protocol):
    """Run a model over a prompt and its rows, on the thread that loaded it."""

    @property
    def model(self) -> ModelInfo:
        """Say which model this is."""
        ...

    def evaluate(
        self, prompt_ids: Ids, rows: tuple[Row, ...], check: Callable[[], None]
    ) -> Evidence:
        """Prefill the prompt once (reusing what is cached) and evaluate all rows in one pass.

        `check` is called between chunks and raises when the request was superseded. Raises
        ScoringError when the prompt does not fit the model or a logit is not finite.
        """
        ...

    def close(self) -> None:
        """Free the model on its own thread; the last call."""
        ...
