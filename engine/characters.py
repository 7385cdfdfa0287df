"""A character as people are told of it: its code point, its name, its mark when it is not seen."""

from __future__ import annotations

import unicodedata

SYMBOLS = {" ": "·", "\t": "→", "\n": "↵"}

_C0 = """
NUL NULL
SOH START OF HEADING
STX START OF TEXT
ETX END OF TEXT
EOT END OF TRANSMISSION
ENQ ENQUIRY
ACK ACKNOWLEDGE
BEL ALERT
BS BACKSPACE
HT CHARACTER TABULATION
LF LINE FEED
VT LINE TABULATION
FF FORM FEED
CR CARRIAGE RETURN
SO SHIFT OUT
SI SHIFT IN
DLE DATA LINK ESCAPE
DC1 DEVICE CONTROL ONE
DC2 DEVICE CONTROL TWO
DC3 DEVICE CONTROL THREE
DC4 DEVICE CONTROL FOUR
NAK NEGATIVE ACKNOWLEDGE
SYN SYNCHRONOUS IDLE
ETB END OF TRANSMISSION BLOCK
CAN CANCEL
EM END OF MEDIUM
SUB SUBSTITUTE
ESC ESCAPE
FS INFORMATION SEPARATOR FOUR
GS INFORMATION SEPARATOR THREE
RS INFORMATION SEPARATOR TWO
US INFORMATION SEPARATOR ONE
"""
# Unicode gives controls no name, only these abbreviations and aliases (NameAliases.txt).
_CONTROLS = {
    **{chr(code): line.split(" ", 1) for code, line in enumerate(_C0.strip().split("\n"))},
    "\x7f": ("DEL", "DELETE"),
    "\x85": ("NEL", "NEXT LINE"),
}
_MARKS = {
    **{character: abbreviation for character, (abbreviation, _) in _CONTROLS.items()},
    "\xa0": "NBSP",
    "\xad": "SHY",
    "\u034f": "CGJ",
    "\u061c": "ALM",
    "\u180e": "MVS",
    "\u200b": "ZWSP",
    "\u200c": "ZWNJ",
    "\u200d": "ZWJ",
    "\u200e": "LRM",
    "\u200f": "RLM",
    "\u2028": "LSEP",
    "\u2029": "PSEP",
    "\u202a": "LRE",
    "\u202b": "RLE",
    "\u202c": "PDF",
    "\u202d": "LRO",
    "\u202e": "RLO",
    "\u202f": "NNBSP",
    "\u2060": "WJ",
    "\u2066": "LRI",
    "\u2067": "RLI",
    "\u2068": "FSI",
    "\u2069": "PDI",
    "\u3000": "IDSP",
    "\ufeff": "BOM",
    "\ufffc": "OBJ",
    **{chr(0xFE00 + number): f"VS{number + 1}" for number in range(16)},
}
_BLANK_LETTERS = "\u115f\u1160\u2800\u3164\uffa0"
_HIDDEN_CATEGORIES = {"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp", "Zs"}


def code_point(character: str) -> str:
    """Write a character's number as `U+00A0`."""
    return f"U+{ord(character):04X}"


def name_of(character: str) -> str:
    r"""Name a character as Unicode does, a control by its alias there.

    >>> name_of("\u00a0"), name_of("\n"), name_of("\ue000")
    ('NO-BREAK SPACE', 'LINE FEED', '(no name)')
    """
    control = _CONTROLS.get(character)
    return control[1] if control else unicodedata.name(character, "(no name)")


def described(character: str | None) -> str:
    """Write a character as `U+200B ZERO WIDTH SPACE`; None is what stands past a text's end."""
    return "the end" if character is None else f"{code_point(character)} {name_of(character)}"


def mark_of(character: str) -> str | None:
    r"""Give the label to draw instead of a character, None where it shows itself.

    >>> mark_of("\u00a0"), mark_of("\u2009"), mark_of("é"), mark_of(" ")
    ('NBSP', 'U+2009', None, None)
    """
    if character in SYMBOLS:
        return None
    if character in _MARKS:
        return _MARKS[character]
    hidden = unicodedata.category(character) in _HIDDEN_CATEGORIES or character in _BLANK_LETTERS
    return code_point(character) if hidden else None


def mark_in_change(character: str) -> str | None:
    r"""Give the mark of a character in a change, where a combining one is told by its number too.

    >>> mark_in_change("\u0301"), mark_in_change("\u200b"), mark_in_change("a")
    ('U+0301', 'ZWSP', None)
    """
    return code_point(character) if unicodedata.combining(character) else mark_of(character)
