"""Byte offsets, code points and UTF-16 units of one text are converted into each other."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.prompt.positions import TextPositions, segment_at, token_at, tokens_between
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
