"""What people type for a character that has no key, turned into its bytes."""

from __future__ import annotations

import re
import unicodedata

from engine.characters import described
from engine.errors import DocumentError

_CODE_POINT = re.compile(r"(?:U\+|\\u|0x|&#x)?([0-9A-Fa-f]{1,6});?", re.IGNORECASE)
_BYTES = re.compile(r"(?:\\x[0-9A-Fa-f]{2})+")
_LAST = 0x10FFFF


def typed_character(text: str) -> bytes:
    r"""Read `U+00A0`, `a0`, `0xA0`, a name (`no-break space`), or raw bytes (`\xE9\xFF`).

    A surrogate's code point gives the three bytes that would stand for it, which are not UTF-8.
    Raises DocumentError with what is allowed.

    >>> typed_character("U+00A0")
    b'\xc2\xa0'
    """
    wanted = text.strip()
    if _BYTES.fullmatch(wanted):
        return bytes.fromhex(wanted.replace("\\x", ""))
    found = _CODE_POINT.fullmatch(wanted)
    if found is not None:
        code = int(found.group(1), 16)
        if code > _LAST:
            raise DocumentError(f"U+{code:X} is past the last code point, U+10FFFF")
        return chr(code).encode("utf-8", "surrogatepass")
    try:
        return unicodedata.lookup(wanted).encode()
    except KeyError as error:
        raise DocumentError(
            "write a code point (U+00A0), a character's name (NO-BREAK SPACE) or bytes (\\xE9)"
        ) from error


def describe_bytes(data: bytes) -> str:
    """Name one character's bytes: `U+00A0 NO-BREAK SPACE, UTF-8 C2 A0`."""
    spelled = data.hex(" ").upper()
    try:
        character = data.decode()
    except UnicodeDecodeError:
        return f"{spelled}, not UTF-8"
    if len(character) != 1:
        return f"{len(character)} characters, UTF-8 {spelled}"
    return f"{described(character)}, UTF-8 {spelled}"
