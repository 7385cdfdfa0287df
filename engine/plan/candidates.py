"""Write the candidate answers of a field: complete one-field JSON objects, tokenised whole."""

from __future__ import annotations

from engine.schema.fields import Field, FieldKind
from engine.schema.json_text import json_text

COUNT_CODES = ("0", "1", "2", "3", "4")


def slot_candidate(name: str, code: str) -> str:
    """Write the answer that names a code: `{"risk_tier": "A"}` (specification section 3.1)."""
    return f"{{{json_text(name)}: {json_text(code)}}}"


def label_candidates(field: Field) -> tuple[str, ...]:
    """Write one answer a choice; a boolean answers with the bare literals true and false."""
    if field.kind is FieldKind.BOOLEAN:
        return tuple(f"{{{json_text(field.name)}: {text}}}" for text in field.choice_texts)
    return tuple(slot_candidate(field.name, text) for text in field.choice_texts)


def option_code(index: int) -> str:
    """Write an option's number with two digits."""
    return f"{index:02d}"


def option_candidates(name: str, index: int) -> tuple[str, str]:
    """Write the two answers to one option of a multi field: it applies, it does not."""
    row = f"{name}/{option_code(index)}"
    return slot_candidate(row, "Y"), slot_candidate(row, "N")


def count_candidates(name: str) -> tuple[str, ...]:
    """Write the answers to the count question of a multi field."""
    return tuple(slot_candidate(f"{name}#count", code) for code in COUNT_CODES)
