"""A vector's file with the live values in it: what accepting writes."""

from __future__ import annotations

import json
from dataclasses import replace

from pydantic import JsonValue

from engine.golden.compare import missing_keys
from engine.golden.replaced_values import Path, with_values
from engine.vector import Vector, dump_vector, parse_vector, vector_table

_VALUES = ("prompt_version", "rendered_text", "prompt_sha256", "token_ids_sha256", "plan_hash")
_OURS = ("token_ids", "plan", "prompt_bytes_sha256", "template_sha256", "tokenizer_sha256")


def accepted_text(text: str, live: Vector, note: str, date: str) -> str:
    """Give the file's text with every value that differs replaced by the live one.

    Keys that the file lacks are not added, but for `accepted` (the date) and a `note` that is
    given; a note that stands there stays when none is given. A file that lacks keys of its format
    is written anew.
    """
    there: dict[str, JsonValue] = json.loads(text)
    table = vector_table(live)
    body, inputs = table["input"], there["input"]
    assert isinstance(body, dict)
    assert isinstance(inputs, dict)
    values: list[tuple[Path, JsonValue]] = [
        (("input", key), body[key]) for key in inputs if inputs[key] != body[key]
    ]
    values += [((key,), table[key]) for key in _VALUES]
    values += [((key,), table.get(key)) for key in _OURS if key in there]
    values.append((("accepted",), date))
    if note:
        values.append((("note",), note))
    written = with_values(text, tuple(values))
    vector = parse_vector(written)
    if missing_keys(vector, live):
        return dump_vector(replace(live, note=vector.note, accepted=date))
    return written
