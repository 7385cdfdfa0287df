"""An agreed vector against the live one, key by key."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass

from pydantic import JsonValue

from engine.vector import FORMAT, Vector


@dataclass(frozen=True, slots=True)
class KeyDifference:
    """One key of a vector's file whose agreed value is not the live one; values as JSON texts.

    `place` is where in the value they first differ, for a plan or a list of ids; `is_missing`: the
    file should have the key and has not.
    """

    key: str
    expected: str
    live: str
    place: str = ""
    is_missing: bool = False

    def __str__(self) -> str:
        """Write the difference as a clause."""
        if self.is_missing:
            return f"`{self.key}` is missing"
        at = f"at {self.place} " if self.place else ""
        return f"{self.key} differs: {at}expected {self.expected}, got {self.live}"


def key_differences(expected: Vector, live: Vector) -> tuple[KeyDifference, ...]:
    """Compare every key but the text; one that an upstream file does not record does not count."""
    missing = missing_keys(expected, live)
    absent = (KeyDifference(key, "missing", "present", is_missing=True) for key in missing)
    differing = (
        _difference(key, one, two)
        for key, one, two in _pairs(expected, live)
        if one is not None and not is_same_value(one, two)
    )
    return (*absent, *differing)


def other_key_differences(
    old: JsonValue, new: JsonValue, named: tuple[KeyDifference, ...]
) -> tuple[KeyDifference, ...]:
    """Compare two vector files' tables in the keys that are neither the text nor named already."""
    before, after = dict(_keys(old)), dict(_keys(new))
    done = {"rendered_text", *(difference.key for difference in named)}
    return tuple(
        KeyDifference(key, _written(before.get(key, _ABSENT)), _written(after.get(key, _ABSENT)))
        for key in sorted({*before, *after} - done)
        if not is_same_value(before.get(key, _ABSENT), after.get(key, _ABSENT))
    )


def _keys(table: JsonValue) -> Iterator[tuple[str, object]]:
    """Give a vector file's keys, those of its input by `input.KEY`."""
    for key, value in table.items() if isinstance(table, dict) else ():
        if key == "input" and isinstance(value, dict):
            yield from ((f"input.{inner}", one) for inner, one in value.items())
        else:
            yield key, value


def missing_keys(expected: Vector, live: Vector) -> tuple[str, ...]:
    """Name the keys that the agreed file should have, has not, and that there is a value for."""
    there = {key for key, _, value in _pairs(expected, live) if value is not None}
    return tuple(key for key in expected.lacks if key in there)


def _pairs(expected: Vector, live: Vector) -> tuple[tuple[str, object, object], ...]:
    return (
        ("input.schema", dict(expected.schema), dict(live.schema)),
        ("input.field_order", expected.field_order, live.field_order),
        ("input.context", expected.context, live.context),
        ("input.scoring", expected.scoring, live.scoring),
        ("token_ids", expected.token_ids, live.token_ids),
        ("plan", expected.plan, live.plan),
        ("plan_hash", expected.plan_hash, live.plan_hash),
        ("prompt_sha256", expected.prompt_sha256, live.prompt_sha256),
        ("token_ids_sha256", expected.token_ids_sha256, live.token_ids_sha256),
        ("prompt_bytes_sha256", expected.prompt_bytes_sha256, live.prompt_bytes_sha256),
        ("template_sha256", expected.template_sha256, live.template_sha256),
        ("tokenizer_sha256", expected.tokenizer_sha256, live.tokenizer_sha256),
        ("input.system", expected.system, live.system),
        ("input.template_kwargs", dict(expected.template_kwargs), dict(live.template_kwargs)),
        ("input.supports_system", expected.supports_system, live.supports_system),
        ("prompt_version", expected.prompt_version, live.prompt_version),
        ("format", FORMAT, FORMAT),
    )


def _difference(key: str, expected: object, live: object) -> KeyDifference:
    if key == "token_ids" and isinstance(expected, tuple) and isinstance(live, tuple):
        return _ids_difference(key, expected, live)
    if key in {"plan", "input.schema"}:
        one, two = _table(expected), _table(live)
        place, here, there = first_unequal(one, two)
        return KeyDifference(key, here, there, place)
    return KeyDifference(key, json.dumps(expected), json.dumps(live))


def _table(value: object) -> object:
    return json.loads(value) if isinstance(value, str) else value


def _ids_difference(
    key: str, expected: tuple[object, ...], live: tuple[object, ...]
) -> KeyDifference:
    shorter = min(len(expected), len(live))
    at = next((i for i in range(shorter) if expected[i] != live[i]), shorter)
    here, there = (str(ids[at]) if at < len(ids) else "the end" for ids in (expected, live))
    return KeyDifference(key, here, there, f"token {at}")


def is_same_value(one: object, other: object) -> bool:
    """Say whether two values are the same in JSON, where Python takes 1 for true and for 1.0.

    >>> is_same_value({"a": 1, "b": 2}, {"b": 2, "a": 1}), is_same_value([0], [False])
    (True, False)
    """
    if one != other or not isinstance(one, dict | list | int | float):
        return one == other
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


def first_unequal(expected: object, live: object, place: str = "") -> tuple[str, str, str]:
    """Find the first entry in which two JSON values differ: its path and both values.

    >>> first_unequal({"a": [1, 2]}, {"a": [1, 3]})
    ('a[1]', '2', '3')
    """
    if isinstance(expected, dict) and isinstance(live, dict):
        for key in (*expected, *(key for key in live if key not in expected)):
            here, there = expected.get(key, _ABSENT), live.get(key, _ABSENT)
            if not is_same_value(here, there):
                return first_unequal(here, there, f"{place}.{key}" if place else str(key))
    if isinstance(expected, list) and isinstance(live, list):
        for at in range(max(len(expected), len(live))):
            here = expected[at] if at < len(expected) else _ABSENT
            there = live[at] if at < len(live) else _ABSENT
            if not is_same_value(here, there):
                return first_unequal(here, there, f"{place}[{at}]")
    return place, _written(expected), _written(live)


class _Absent:
    """Stand for an entry that one side lacks."""


_ABSENT = _Absent()


def _written(value: object) -> str:
    return "nothing" if isinstance(value, _Absent) else json.dumps(value, ensure_ascii=False)
