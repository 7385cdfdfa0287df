"""Characters that people do not see, marked, and texts that differ in nothing else."""

from __future__ import annotations

import re
import unicodedata

from engine.characters import mark_in_change

_LINE_END = re.compile("\r\n|[\r\v\f\u0085\u2028\u2029]")
_ODD = re.compile("[^\n -~]")
_PERHAPS = re.compile("[^ -~]")  # all others are seen
_TRAILING = re.compile(r"[ \t]+(?=\n|$)")
_NAMED = {"\n": "LF", "\t": "TAB"}  # which other views draw as symbols


def mark_of(character: str) -> str | None:
    r"""Give the short mark that stands for a character that must not go unseen, else None.

    >>> mark_of("\u200b"), mark_of("\u0301"), mark_of("a")
    ('ZWSP', 'U+0301', None)
    """
    return _NAMED.get(character) or mark_in_change(character)


def with_marks(text: str) -> str:
    r"""Write a text with a mark in place of each character that people do not see.

    >>> with_marks("a\u00a0b\n")
    'a⟨NBSP⟩b⟨LF⟩'
    """
    return _PERHAPS.sub(_marked, text)


def _marked(match: re.Match[str]) -> str:
    mark = mark_of(match[0])
    return f"⟨{mark}⟩" if mark else match[0]


def only_invisible(expected: str, live: str) -> bool:
    """Say whether two texts that differ look the same: line ends, trailing and odd blanks, forms.

    Line ends of any kind and number at the end, spaces of any kind, trailing blanks, format
    characters (zero-width, bidi, BOM), controls, and NFC against NFD do not show.
    """
    return expected != live and _seen(expected) == _seen(live)


def _seen(text: str) -> str:
    lines = _LINE_END.sub("\n", unicodedata.normalize("NFC", text))
    if _ODD.search(lines):
        lines = unicodedata.normalize("NFC", _ODD.sub(_seen_character, lines))
    return _TRAILING.sub("", lines).rstrip("\n")


def _seen_character(match: re.Match[str]) -> str:
    category = unicodedata.category(match.group())
    if category == "Zs" or match.group() == "\t":
        return " "
    return "" if category in {"Cf", "Cc"} else match.group()
