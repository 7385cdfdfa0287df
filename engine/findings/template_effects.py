"""What a chat template did on its own: merged, trimmed, rewrote, added, ignored, dated."""

from __future__ import annotations

import datetime
from collections.abc import Iterator

from engine.errors import Finding, Place
from engine.prompt.render import RenderedPrompt
from engine.prompt.segments import OwnerKind, Segment, Trimmed
from engine.templates.probe import TemplateFacts

SHOWN_CHARACTERS = 60


def template_findings(
    prompt: RenderedPrompt, facts: TemplateFacts | None, today: datetime.date, *, forced: bool
) -> tuple[Finding, ...]:
    """Report the template's own doings; `forced` when the profile says what the system role is.

    `facts` are None where no template engine renders; `today` is the date the template was given.
    """
    found = [_ignored(name) for name in prompt.template.ignored_kwargs]
    if not prompt.template.supports_system:
        found.append(_merged(forced=forced))
        found += _empty_system(prompt)
    elif facts is not None and facts.drops_system:
        found.append(_dropped())
    if facts is not None and facts.uses_clock:
        found.append(_dated(today))
    if not prompt.aligned:
        found.append(_rewrote())
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


def _empty_system(prompt: RenderedPrompt) -> Iterator[Finding]:
    """Find a system turn without a text: scaffold before the contents that names the role."""
    first = prompt.segments[0] if prompt.segments else None
    if first is None or first.owner.kind is not OwnerKind.TEMPLATE:
        return
    start = prompt.data[: first.byte_end].find(b"system")
    if start >= 0 and prompt.segments[1:2] and not _is_added(prompt.segments[1]):
        yield Finding(
            "empty-system",
            "warning",
            Place("template", byte_start=start, byte_end=start + len(b"system")),
            "the template writes a system turn with nothing in it",
            "Let the system text have a turn of its own (system role: dedicated).",
        )


def _is_added(part: Segment) -> bool:
    return part.owner.kind is OwnerKind.ADDED


def _dropped() -> Finding:
    return Finding(
        "template-drops-system",
        "error",
        Place("template"),
        "the template takes a system message and writes nothing of it: the instructions are lost",
        "Merge the system text into the user turn (system role: merge), or take another template.",
    )


def _dated(today: datetime.date) -> Finding:
    return Finding(
        "template-uses-clock",
        "info",
        Place("template"),
        f"the template writes the date: it was given {today.isoformat()}, and tomorrow's prompt "
        "has other bytes and hashes",
        "Compare its hashes within one day only, or take a template without a date.",
    )


def _rewrote() -> Finding:
    return Finding(
        "template-rewrote-content",
        "warning",
        Place("template"),
        "the template rewrote a message's content inside, or its contents could not be found: who "
        "owns which byte there is uncertain",
        "Read the prompt itself; take another template if the content must stay as it is.",
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
