"""JSON text read as a value in which every key stands once and every text is real text."""

from __future__ import annotations

import json
import re

from pydantic import JsonValue

from engine.errors import DocumentError

_SURROGATE = re.compile(r"[\ud800-\udfff]")
_ESCAPED = re.compile(r"\\u[dD][89a-fA-F]")


def parse_plain_json(text: str, *, free: tuple[str, ...] = ()) -> JsonValue:
    """Read a JSON text; DocumentError names a key that stands twice, and a lone surrogate's place.

    `free`: the places whose own text may hold lone surrogates.
    """
    try:
        value: JsonValue = json.loads(text, object_pairs_hook=_each_once)
        if _ESCAPED.search(text):
            _refuse_surrogates(value, "", free)
    except (ValueError, RecursionError) as error:
        raise DocumentError(f"not a JSON file: {error}") from error
    return value


def _each_once(pairs: list[tuple[str, JsonValue]]) -> dict[str, JsonValue]:
    table = dict(pairs)
    if len(table) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise DocumentError(f"the key {twice!r} stands twice; remove one of the two")
    return table


def _refuse_surrogates(value: JsonValue, place: str, free: tuple[str, ...]) -> None:
    if isinstance(value, dict):
        for name, inner in value.items():
            _refuse_surrogates(name, f"the key {name!r}", ())
            _refuse_surrogates(inner, f"{place}.{name}" if place else name, free)
    elif isinstance(value, list):
        for at, inner in enumerate(value):
            _refuse_surrogates(inner, f"{place}[{at}]", free)
    elif isinstance(value, str) and place not in free and _SURROGATE.search(value):
        raise DocumentError(f"{place}: a lone surrogate, which no text holds; remove it")
