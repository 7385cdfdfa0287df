"""Characters that cannot be seen as they are, turned into short visible marks."""

from __future__ import annotations

import re
import unicodedata

SYMBOLS = {" ": "·", "\t": "→", "\n": "↵"}
TOKEN_SYMBOLS = {" ": "␣", "\t": "→", "\n": "⏎", "\r": "␍"}
MOST_REPEATED = 2

_C0 = """
    NUL SOH STX ETX EOT ENQ ACK BEL BS HT LF VT FF CR SO SI
    DLE DC1 DC2 DC3 DC4 NAK SYN ETB CAN EM SUB ESC FS GS RS US
"""
_NAMED = {
    **{chr(code): name for code, name in enumerate(_C0.split())},
    "\x7f": "DEL",
    "\x85": "NEL",
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


def mark_of(character: str) -> str | None:
    r"""Give the label to draw instead of a character, None where it shows itself.

    >>> mark_of("\u00a0"), mark_of("\u2009"), mark_of("é"), mark_of(" ")
    ('NBSP', 'U+2009', None, None)
    """
    if character in SYMBOLS:
        return None
    if character in _NAMED:
        return _NAMED[character]
    hidden = unicodedata.category(character) in _HIDDEN_CATEGORIES or character in _BLANK_LETTERS
    return f"U+{ord(character):04X}" if hidden else None


def visible(text: str) -> str:
    r"""Write a text on one line with every invisible character as its mark.

    >>> visible("a b\u200b\r\n")
    'a·b⟨ZWSP⟩⟨CR⟩↵'
    """
    return "".join(map(_visible_character, text))


def visible_bytes(data: bytes) -> str:
    r"""Write bytes as text; bytes that are no whole character become ⟨E2⟩, never U+FFFD."""
    return visible(data.decode("utf-8", "surrogateescape"))


def token_text(data: bytes, piece: str = "") -> str:
    r"""Write a token for people: white space as symbols, a run of three or more with its count.

    Bytes that are no whole character become ⟨E2⟩. `piece` stands in for a token without bytes.

    >>> token_text(b' "'), token_text(b"    "), token_text(b"\r\n"), token_text(b"\xe2\x80")
    ('␣"', '␣×4', '␍⏎', '⟨E2⟩⟨80⟩')
    """
    text = data.decode("utf-8", "surrogateescape") if data else piece
    return _RUN.sub(_written_run, text)


def character_name(character: str) -> str:
    """Name a character as Unicode does; controls, which have no name there, by their mark."""
    return unicodedata.name(character, mark_of(character) or SYMBOL_NAMES.get(character, ""))


SYMBOL_NAMES = {"\t": "HT (TAB)", "\n": "LF (LINE FEED)"}


def _visible_character(character: str) -> str:
    if "\udc80" <= character <= "\udcff":
        return f"⟨{ord(character) - 0xDC00:02X}⟩"
    mark = mark_of(character)
    return SYMBOLS.get(character, character) if mark is None else f"⟨{mark}⟩"


def _written_run(run: re.Match[str]) -> str:
    symbol = TOKEN_SYMBOLS.get(run.group()[0])
    if symbol is None:
        return visible(run.group())
    count = len(run.group())
    return symbol * count if count <= MOST_REPEATED else f"{symbol}×{count}"


_RUN = re.compile(r"([ \t\n\r])\1*|[^ \t\n\r]+")
