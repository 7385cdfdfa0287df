"""What is odd about the names of a document's contexts, above all of the active one's."""

from __future__ import annotations

from collections import Counter

from engine.document import Document
from engine.errors import Finding, Place


def context_name_findings(document: Document) -> tuple[Finding, ...]:
    """Report an active context that there is not, and names that several contexts have."""
    counts = Counter(context.name for context in document.contexts)
    twice = tuple(_twice(name, count) for name, count in counts.items() if count > 1)
    asked = document.missing_context
    return twice if asked is None else (_unknown(asked, document), *twice)


def _unknown(asked: str, document: Document) -> Finding:
    names = ", ".join(repr(context.name) for context in document.contexts)
    taken = f"the first is taken, {document.context.name!r}; there are {names}"
    return Finding(
        "unknown-active-context",
        "warning",
        Place("context"),
        f"the active context {asked!r} is not in the document; "
        + (taken if names else "an empty one is taken, as there is no context"),
        "Choose a context, or correct active_context in the document's file.",
    )


def _twice(name: str, count: int) -> Finding:
    return Finding(
        "duplicate-context",
        "warning",
        Place("context"),
        f"{count} contexts are named {name!r}, and no command can tell them apart by name",
        "Rename all of them but one.",
    )
