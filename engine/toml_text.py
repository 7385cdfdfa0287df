"""TOML text read as a table, and values written as TOML that people can read."""

from __future__ import annotations

import json
import re
import tomllib
import unicodedata

from pydantic import JsonValue

from engine.errors import DocumentError

_BARE_KEY = re.compile("[A-Za-z0-9_-]+")
_NOT_LITERAL = re.compile("'''|'$|[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff]")
_LAST_OF_FOUR_DIGITS = 0xFFFF


def parse_toml(text: str) -> dict[str, JsonValue]:
    """Read a TOML text; DocumentError says what is wrong in it."""
    try:
        return tomllib.loads(text)
    except RecursionError as error:
        raise DocumentError("not readable as TOML: it is nested too deeply") from error
    except ValueError as error:  # not TOML, or a number of absurd length
        raise DocumentError(f"not readable as TOML: {error}") from error


def toml_pair(key: str, value: JsonValue, *, block: bool = False) -> str:
    """Write a key and its value; with `block` a text of several lines keeps them.

    DocumentError names the key of what TOML cannot hold: null and lone surrogates.

    >>> toml_pair("a b", ["x", {"y": 1}])
    '"a b" = ["x", { y = 1 }]'
    """
    try:
        if block and isinstance(value, str) and _is_literal(value):
            return f"{toml_key(key)} = '''\n{value}'''"
        return f"{toml_key(key)} = {_value(value)}"
    except DocumentError as error:
        raise DocumentError(f"{key}: {error}") from error


def toml_key(key: str) -> str:
    """Write a key, in quotes where it needs them."""
    return key if _BARE_KEY.fullmatch(key) else _string(key)


def _value(value: JsonValue) -> str:
    if value is None:
        raise DocumentError("TOML has no null; remove the key or give it another value")
    if isinstance(value, str):
        return _string(value)
    if isinstance(value, list):
        return f"[{', '.join(map(_value, value))}]"
    if isinstance(value, dict):
        pairs = ", ".join(toml_pair(key, item) for key, item in value.items())
        return f"{{ {pairs} }}"
    return repr(value) if isinstance(value, float) else json.dumps(value)


def _is_literal(text: str) -> bool:
    """Say whether a text of several lines can stand in quotes that escape nothing."""
    return "\n" in text and _NOT_LITERAL.search(text) is None


def _string(text: str) -> str:
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise DocumentError("TOML has no lone surrogates; remove that character") from error
    return "".join(map(_seen, json.dumps(text, ensure_ascii=False)))


def _seen(character: str) -> str:
    """Write a character as itself, or as an escape where people would not see it."""
    if character.isprintable() and not unicodedata.combining(character):
        return character
    code = ord(character)
    return f"\\u{code:04x}" if code <= _LAST_OF_FOUR_DIGITS else f"\\U{code:08x}"
