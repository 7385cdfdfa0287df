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
from engine.snapshot import Rendered, Snapshot, TokenView
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
    rendered = snapshot.rendered
    if rendered is None:
        raise StageFailed(*snapshot.failure)
    vector = _vector(request, rendered)
    return Live(request, vector, rendered.prompt, rendered.tokens, rendered.plan)


def _vector(request: Request, rendered: Rendered) -> Vector:
    plan, prompt = rendered.plan, rendered.prompt
    tokens, hashes = rendered.tokens, rendered.hashes
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
