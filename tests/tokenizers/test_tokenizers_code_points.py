"""The pinned test tokenizer, as specification prompt-protocol.md section 8 describes it."""

from __future__ import annotations

from engine.tokenizers.base import TokenKind
from engine.tokenizers.code_points import CodePointTokenizer


def test_an_id_is_the_code_point_modulo_sixty() -> None:
    tokenizer = CodePointTokenizer()
    assert tokenizer.encode("\u2014") == (52,)  # 8212 % 60, the specification's example
    assert tokenizer.encode('{"') == (3, 34)  # the lead-in of the upstream plans
    assert tokenizer.encode("") == ()


def test_a_token_of_a_text_knows_its_character_and_bytes() -> None:
    tokens = CodePointTokenizer().tokenize("a😀").tokens
    assert [(t.piece, t.data, t.byte_start, t.byte_end) for t in tokens] == [
        ("a", b"a", 0, 1), ("😀", b"\xf0\x9f\x98\x80", 1, 5),
    ]  # fmt: skip


def test_an_id_alone_stands_for_no_text() -> None:
    tokenizer = CodePointTokenizer()
    assert tokenizer.piece(63) == "63"
    assert tokenizer.token_bytes(0) == b""
    assert tokenizer.decode((1, 2)) == ""
    assert [token.kind for token in tokenizer.tokenize("A<").tokens] == [TokenKind.NORMAL] * 2


def test_it_has_no_template_and_no_special_tokens() -> None:
    tokenizer = CodePointTokenizer()
    assert tokenizer.chat_template is None
    assert not tokenizer.special_tokens
    assert not tokenizer.control_tokens
    assert tokenizer.info.name == "code-points"
