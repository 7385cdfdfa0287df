"""What Loupe asks of a tokenizer, and the tokens it shows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol


class TokenKind(StrEnum):
    """Say what sort of token this is.

    CONTROL: in the added-token table and with a character other than white space and U+2581.
    ADDED: in the added-token table, but only white space (Gemma's runs of spaces and newlines)
    or an HTML tag. BYTE: a byte-fallback token such as `<0xE2>`. NORMAL: everything else.
    """

    NORMAL = "normal"
    CONTROL = "control"
    ADDED = "added"
    BYTE = "byte"


@dataclass(frozen=True, slots=True)
class Token:
    """One token of a text: `byte_start`/`byte_end` are UTF-8 byte offsets in that text.

    `piece` is the vocabulary's own spelling (for example `Ġlate` or `▁late`), `data` the bytes
    the token stands for. Where a normaliser changed the text, `data` can differ from the text's
    bytes in the range, and `normalised` says so.
    """

    index: int
    id: int
    piece: str
    data: bytes
    byte_start: int
    byte_end: int
    kind: TokenKind
    normalised: bool = False


@dataclass(frozen=True, slots=True)
class NormalisedSpan:
    """A range of the text's bytes that the tokenizer replaced by other bytes.

    `dropped` are those of them that the vocabulary has no token for.
    """

    byte_start: int
    byte_end: int
    replacement: bytes
    dropped: bytes = b""


@dataclass(frozen=True, slots=True)
class Tokenization:
    """A text cut into tokens: laid end to end, the ranges cover every byte exactly once."""

    tokens: tuple[Token, ...]
    normalised: tuple[NormalisedSpan, ...] = ()

    @property
    def ids(self) -> tuple[int, ...]:
        """List the token ids."""
        return tuple(token.id for token in self.tokens)


@dataclass(frozen=True, slots=True)
class TokenizerInfo:
    """Which tokenizer this is: `sha256` is of its file, `revision` names it in golden vectors.

    `added_bos` is the BOS token's text where the tokenizer writes one before every text unless
    it is told not to, else empty. `context_length` is the model's window in tokens, if known.
    """

    name: str
    revision: str
    sha256: str
    class_name: str
    added_bos: str = ""
    context_length: int | None = None


class Tokenizer(Protocol):
    """Cut text into token ids as the model's own tokenizer does.

    Control tokens in the text are parsed unless `plain` says that they are text like any other;
    nothing (no BOS, no EOS) is added.
    """

    @property
    def info(self) -> TokenizerInfo:
        """Say which tokenizer this is."""
        ...

    @property
    def vocabulary_size(self) -> int:
        """Count the ids, added tokens included."""
        ...

    @property
    def control_tokens(self) -> Mapping[int, str]:
        """Map the id of every control token (see TokenKind) to its text."""
        ...

    @property
    def chat_template(self) -> str | None:
        """Give the template text that came with the tokenizer, if any."""
        ...

    @property
    def special_tokens(self) -> Mapping[str, str]:
        """Map names such as `bos_token` and `eos_token` to their text, for the template."""
        ...

    def encode(self, text: str, *, plain: bool = False) -> tuple[int, ...]:
        """Cut text into ids; releases the GIL. UnicodeEncodeError on a lone surrogate."""
        ...

    def decode(self, ids: tuple[int, ...]) -> str:
        """Give the library's own decoding, special tokens kept, for the decode check only."""
        ...

    def tokenize(self, text: str, *, plain: bool = False) -> Tokenization:
        """Cut text into tokens with their byte ranges."""
        ...

    def piece(self, token_id: int) -> str:
        """Give the vocabulary's spelling of an id."""
        ...

    def token_bytes(self, token_id: int) -> bytes:
        """Give the bytes an id stands for."""
        ...

    def token_kind(self, token_id: int) -> TokenKind:
        """Say what sort of token an id is."""
        ...
