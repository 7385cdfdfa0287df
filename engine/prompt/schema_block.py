"""Turn a schema into the block of questions that the prompt shows, piece by piece."""

from __future__ import annotations

from collections.abc import Iterator

from engine.plan.candidates import option_code
from engine.plan.plan import MultiPlan, Plan, ScoringMode
from engine.prompt.segments import Owner, OwnerKind, Piece
from engine.schema.fields import Choice, Field, FieldKind, Schema
from engine.schema.json_text import json_text

COUNT_QUESTION = (
    ' — how many of these apply? Answer one of "0", "1", "2", "3", "4" ("4" means four or more).'
)
SELECT_INSTRUCTION = (
    ' (select all that apply; each coded option is answered "Y" = applies or "N" = does not apply)'
)


def schema_block(schema: Schema, mode: ScoringMode, plan: Plan | None) -> tuple[Piece, ...]:
    """Write one line a field (specification section 2.3); the texts joined are the block.

    The aliases of slots mode come from the plan, which labels mode does not need.
    """
    if mode not in ("labels", "slots"):
        raise ValueError(f"mode must be 'slots' or 'labels', got '{mode}'")
    pieces: list[Piece] = []
    for number, field in enumerate(schema.fields):
        if number:
            pieces.append(_piece(schema.fields[number - 1], "punctuation", "\n"))
        pieces.extend(_line(field, _aliases(field, mode, plan)))
    return tuple(pieces)


def shown_description(description: str) -> str:
    """Give the part of a description that the prompt shows: its first line, stripped."""
    return description.split("\n", maxsplit=1)[0].strip()


def _aliases(field: Field, mode: ScoringMode, plan: Plan | None) -> tuple[str, ...]:
    """List the codes shown before the choices; none for a scalar in labels mode."""
    if field.kind is FieldKind.MULTI:
        return tuple(option_code(index) for index in range(len(field.choices)))
    if mode == "labels":
        return ()
    if plan is None:
        raise ValueError("slots mode needs the compiled plan, which owns the aliases")
    compiled = plan.field(field.name)
    if isinstance(compiled, MultiPlan) or len(compiled.aliases) != len(field.choices):
        raise ValueError(f"the plan does not fit the field '{field.name}'")
    return compiled.aliases


def _line(field: Field, aliases: tuple[str, ...]) -> Iterator[Piece]:
    multi = field.kind is FieldKind.MULTI
    after_alias, between = (" = ", "; ") if multi else (") ", "  ")
    yield _piece(field, "punctuation", "  ")
    yield _piece(field, "name", json_text(field.name))
    yield _piece(field, "punctuation", ": ")
    for index, choice in enumerate(field.choices):
        if index:
            yield _piece(field, "punctuation", between)
        if aliases:
            yield _piece(field, "alias", aliases[index], index)
            yield _piece(field, "punctuation", after_alias)
        yield from _choice(field, choice, index)
    if multi:
        yield _piece(field, "instruction", COUNT_QUESTION)
    yield _piece(field, "punctuation", "  // ")
    yield _piece(field, "description", json_text(shown_description(field.description)))
    if multi:
        yield _piece(field, "instruction", SELECT_INSTRUCTION)


def _choice(field: Field, choice: Choice, index: int) -> Iterator[Piece]:
    yield _piece(field, "choice", json_text(choice.text), index)
    if choice.gloss:
        yield _piece(field, "punctuation", " — ")
        yield _piece(field, "gloss", json_text(choice.gloss), index)


def _piece(field: Field, part: str, text: str, index: int | None = None) -> Piece:
    return Piece(text, Owner(OwnerKind.SCHEMA, field.name, part, index))
