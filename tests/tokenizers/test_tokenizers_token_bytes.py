"""Spellings of tokens and the bytes they stand for."""

from __future__ import annotations

import pytest
from tokenizers import pre_tokenizers

from engine.tokenizers.added_tokens import added_kind
from engine.tokenizers.base import TokenKind
from engine.tokenizers.token_bytes import (
    byte_alphabet,
    byte_level_decoder,
    is_byte_token,
    space_marked_bytes,
)


def test_the_alphabet_is_the_librarys() -> None:
    assert sorted(byte_alphabet()) == sorted(pre_tokenizers.ByteLevel.alphabet())
    spell = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False).pre_tokenize_str
    assert spell(" a\n é\x00")[0][0] == "".join(byte_alphabet()[b] for b in " a\n é\x00".encode())


@pytest.mark.parametrize(
    ("piece", "data"),
    [
        ("Ġlate", b" late"),
        ("Ċ", b"\n"),
        ("Ã©", b"\xc3\xa9"),
        ("âĢ", b"\xe2\x80"),
        ("日", b"\xe6\x97\xa5"),
    ],
    ids=["space", "newline", "letter", "half", "outside-the-alphabet"],
)
def test_byte_level_pieces_decode(piece: str, data: bytes) -> None:
    assert byte_level_decoder()(piece) == data


@pytest.mark.parametrize(
    ("piece", "data"),
    [
        ("▁late", b" late"),
        ("▁▁", b"  "),
        ("<0xE2>", b"\xe2"),
        ("<0xE2>x", b"<0xE2>x"),
        ("é", b"\xc3\xa9"),
    ],
)
def test_space_marked_pieces_decode(piece: str, data: bytes) -> None:
    assert space_marked_bytes(piece) == data


def test_only_two_hex_digits_spell_a_byte() -> None:
    assert is_byte_token("<0x0A>")
    assert not is_byte_token("<0x0>")
    assert not is_byte_token("a<0x0A>")


@pytest.mark.parametrize(
    ("text", "special", "kind"),
    [
        ("<|im_end|>", True, TokenKind.CONTROL),
        ("<think>", False, TokenKind.CONTROL),
        ("<filename>", False, TokenKind.CONTROL),
        ("<table>", False, TokenKind.ADDED),
        ("</h6>", False, TokenKind.ADDED),
        ("<h7>", False, TokenKind.CONTROL),
        ("<s>", False, TokenKind.ADDED),
        ("<s>", True, TokenKind.CONTROL),
        ("\n\n\n", False, TokenKind.ADDED),
        ("▁▁▁", False, TokenKind.ADDED),
        ("▁x", False, TokenKind.CONTROL),
        ("\u00a0 \t", True, TokenKind.ADDED),
    ],
)
def test_control_tokens_have_a_character_and_are_no_markup(text, special, kind) -> None:
    assert added_kind(text, special=special) is kind
