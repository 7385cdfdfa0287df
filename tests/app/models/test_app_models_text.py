"""Places in a prompt are converted between bytes, code points and UTF-16 units."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.models.caret import Motion, column_of, moved
from app.models.cells import cells_of
from app.models.text_index import TextIndex
from engine.characters import mark_of, name_of
from engine.prompt.marks import visible, visible_bytes

TEXTS = st.text(st.sampled_from("ab é\t\n\r😀\u0301日\u00a0\0"), max_size=80)


@pytest.mark.parametrize(
    ("character", "mark"),
    [
        ("\0", "NUL"),
        ("\r", "CR"),
        ("\x1b", "ESC"),
        ("\u00a0", "NBSP"),
        ("\u200b", "ZWSP"),
        ("\u200d", "ZWJ"),
        ("\u202e", "RLO"),
        ("\ufeff", "BOM"),
        ("\u2028", "LSEP"),
        ("\u2009", "U+2009"),
        ("\ufdd0", "U+FDD0"),
        ("\U000e0041", "U+E0041"),
        ("\u3164", "U+3164"),
    ],
    ids=lambda value: f"{ord(value):04X}" if len(value) == 1 else value,
)
def test_invisible_characters_have_a_mark(character: str, mark: str) -> None:
    assert mark_of(character) == mark


@pytest.mark.parametrize("character", ["a", "é", "日", "😀", "—", "\u0301", " ", "\n", "\t"])
def test_visible_characters_and_those_drawn_as_symbols_have_no_mark(character: str) -> None:
    assert mark_of(character) is None


@pytest.mark.parametrize(
    ("character", "cells"), [("a", 1), ("日", 2), ("😀", 2), ("\u0301", 0), ("\t", 4), ("\r", 3)]
)
def test_characters_take_the_cells_that_their_drawing_needs(character: str, cells: int) -> None:
    assert cells_of(character) == cells


def test_bytes_that_are_no_character_are_written_in_hex_and_never_as_u_fffd() -> None:
    assert visible_bytes("😀".encode()[:2]) == "⟨F0⟩⟨9F⟩"
    assert visible_bytes(b"a\x00 \xe2\x80\x94") == "a⟨NUL⟩·—"


def test_a_text_is_written_on_one_line_with_line_ends_visible() -> None:
    assert visible("a\tb\r\n") == "a→b⟨CR⟩↵"


@pytest.mark.parametrize(
    ("character", "name"),
    [
        ("\u00a0", "NO-BREAK SPACE"),
        ("\n", "LINE FEED"),
        ("\0", "NULL"),
        ("😀", "GRINNING FACE"),
    ],
)
def test_every_character_has_a_name(character: str, name: str) -> None:
    assert name_of(character) == name


def test_lines_end_at_lf_cr_and_crlf_only() -> None:
    index = TextIndex("a\nb\rc\r\nd\u2028e\x0bf")
    assert [index.line_of(at) for at in range(len(index.text))] == [0, 0, 1, 1, 2, 2, 2, *[3] * 5]
    assert [index.line_end(at) for at in (0, 2, 4, 7)] == [1, 3, 5, 12]


@pytest.mark.parametrize(
    ("text", "rows"), [("", 1), ("a", 1), ("a\n", 2), ("a\n\n", 3), ("\r\n", 2)]
)
def test_the_end_of_a_text_stands_in_a_row_of_its_own_after_a_line_end(
    text: str, rows: int
) -> None:
    index = TextIndex(text)
    index.wrap(80)
    assert index.row_count == rows
    assert index.row_of(len(text)) == rows - 1


def test_a_long_line_is_cut_at_characters_by_their_width() -> None:
    index = TextIndex("日本語ab")  # 2 + 2 + 2 + 1 + 1 cells
    index.wrap(5)
    assert [(row.start, row.end) for row in map(index.row, range(index.row_count))] == [
        (0, 2),
        (2, 5),
    ]
    assert index.row(1).columns == (0, 2, 3, 4)


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("to be or not", ["to be ", "or not"]),
        ("to be\nor", ["to be\n", "or"]),
        ("indivisible", ["indivis", "ible"]),
        ("so indivisible", ["so ", "indivis", "ible"]),
        ("a\tb cd", ["a\tb ", "cd"]),
        ("日本 日本語です", ["日本 日", "本語で", "す"]),
        ("ab日本語", ["ab日本", "語"]),
        ("a 日\u0301bcdef", ["a 日\u0301", "bcdef"]),
        ("exactly", ["exactly"]),
    ],
)
def test_rows_end_after_words_where_there_are_any(text: str, rows: list[str]) -> None:
    index = TextIndex(text)
    index.wrap(7)
    assert [text[row.start : row.end] for row in map(index.row, range(index.row_count))] == rows


@given(st.text(st.sampled_from("ab  c"), max_size=200), st.integers(2, 20))
def test_a_row_of_plain_words_ends_where_the_next_word_would_not_fit(text: str, width: int) -> None:
    index = TextIndex(text)
    index.wrap(width)
    rows = [index.row(number) for number in range(index.row_count)]
    for row, after in pairwise(text[row.start : row.end] for row in rows):
        word = after[: after.find(" ") + 1] or after
        assert " " not in row or row.endswith(" ")
        assert len(row) + len(word) > width or row.find(" ") < 0


def test_rows_are_full_without_word_wrap() -> None:
    index = TextIndex("to be or not", words=False)
    index.wrap(7)
    assert [index.row(number).start for number in range(index.row_count)] == [0, 7]


def test_a_mark_wider_than_the_view_still_gets_a_row() -> None:
    index = TextIndex("\u00a0\u00a0")
    index.wrap(2)
    assert index.row_count == 2


@given(TEXTS, st.integers(1, 20), st.booleans())
def test_rows_lie_end_to_end_and_fit_the_width(text: str, width: int, words: bool) -> None:
    index = TextIndex(text, words=words)
    index.wrap(width)
    rows = [index.row(number) for number in range(index.row_count)]
    assert "".join(text[row.start : row.end] for row in rows) == text
    for number, row in enumerate(rows):
        assert row.columns[-1] <= width or row.end - row.start == 1 or text[row.end - 1] == "\u0301"
        assert all(index.row_of(at) == number for at in range(row.start, row.end))


def test_a_point_finds_the_character_it_lies_on_and_the_nearest_border() -> None:
    index = TextIndex("a日b")
    row = index.row(0)
    assert [row.character_at(column) for column in (0.4, 1.1, 2.9, 3.2, 9)] == [0, 1, 1, 2, 2]
    assert [row.border_at(column) for column in (-1, 0.4, 0.6, 1.9, 2.1, 9)] == [0, 0, 1, 1, 2, 3]


def test_a_click_behind_a_line_end_stays_on_its_line() -> None:
    index = TextIndex("ab\r\ncd")
    index.wrap(80)
    assert index.border_in(0, 50) == 2
    assert index.border_in(1, 50) == 6


@pytest.mark.parametrize(
    ("motion", "caret"),
    [
        (Motion.LEFT, 5),
        (Motion.RIGHT, 7),
        (Motion.WORD_LEFT, 4),
        (Motion.WORD_RIGHT, 7),
        (Motion.UP, 2),
        (Motion.DOWN, 10),
        (Motion.PAGE_UP, 0),
        (Motion.PAGE_DOWN, 12),
        (Motion.LINE_START, 4),
        (Motion.LINE_END, 7),
        (Motion.START, 0),
        (Motion.END, 12),
    ],
)
def test_a_motion_moves_the_caret(motion: Motion, caret: int) -> None:
    index = TextIndex("abc\ndef\nghij")  # the caret stands between e and f
    index.wrap(80)
    assert moved(index, 6, motion, 5, column_of(index, 6)) == caret


def test_the_caret_stays_inside_the_text() -> None:
    index = TextIndex("ab")
    index.wrap(80)
    assert moved(index, 0, Motion.LEFT, 5, 0) == 0
    assert moved(index, 2, Motion.RIGHT, 5, 0) == 2
    assert moved(index, 0, Motion.WORD_LEFT, 5, 0) == 0
