"""What the engine knows about one document: one slot per stage, each with its own state."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Generic, TypeVar

from engine.document import Document
from engine.errors import Finding
from engine.plan.plan import Plan
from engine.prompt.render import RenderedPrompt
from engine.schema.fields import Schema
from engine.scoring.result import Scores
from engine.tokenizers.base import Tokenization, TokenizerInfo

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Pending:
    """The stage has not run yet."""


@dataclass(frozen=True, slots=True)
class Ready(Generic[T]):
    """The stage gave this value."""

    value: T


@dataclass(frozen=True, slots=True)
class Failed:
    """The stage could not give a value; the findings say why."""

    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class Blocked:
    """The stage did not run because something it needs, named here, is not there.

    `by` is an earlier stage's name, or "model"; the findings say what is wrong there and the cure.
    """

    by: str
    findings: tuple[Finding, ...] = ()


Slot = Pending | Ready[T] | Failed | Blocked
PENDING = Pending()


@dataclass(frozen=True, slots=True)
class TokenView:
    """The prompt's tokens and who made them; `hardened` when control tokens in content are text."""

    tokenizer: TokenizerInfo
    tokenization: Tokenization
    control_expected: int
    control_found: int
    hardened: bool = False


@dataclass(frozen=True, slots=True)
class Hashes:
    """The prompt's hashes: of its bytes, of its token ids (specification 4), of the plan."""

    prompt_bytes_sha256: str
    prompt_sha256: str
    plan_hash: str
    nonce: str


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Everything known about `document`; `generation` is the request's number."""

    generation: int
    document: Document
    schema: Slot[Schema] = PENDING
    plan: Slot[Plan] = PENDING
    prompt: Slot[RenderedPrompt] = PENDING
    tokens: Slot[TokenView] = PENDING
    hashes: Slot[Hashes] = PENDING
    scores: Slot[Scores] = PENDING
    findings: tuple[Finding, ...] = ()
    render_ms: float = 0.0
    activity: str = field(default="")

    @property
    def complete(self) -> bool:
        """Say whether no stage is still to run."""
        slots = (self.schema, self.plan, self.prompt, self.tokens, self.hashes, self.scores)
        return not any(isinstance(slot, Pending) for slot in slots)
