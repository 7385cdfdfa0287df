"""The pinned test tokenizer: one token a code point, its id the code point modulo 60."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from engine.tokenizers.base import Token, Tokenization, TokenizerInfo, TokenKind

NAME = "code-points"
_MODULUS = 60
_VOCABULARY = 64


class CodePointTokenizer:
    """Implement the Tokenizer protocol as specification prompt-protocol.md, section 8, says.

    An id alone does not tell its character: `piece` gives the number, `token_bytes` no bytes and
    `decode` no text. A token of a text knows its character.
    """

    @property
    def info(self) -> TokenizerInfo:
        """Say which tokenizer this is; it has no file, so no sha256."""
        return TokenizerInfo(NAME, "fake", "", "FakeTokenizer")

    @property
    def control_tokens(self) -> Mapping[int, str]:
        """Give none: the test tokenizer has no added tokens."""
        return MappingProxyType({})

    @property
    def chat_template(self) -> str | None:
        """Give none: the test profile joins the messages' contents."""
        return None

    @property
    def special_tokens(self) -> Mapping[str, str]:
        """Give none."""
        return MappingProxyType({})

    def encode(self, text: str, *, plain: bool = False) -> tuple[int, ...]:  # noqa: ARG002
        """Take every code point modulo 60. UnicodeEncodeError on a lone surrogate."""
        text.encode()
        return tuple(ord(character) % _MODULUS for character in text)

    def decode(self, ids: tuple[int, ...]) -> str:  # noqa: ARG002 - part of the protocol
        """Give the empty text: ids cannot be decoded."""
        return ""

    def tokenize(self, text: str, *, plain: bool = False) -> Tokenization:  # noqa: ARG002
        """Cut text into its characters."""
        tokens, start = [], 0
        for index, token_id in enumerate(self.encode(text)):
            data = text[index].encode()
            end = start + len(data)
            token = Token(index, token_id, text[index], data, start, end, TokenKind.NORMAL)
            tokens.append(token)
            start = end
        return Tokenization(tuple(tokens))

    def piece(self, token_id: int) -> str:
        """Give the id as a number."""
        return str(_known(token_id))

    def token_bytes(self, token_id: int) -> bytes:
        """Give no bytes: a lone id stands for many characters."""
        _known(token_id)
        return b""


def _known(token_id: int) -> int:
    if not 0 <= token_id < _VOCABULARY:
        raise KeyError(f"{NAME} has no token with id {token_id}")
    return token_id
