"""How wide a character, or the mark that stands for it, is in cells of a fixed font."""

from __future__ import annotations

import unicodedata

from engine.characters import mark_of

TAB_CELLS = 4


def joins_previous(character: str) -> bool:
    """Say whether a character is drawn together with the one before it (a combining mark)."""
    return unicodedata.category(character) in {"Mn", "Me", "Mc"} and mark_of(character) is None


def cells_of(character: str) -> int:
    """Give the width of a character, or of its mark, in cells of a fixed font."""
    if character == "\t":
        return TAB_CELLS
    mark = mark_of(character)
    if mark is not None:
        return len(mark) + 1
    if unicodedata.category(character) in {"Mn", "Me"}:
        return 0
    return 2 if unicodedata.east_asian_width(character) in {"W", "F"} else 1
