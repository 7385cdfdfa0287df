"""Steps that change a document's contexts as a whole: duplicate, reorder, convert."""

from __future__ import annotations

from dataclasses import replace

from engine.document import Context, Document


def unique_name(name: str, contexts: tuple[Context, ...]) -> str:
    """Add a number to a name until no context has it."""
    taken = {context.name for context in contexts}
    candidate, number = name, 2
    while candidate in taken:
        candidate, number = f"{name} {number}", number + 1
    return candidate


def duplicated(document: Document) -> Document:
    """Put a copy of the active context behind it and make it the active one."""
    contexts, after = document.contexts, document.active + 1
    if not contexts:
        return document
    copy = replace(document.context, name=unique_name(document.context.name, contexts))
    return replace(document, contexts=(*contexts[:after], copy, *contexts[after:]), active=after)


def moved(document: Document, step: int) -> Document:
    """Move the active context up (-1) or down (1); at the end it stays."""
    target = document.active + step
    if not 0 <= target < len(document.contexts):
        return document
    contexts = list(document.contexts)
    contexts.insert(target, contexts.pop(document.active))
    return replace(document, contexts=tuple(contexts), active=target)


def with_bytes(document: Document, data: bytes) -> Document:
    """Replace the active context's bytes."""
    if not document.contexts:
        return document
    changed = replace(document.context, data=data)
    before, after = document.contexts[: document.active], document.contexts[document.active + 1 :]
    return replace(document, contexts=(*before, changed, *after))
