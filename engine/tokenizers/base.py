"""What Loupe asks of a tokenizer, and the tokens it shows."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol, overload


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


Entry = tuple[str, bytes, TokenKind]  # piece, bytes and kind of an id


class LaidTokens(Sequence[Token]):
    """Tokens laid end to end, each made when it is asked for: a long text has very many."""

    __slots__ = ("_entries", "_source", "_starts", "ids")

    def __init__(
        self,
        ids: tuple[int, ...],
        starts: tuple[int, ...],
        entries: Mapping[int, Entry],
        source: bytes | None = None,
    ) -> None:
        """Take ids and one more start than ids; `source` where the bytes may differ from it."""
        self.ids = ids
        self._starts = starts
        self._entries = entries
        self._source = source

    def __len__(self) -> int:
        return len(self.ids)

    @property
    def ends(self) -> tuple[int, ...]:
        """Give the byte after each token."""
        return self._starts[1:]

    @overload
    def __getitem__(self, index: int) -> Token: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[Token, ...]: ...

    def __getitem__(self, index: int | slice) -> Token | tuple[Token, ...]:
        if isinstance(index, slice):
            return tuple(map(self._token, range(*index.indices(len(self.ids)))))
        return self._token(range(len(self.ids))[index])

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sequence) or len(other) != len(self):
            return False
        return all(mine == theirs for mine, theirs in zip(self, other, strict=True))

    def __hash__(self) -> int:
        return hash(tuple(self))

    def holding(self, byte: int) -> int:
        """Give the index of the last token that starts at or before a byte; -1 before them."""
        return bisect_right(self._starts, byte, hi=len(self.ids)) - 1

    def of_kind(self, *kinds: TokenKind) -> tuple[Token, ...]:
        """List the tokens of some kinds."""
        wanted = {one for one in set(self.ids) if self._entries[one][2] in kinds}
        if not wanted:
            return ()
        return tuple(self._token(at) for at, one in enumerate(self.ids) if one in wanted)

    def _token(self, index: int) -> Token:
        piece, data, kind = self._entries[self.ids[index]]
        start, end = self._starts[index], self._starts[index + 1]
        changed = self._source is not None and data != self._source[start:end]
        return Token(index, self.ids[index], piece, data, start, end, kind, changed)


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

    tokens: Sequence[Token]
    normalised: tuple[NormalisedSpan, ...] = ()

    @property
    def ids(self) -> tuple[int, ...]:
        """List the token ids."""
        if isinstance(self.tokens, LaidTokens):
            return self.tokens.ids
        return tuple(token.id for token in self.tokens)

    def of_kind(self, *kinds: TokenKind) -> tuple[Token, ...]:
        """List the tokens of some kinds."""
        if isinstance(self.tokens, LaidTokens):
            return self.tokens.of_kind(*kinds)
        return tuple(token for token in self.tokens if token.kind in kinds)


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
