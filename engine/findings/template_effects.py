"""What a chat template did on its own: merged, trimmed, added, ignored."""

from __future__ import annotations

from engine.errors import Finding, Place
from engine.prompt.render import RenderedPrompt
from engine.prompt.segments import OwnerKind, Segment, Trimmed

SHOWN_CHARACTERS = 60


def template_findings(prompt: RenderedPrompt, *, forced: bool) -> tuple[Finding, ...]:
    """Report the template's own doings; `forced` when the profile says what the system role is."""
    found = [_ignored(name) for name in prompt.template.ignored_kwargs]
    if not prompt.template.supports_system:
        found.append(_merged(forced=forced))
    found += [_trimmed(trim) for trim in prompt.trimmed]
    added = [part for part in prompt.segments if part.owner.kind is OwnerKind.ADDED]
    return (*found, *(_added(part, prompt.data) for part in added))


def _ignored(name: str) -> Finding:
    return Finding(
        "kwarg-without-effect",
        "info",
        Place("template"),
        f"{name} has no effect on this template: with and without it the prompt is the same",
        "Remove it from the profile, or choose the template it was meant for.",
    )


def _merged(*, forced: bool) -> Finding:
    reason = "the profile asks for it" if forced else "the template rejects a system role"
    return Finding(
        "system-role-merged",
        "info",
        Place("template"),
        f"the system text opens the user turn, before two line feeds: {reason}",
        "Nothing to do: this is how such templates are served.",
    )


def _trimmed(trim: Trimmed) -> Finding:
    return Finding(
        "template-removed-bytes",
        "warning",
        Place("template"),
        f"the template removed {trim.leading} leading and {trim.trailing} trailing bytes of the "
        f"{trim.role} message",
        "The model does not see them; remove them yourself if the hash should say so.",
    )


def _added(part: Segment, data: bytes) -> Finding:
    text = data[part.byte_start : part.byte_end].decode("utf-8", "replace").strip()
    shown = text if len(text) <= SHOWN_CHARACTERS else text[: SHOWN_CHARACTERS - 1] + "…"
    return Finding(
        "template-added-text",
        "warning",
        Place("template", byte_start=part.byte_start, byte_end=part.byte_end),
        f"the template added text of its own: {shown}",
        "Nothing in the document asked for it; choose another template if it should not be there.",
    )
