"""What is copied can be read back: hex, escapes, literals and ids."""

from __future__ import annotations

import ast
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.prompt.copying import escaped_text, hex_text, id_list, python_bytes, python_str
from engine.tokenizers.base import Token, TokenKind

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)


def test_a_dash_in_hex_is_its_three_utf8_bytes() -> None:
    assert hex_text("—".encode()) == "E2 80 94"
    assert hex_text(b"") == ""


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("—\n", "\\u2014\\n"),
        ("😀", "\\ud83d\\ude00"),
        ("💀", "\\ud83d\\udc80"),
        ('"\\', '\\"\\\\'),
    ],
)
def test_escapes_are_those_of_json(text: str, written: str) -> None:
    assert escaped_text(text) == written


@given(TEXTS)
def test_json_reads_an_escaped_text_back(text: str) -> None:
    escaped = escaped_text(text)
    assert escaped.isascii()
    assert json.loads(f'"{escaped}"') == text


@given(st.binary(max_size=40), TEXTS)
def test_python_reads_both_literals_back(data: bytes, text: str) -> None:
    assert ast.literal_eval(python_bytes(data)) == data
    assert ast.literal_eval(python_str(text)) == text
    assert python_str(text).isascii()


def test_ids_are_a_list() -> None:
    tokens = tuple(Token(i, 7 + i, "", b"", 0, 0, TokenKind.NORMAL) for i in range(2))
    assert id_list(tokens) == "[7, 8]"
    assert id_list(()) == "[]"
