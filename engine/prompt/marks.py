"""Texts and bytes written so that nothing in them goes unseen."""

from __future__ import annotations

import re

from engine.characters import SYMBOLS, mark_of

TOKEN_SYMBOLS = {" ": "␣", "\t": "→", "\n": "⏎", "\r": "␍"}
MOST_REPEATED = 2


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
