"""A caret's motions over the rows of a text."""

from __future__ import annotations

import re
from collections.abc import Callable
from enum import Enum, auto

from app.models.text_index import TextIndex

_WORD = re.compile(r"\w+|[^\w\s]+")


class Motion(Enum):
    """Name the ways in which a key moves the caret."""

    LEFT = auto()
    RIGHT = auto()
    WORD_LEFT = auto()
    WORD_RIGHT = auto()
    UP = auto()
    DOWN = auto()
    PAGE_UP = auto()
    PAGE_DOWN = auto()
    LINE_START = auto()
    LINE_END = auto()
    START = auto()
    END = auto()


VERTICAL = frozenset({Motion.UP, Motion.DOWN, Motion.PAGE_UP, Motion.PAGE_DOWN})


def moved(index: TextIndex, caret: int, motion: Motion, page: int, goal: int) -> int:
    """Give the caret after a motion; `page` counts rows, `goal` is the column it aims at."""
    if motion in VERTICAL:
        return _vertical(index, caret, motion, page, goal)
    return _MOVES[motion](index, caret)


def column_of(index: TextIndex, caret: int) -> int:
    """Give the column at which a caret stands in its row."""
    return index.row(index.row_of(caret)).column_of(caret)


def _vertical(index: TextIndex, caret: int, motion: Motion, page: int, goal: int) -> int:
    rows = page if motion in {Motion.PAGE_UP, Motion.PAGE_DOWN} else 1
    up = motion in {Motion.UP, Motion.PAGE_UP}
    target = index.row_of(caret) + (-rows if up else rows)
    if target < 0:
        return 0
    if target >= index.row_count:
        return len(index.text)
    return index.border_in(target, goal)


def _word_left(index: TextIndex, caret: int) -> int:
    start = max(index.line_start(max(0, caret - 1)), caret - 1000)
    words = [found.start() for found in _WORD.finditer(index.text, start, caret)]
    return words[-1] if words else start


def _word_right(index: TextIndex, caret: int) -> int:
    found = _WORD.search(index.text, caret)
    return len(index.text) if found is None else found.end()


_MOVES: dict[Motion, Callable[[TextIndex, int], int]] = {
    Motion.LEFT: lambda _, caret: max(0, caret - 1),
    Motion.RIGHT: lambda index, caret: min(len(index.text), caret + 1),
    Motion.WORD_LEFT: _word_left,
    Motion.WORD_RIGHT: _word_right,
    Motion.LINE_START: TextIndex.line_start,
    Motion.LINE_END: TextIndex.line_end,
    Motion.START: lambda _index, _caret: 0,
    Motion.END: lambda index, _: len(index.text),
}
