"""Bytes of the prompt written as people paste them elsewhere: hex, escapes, literals, ids."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

from engine.tokenizers.base import Token

_RAW_BYTE = re.compile("([\udc80-\udcff])")


def hex_text(data: bytes) -> str:
    """Write bytes as pairs of hex digits: `E2 80 94`."""
    return data.hex(" ").upper()


def escaped_text(data: bytes) -> str:
    r"""Write bytes in the escapes of a JSON string, all of it ASCII.

    A byte that is no whole character, which JSON cannot say, is written `\xE2`.

    >>> escaped_text("a—\n".encode()), escaped_text(b"\xe2\x80")
    ('a\\u2014\\n', '\\xE2\\x80')
    """
    parts = _RAW_BYTE.split(data.decode("utf-8", "surrogateescape"))
    return "".join(_escaped(part) for part in parts)


def python_bytes(data: bytes) -> str:
    r"""Write a Python bytes literal: `b'a\xe2\x80\x94'`."""
    return repr(data)


def python_str(text: str) -> str:
    r"""Write a Python str literal, all of it ASCII: `'a\u2014'`."""
    return ascii(text)


def id_list(tokens: Sequence[Token]) -> str:
    """Write the ids of tokens as a list: `[9441, 220]`."""
    return str([token.id for token in tokens])


def _escaped(part: str) -> str:
    if _RAW_BYTE.fullmatch(part):
        return f"\\x{ord(part) - 0xDC00:02X}"
    return json.dumps(part)[1:-1]
