"""What the engine renders now for a request, as the vector that would be accepted."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine.document import Document
from engine.errors import StageFailed
from engine.golden.request import Request
from engine.plan.plan import Plan
from engine.prompt.messages import PROMPT_VERSION, SYSTEM_TEXT
from engine.prompt.render import RenderedPrompt
from engine.snapshot import Failed, Hashes, Ready, Snapshot, TokenView
from engine.vector import Vector

Complete = Callable[[Document], Snapshot]


@dataclass(frozen=True, slots=True)
class Live:
    """A request rendered now; `vector` has every value that a vector's file can hold."""

    request: Request
    vector: Vector
    prompt: RenderedPrompt
    tokens: TokenView
    plan: Plan


def render_live(request: Request, complete: Complete) -> Live:
    """Render a request; StageFailed with the finding of the stage that refuses it."""
    snapshot = complete(request.document())
    if (
        isinstance(snapshot.plan, Ready)
        and isinstance(snapshot.prompt, Ready)
        and isinstance(snapshot.tokens, Ready)
        and isinstance(snapshot.hashes, Ready)
    ):
        plan, prompt, tokens = snapshot.plan.value, snapshot.prompt.value, snapshot.tokens.value
        vector = _vector(request, snapshot.hashes.value, prompt, tokens, plan)
        return Live(request, vector, prompt, tokens, plan)
    raise _failure(snapshot)


def _vector(
    request: Request, hashes: Hashes, prompt: RenderedPrompt, tokens: TokenView, plan: Plan
) -> Vector:
    return Vector(
        case=request.case,
        profile=request.profile.golden_name,
        revision=request.revision,
        schema=request.schema,
        context=request.context,
        scoring=request.scoring,
        system=SYSTEM_TEXT,
        template_kwargs=request.profile.kwargs,
        supports_system=prompt.template.supports_system,
        prompt_version=PROMPT_VERSION,
        rendered_text=prompt.text,
        prompt_sha256=hashes.prompt_sha256,
        token_ids_sha256=hashes.prompt_sha256,
        plan_hash=plan.plan_hash,
        token_ids=tokens.tokenization.ids,
        prompt_bytes_sha256=hashes.prompt_bytes_sha256,
        template_sha256=prompt.template.sha256 or None,
        tokenizer_sha256=tokens.tokenizer.sha256 or None,
        plan=plan.canonical_json,
    )


def _failure(snapshot: Snapshot) -> StageFailed:
    slots = (snapshot.schema, snapshot.plan, snapshot.prompt, snapshot.tokens)
    findings = next(slot.findings for slot in slots if isinstance(slot, Failed))
    return StageFailed(*findings)
