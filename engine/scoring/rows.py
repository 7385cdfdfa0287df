"""A plan's rows: the token sequences whose last logits decide between answers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from engine.plan.plan import FieldPlan, Ids, MultiPlan, Plan
from engine.plan.trie import build_trie


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


def rows_of(plan: Plan) -> tuple[Row, ...]:
    """List all rows of a plan in the order of specification section 6.1.

    Fields in schema order. A multi field gives one row per option, then one per branch node of
    its count; an enum or boolean one row per branch node, and none when it has one choice.
    """
    return tuple(row for field in plan.fields for row in _field_rows(plan.lead_in_ids, field))


def _field_rows(lead_in: Ids, field: FieldPlan) -> tuple[Row, ...]:
    if not isinstance(field, MultiPlan):
        return _branch_rows(field.field, lead_in + field.shared_ids, field.remainders)
    options = tuple(
        Row(option_key(field.field, code), lead_in + suffix, (yes[0], no[0]))
        for code, suffix, (yes, no) in zip(
            field.codes, field.suffix_ids, field.remainders, strict=True
        )
    )
    count = field.count
    return options + _branch_rows(
        count_key(field.field), lead_in + count.shared_ids, count.remainders
    )


def _branch_rows(key: str, prefix: Ids, remainders: tuple[Ids, ...]) -> tuple[Row, ...]:
    return tuple(
        Row(key, prefix + node.path, tuple(token for token, _ in node.children), node.path)
        for node in build_trie(remainders)
    )


def option_key(field: str, code: str) -> str:
    """Name an option's row: `tags/07`."""
    return f"{field}/{code}"


def count_key(field: str) -> str:
    """Name the rows of a multi field's count: `tags#count`."""
    return f"{field}#count"


@dataclass(frozen=True, slots=True)
class TokenShare:
    """A token with its probability (natural, 0 to 1) over the whole vocabulary.

    `after` are the tokens of the answer that it would follow; empty at the first decision.
    """

    token_id: int
    probability: float
    after: Ids = ()


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
    """Which model scored; `sha256` is of its file, `context_length` counts tokens."""

    name: str
    sha256: str
    architecture: str
    dtype: str
    device: str
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
