"""Bytes of the prompt written as people paste them elsewhere: hex, escapes, literals, ids."""

from __future__ import annotations

import json
from collections.abc import Sequence

from engine.tokenizers.base import Token


def hex_text(data: bytes) -> str:
    """Write bytes as pairs of hex digits: `E2 80 94`."""
    return data.hex(" ").upper()


def escaped_text(text: str) -> str:
    r"""Write a text in the escapes of a JSON string, all of it ASCII.

    >>> escaped_text("a—\n")
    'a\\u2014\\n'
    """
    return json.dumps(text)[1:-1]


def python_bytes(data: bytes) -> str:
    r"""Write a Python bytes literal: `b'a\xe2\x80\x94'`."""
    return repr(data)


def python_str(text: str) -> str:
    r"""Write a Python str literal, all of it ASCII: `'a\u2014'`."""
    return ascii(text)


def id_list(tokens: Sequence[Token]) -> str:
    """Write the ids of tokens as a list: `[9441, 220]`."""
    return str([token.id for token in tokens])
