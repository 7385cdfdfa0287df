"""What the engine knows about one document: one slot per stage, each with its own state."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Generic, TypeVar

from engine.document import Document
from engine.errors import Finding
from engine.plan.plan import Plan
from engine.prompt.render import RenderedPrompt
from engine.schema.fields import Schema
from engine.scoring.result import Scores
from engine.tokenizers.base import Tokenization, TokenizerInfo

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Pending:
    """The stage has not run yet."""


@dataclass(frozen=True, slots=True)
class Ready(Generic[_T]):
    """The stage gave this value."""

    value: _T


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


Slot = Pending | Ready[_T] | Failed | Blocked
PENDING = Pending()


def value_of(slot: Slot[_T]) -> _T | None:
    """Give a slot's value; None while it has none."""
    return slot.value if isinstance(slot, Ready) else None


@dataclass(frozen=True, slots=True)
class TokenView:
    """The prompt's tokens and who made them; `hardened` when control tokens in content are text.

    `defused` are the bytes, in order, of those that would have been control tokens otherwise.
    """

    tokenizer: TokenizerInfo
    tokenization: Tokenization
    control_expected: int
    control_found: int
    hardened: bool = False
    defused: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Hashes:
    """The prompt's hashes: of its bytes, of its token ids (specification 4), of the plan."""

    prompt_bytes_sha256: str
    prompt_sha256: str
    plan_hash: str
    nonce: str


PROMPT_HASHES = tuple(one.name for one in fields(Hashes))


@dataclass(frozen=True, slots=True)
class Rendered:
    """The values of a document whose stages all succeeded, scoring aside."""

    plan: Plan
    prompt: RenderedPrompt
    tokens: TokenView
    hashes: Hashes


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

    @property
    def rendered(self) -> Rendered | None:
        """Give what was rendered; None as long as any of it is missing."""
        plan, prompt = value_of(self.plan), value_of(self.prompt)
        tokens, hashes = value_of(self.tokens), value_of(self.hashes)
        if plan is None or prompt is None or tokens is None or hashes is None:
            return None
        return Rendered(plan, prompt, tokens, hashes)

    @property
    def failure(self) -> tuple[Finding, ...]:
        """Give the findings of the stage that could not be rendered; empty when none failed."""
        slots = (self.schema, self.plan, self.prompt, self.tokens, self.hashes)
        return next((slot.findings for slot in slots if isinstance(slot, Failed)), ())

    @property
    def causes(self) -> tuple[Finding, ...]:
        """Give what stopped a stage, also the scores, as `findings` has it: the errors, if any."""
        scores = self.scores
        blocked = scores.findings if isinstance(scores, Failed | Blocked) else ()
        stopped = self.failure or blocked
        worst = {one.severity for one in stopped} & {"error"}
        said = {(one.id, one.message) for one in stopped if not worst or one.severity in worst}
        return tuple(one for one in self.findings if (one.id, one.message) in said)
