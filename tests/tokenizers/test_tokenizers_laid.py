"""Tokens laid end to end are made when they are asked for, and are the same as made at once."""

from __future__ import annotations

import pytest

from engine.tokenizers.base import LaidTokens, Token, Tokenization, TokenKind

NORMAL, CONTROL, ADDED = TokenKind.NORMAL, TokenKind.CONTROL, TokenKind.ADDED
ENTRIES = {
    7: ("Ġpays", b" pays", NORMAL),
    8: ("<|end|>", b"<|end|>", CONTROL),
    9: ("e", b"e", NORMAL),
    10: ("never used", b"", ADDED),
}
TOKENS = LaidTokens((7, 8, 7), (0, 5, 12, 17), ENTRIES)
MADE = (
    Token(0, 7, "Ġpays", b" pays", 0, 5, NORMAL),
    Token(1, 8, "<|end|>", b"<|end|>", 5, 12, CONTROL),
    Token(2, 7, "Ġpays", b" pays", 12, 17, NORMAL),
)


def test_they_are_a_sequence_of_tokens():
    assert len(TOKENS) == 3
    assert tuple(TOKENS) == MADE
    assert TOKENS == MADE
    assert MADE[:2] != TOKENS
    assert TOKENS[-1] == MADE[2]
    assert TOKENS[1:] == MADE[1:]
    assert hash(TOKENS) == hash(MADE)


@pytest.mark.parametrize("index", [3, -4])
def test_there_is_none_past_the_end(index):
    with pytest.raises(IndexError):
        TOKENS[index]


@pytest.mark.parametrize(
    ("byte", "index"), [(0, 0), (4, 0), (5, 1), (11, 1), (12, 2), (16, 2), (17, 2), (900, 2)]
)
def test_the_token_that_holds_a_byte_is_found(byte, index):
    assert TOKENS.holding(byte) == index


def test_bytes_that_a_normaliser_changed_are_marked():
    token = LaidTokens((9,), (0, 2), ENTRIES, "é".encode())[0]
    assert token.normalised
    assert (token.byte_start, token.byte_end) == (0, 2)


@pytest.mark.parametrize("tokens", [TOKENS, MADE])
def test_tokens_are_found_by_kind_and_ids_listed(tokens):
    cut = Tokenization(tokens)
    assert cut.ids == (7, 8, 7)
    assert cut.of_kind(CONTROL, ADDED) == (MADE[1],)
    assert cut.of_kind(ADDED) == ()
