"""Byte offsets, code points and UTF-16 units of one text are converted into each other."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.prompt.positions import (
    TextPositions,
    Unit,
    bytes_at,
    count_of,
    segment_at,
    token_at,
    tokens_between,
)
from engine.prompt.segments import Owner, OwnerKind, Segment
from engine.tokenizers.base import Token, TokenKind

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=60)


def _token(index: int, start: int, end: int) -> Token:
    return Token(index, 100 + index, "p", b"", start, end, TokenKind.NORMAL)


TOKENS = (_token(0, 0, 3), _token(1, 3, 4), _token(2, 4, 9))


def test_offsets_of_an_emoji_text_are_those_counted_by_hand() -> None:
    positions = TextPositions("aé😀x")  # 1 + 2 + 4 + 1 bytes; 1 + 1 + 2 + 1 UTF-16 units
    assert [positions.byte_of(i) for i in range(5)] == [0, 1, 3, 7, 8]
    assert [positions.utf16_of(i) for i in range(5)] == [0, 1, 2, 4, 5]
    assert [positions.code_point_of(i) for i in range(9)] == [0, 1, 1, 2, 2, 2, 2, 3, 4]
    assert [positions.code_point_end_of(i) for i in range(9)] == [0, 1, 2, 2, 3, 3, 3, 3, 4]
    assert positions.byte_length == 8


def test_a_byte_past_the_end_is_the_end_of_the_text() -> None:
    assert TextPositions("ab").code_point_of(99) == 2
    assert TextPositions("😀").code_point_of(99) == 1
    assert TextPositions("").byte_length == 0


@given(TEXTS, st.integers(0, 3000))
def test_code_points_and_bytes_convert_back_and_forth(text: str, padding: int) -> None:
    text = "é" * padding + text
    positions = TextPositions(text)
    for index in range(max(0, padding - 2), len(text) + 1):
        assert positions.byte_of(index) == len(text[:index].encode())
        assert positions.utf16_of(index) == len(text[:index].encode("utf-16-le")) // 2
        assert positions.code_point_of(positions.byte_of(index)) == index
        assert positions.code_point_end_of(positions.byte_of(index)) == index


@pytest.mark.parametrize(("byte", "index"), [(0, 0), (2, 0), (3, 1), (4, 2), (8, 2)])
def test_a_byte_is_found_in_the_token_that_covers_it(byte: int, index: int) -> None:
    assert token_at(TOKENS, byte) == index


@pytest.mark.parametrize(
    ("start", "end", "indexes"),
    [(0, 3, [0]), (2, 4, [0, 1]), (3, 3, [1]), (0, 9, [0, 1, 2]), (9, 9, [2])],
)
def test_a_byte_range_touches_the_tokens_that_share_bytes_with_it(
    start: int, end: int, indexes: list[int]
) -> None:
    assert list(tokens_between(TOKENS, start, end)) == indexes


def test_no_tokens_means_no_token_is_touched() -> None:
    assert not tokens_between((), 0, 5)


def test_a_byte_is_found_in_the_segment_that_covers_it() -> None:
    owner = Owner(OwnerKind.CONTEXT)
    segments = (Segment(owner, 0, 4), Segment(owner, 4, 6))
    assert [segment_at(segments, byte) for byte in (0, 3, 4, 5)] == [0, 0, 1, 1]


@given(TEXTS, st.integers(0, 600))
def test_utf16_units_and_characters_convert_back_and_forth(text: str, padding: int) -> None:
    text = "é" * padding + text
    positions = TextPositions(text)
    unit = padding
    for index in range(padding, len(text)):
        for _ in range(len(text[index].encode("utf-16-le")) // 2):
            assert positions.code_point_of_utf16(unit) == index
            unit += 1
    assert positions.code_point_of_utf16(unit) == len(text)


def test_a_range_that_cuts_characters_is_widened_to_whole_ones() -> None:
    positions = TextPositions("aé😀x")
    assert positions.whole(2, 4) == (1, 7)
    assert positions.whole(1, 3) == (1, 3)
    assert positions.whole(4, 5) == (3, 7)
    assert positions.whole(7, 8) == (7, 8)


@pytest.mark.parametrize(
    ("unit", "number", "found"),
    [
        (Unit.BYTE, 4, (4, 5)),
        (Unit.CODE_POINT, 2, (3, 7)),
        (Unit.UTF16, 2, (3, 7)),
        (Unit.UTF16, 3, (3, 7)),
        (Unit.UTF16, 4, (7, 8)),
        (Unit.TOKENS, 1, (3, 4)),
        (Unit.BYTE, 8, None),
        (Unit.CODE_POINT, 4, None),
        (Unit.UTF16, 5, None),
        (Unit.TOKENS, 3, None),
        (Unit.BYTE, -1, None),
    ],
)
def test_an_offset_in_any_unit_is_found_or_is_past_the_end(
    unit: Unit, number: int, found: tuple[int, int] | None
) -> None:
    assert bytes_at(unit, number, TextPositions("aé😀x"), TOKENS) == found


def test_each_unit_is_counted() -> None:
    counts = [count_of(unit, TextPositions("aé😀x"), TOKENS) for unit in Unit]
    assert counts == [8, 4, 5, 3]
