"""Changes that the prompt shows and plan_hash does not."""

from __future__ import annotations

from collections.abc import Iterator

from engine.errors import Finding, Place
from engine.prompt.schema_block import shown_description
from engine.schema.fields import Choice, Field, Schema
from engine.snapshot import Snapshot, value_of

_NAMED = 3


def blind_spot(before: Snapshot, after: Snapshot) -> Finding | None:
    """Report glosses and descriptions that changed while plan_hash stayed equal."""
    old, new = value_of(before.schema), value_of(after.schema)
    earlier, later = value_of(before.hashes), value_of(after.hashes)
    if old is None or new is None or earlier is None or later is None:
        return None
    if earlier.plan_hash != later.plan_hash:
        return None
    changed = list(_changes(old, new))
    return _finding(changed, later.plan_hash) if changed else None


def _changes(before: Schema, after: Schema) -> Iterator[tuple[Field, str]]:
    """Name, with their fields, the shown texts that plan_hash does not cover and that changed."""
    earlier = {field.name: field for field in before.fields}
    for field in after.fields:
        old = earlier.get(field.name)
        if old is None:
            continue
        if shown_description(old.description) != shown_description(field.description):
            yield field, f"the description of '{field.name}'"
        glosses = {choice.text: choice.gloss for choice in old.choices}
        for choice in field.choices:
            if _gloss_changed(choice, glosses):
                yield field, f"the gloss of '{choice.text}' in '{field.name}'"


def _gloss_changed(choice: Choice, glosses: dict[str, str]) -> bool:
    return glosses.get(choice.text, choice.gloss) != choice.gloss


def _finding(changed: list[tuple[Field, str]], plan_hash: str) -> Finding:
    field = changed[0][0]
    named = ", ".join(what for _, what in changed[:_NAMED])
    more = f" and {len(changed) - _NAMED} more" if len(changed) > _NAMED else ""
    verb = "has" if len(changed) == 1 else "have"
    where = Place("schema", field.name)
    if field.span is not None:
        span = field.span
        where = Place("schema", field.name, source_start=span.start, source_end=span.end)
    return Finding(
        "plan-hash-blind-spot",
        "info",
        where,
        f"{named}{more} {verb} changed, and with it the prompt, but plan_hash is still "
        f"{plan_hash[:12]}: it covers the answers' tokens only",
        "Compare prompts by prompt_sha256, not by plan_hash.",
    )
