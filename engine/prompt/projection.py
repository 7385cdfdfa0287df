r"""Turn any bytes into text that a text widget can hold without loss, and back.

Text widgets drop or change some characters (CR, NBSP, U+2028, a BOM, noncharacters, lone
surrogates) and show others not at all (zero-width and bidi characters, NUL). Each of them is
shown as a stand-in from the private use area; a private use character of the user's own, and a byte
that is not UTF-8, is shown as stand-ins of its bytes. So `to_bytes(to_shown(data)) == data` for
every `data`.

>>> to_shown(b"a\r\n") == "a" + stand_in("\r") + "\n"
True
>>> to_bytes("a" + stand_in("\r") + "\n")
b'a\r\n'
"""

from __future__ import annotations

import re

from engine.characters import code_point, described, mark_of

FIRST_BYTE = 0xE000  # U+E000 + b stands for the byte b
FIRST_CHARACTER = 0xE100  # U+E100 + i stands for SPECIALS[i]
FOLD = "\ue1ff"  # with the line feed after it: a break that is only shown, in a very long line
LAST = 0xE1FF
FOLD_AFTER = 4000  # characters; a text widget lays out a whole line at every keystroke

SPECIALS = tuple(
    chr(code)
    for code in (
        *(code for code in range(0x20) if code not in (0x09, 0x0A)),
        *range(0x7F, 0xA1),
        0xAD,
        0x034F,
        0x061C,
        0x115F,
        0x1160,
        0x17B4,
        0x17B5,
        *range(0x180B, 0x1810),
        *range(0x2000, 0x2010),
        *range(0x2028, 0x2030),
        0x205F,
        *range(0x2060, 0x2070),
        0x3000,
        0x3164,
        *range(0xFDD0, 0xFDF0),
        0xFEFF,
        0xFFA0,
        *range(0xFFF9, 0xFFFD),
        0xFFFE,  # a text that begins with it is taken for one whose bytes are swapped
        0xFFFF,
    )
)
_STAND_INS = {character: chr(FIRST_CHARACTER + index) for index, character in enumerate(SPECIALS)}
_CHARACTERS = {shown: character for character, shown in _STAND_INS.items()}
_TO_SHOW = re.compile("[\ue000-\ue1ff" + re.escape("".join(SPECIALS)) + "]")
_SHOWN = re.compile(rb"\xee(?:\x87\xbf\n?|[\x82-\x87][\x80-\xbf])")  # their UTF-8: a fast search
_LONG = re.compile(f"[^\n]{{{FOLD_AFTER}}}(?=[^\n])")


def to_shown(data: bytes) -> str:
    """Turn bytes into text for a widget; very long lines get folds (see FOLD)."""
    decoded = data.decode("utf-8", "surrogateescape")
    shown = _TO_SHOW.sub(_show, decoded)
    if not shown.isascii():
        shown = re.sub("[\udc80-\udcff]", _show_invalid, shown)
    return _LONG.sub(lambda match: f"{match.group()}{FOLD}\n", shown)


def to_bytes(shown: str) -> bytes:
    """Turn a widget's text back into the bytes that it stands for."""
    return _SHOWN.sub(_restore, _utf8(shown))


def text_to_shown(text: str) -> str:
    """Turn text (lone surrogates allowed) into text for a widget."""
    return to_shown(text.encode("utf-8", "surrogatepass"))


def to_text(shown: str) -> str:
    """Turn a widget's text back into text; bytes that are not UTF-8 become U+FFFD."""
    data = to_bytes(shown)
    try:
        return data.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return data.decode("utf-8", "replace")


def stand_in(character: str) -> str:
    """Give the text that shows one character; the character itself when it is shown as it is."""
    return to_shown(character.encode("utf-8", "surrogatepass"))


def is_stand_in(shown: str) -> bool:
    """Say whether one character of a widget's text is a stand-in."""
    return FIRST_BYTE <= ord(shown) <= LAST


def label(shown: str) -> str:
    """Name what a stand-in stands for in a few letters: `NBSP`, `ZWSP`, `<E9>`."""
    if shown == FOLD:
        return "fold"
    character = _CHARACTERS.get(shown)
    if character is None:
        return f"<{ord(shown) - FIRST_BYTE:02X}>"
    return mark_of(character) or code_point(character)


def explain(shown: str) -> str:
    """Describe what a stand-in stands for: `U+00A0 NO-BREAK SPACE`."""
    if shown == FOLD:
        return "a break that is only shown: the line goes on"
    character = _CHARACTERS.get(shown)
    if character is None:
        return f"the byte 0x{ord(shown) - FIRST_BYTE:02X}"
    return described(character)


def shown_offsets(text: str, shown: str) -> tuple[int, ...] | None:
    """Map each code point offset of `text` (its end too) to a UTF-16 offset in its shown form.

    None when the two are the same in every offset, which is so for most texts.
    """
    if len(text) == len(shown) and _is_basic(shown):
        return None
    offsets = []
    position = units = 0
    for character in text:
        if shown.startswith(FOLD + "\n", position):
            position, units = position + 2, units + 2
        offsets.append(units)
        width = len(stand_in(character))
        units += len(shown[position : position + width].encode("utf-16-le")) // 2
        position += width
    return (*offsets, units)


def shown_offset(data: bytes, byte: int) -> int:
    r"""Give the UTF-16 offset in the shown form of UTF-8 at which the character at a byte begins.

    >>> shown_offset("😀 x".encode(), 5)
    3
    """
    character = data[byte : byte + 4].decode(errors="ignore")[:1]
    through = to_shown(data[: byte + len(character.encode())])  # a fold may stand before it
    return _units(through) - _units(stand_in(character))


def _units(text: str) -> int:
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def _is_basic(text: str) -> bool:
    return text.isascii() or max(text) <= "\uffff"


def _show(match: re.Match[str]) -> str:
    character = match.group()
    known = _STAND_INS.get(character)
    if known is not None:
        return known
    return "".join(chr(FIRST_BYTE + byte) for byte in character.encode())


def _show_invalid(match: re.Match[str]) -> str:
    return chr(FIRST_BYTE + ord(match.group()) - 0xDC00)


def _restore(match: re.Match[bytes]) -> bytes:
    shown = match.group()[:3].decode()
    if shown == FOLD:
        return b""
    if shown < chr(FIRST_CHARACTER):
        return bytes([ord(shown) - FIRST_BYTE])
    return _utf8(_CHARACTERS.get(shown, shown))


def _utf8(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")
