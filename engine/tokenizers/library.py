"""A tokenizer of the `tokenizers` library as Loupe's Tokenizer, with every token's bytes."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from itertools import accumulate
from types import MappingProxyType
from typing import TYPE_CHECKING

from engine.tokenizers.added_tokens import added_kind
from engine.tokenizers.alignment import find_changes, source_ends
from engine.tokenizers.base import (
    Entry,
    LaidTokens,
    NormalisedSpan,
    Tokenization,
    TokenizerInfo,
    TokenKind,
)
from engine.tokenizers.token_bytes import (
    byte_alphabet,
    byte_level_decoder,
    is_byte_token,
    space_marked_bytes,
    spaced,
)

if TYPE_CHECKING:
    import tokenizers


class _Entries(dict[int, Entry]):
    """Piece, bytes and kind of each id, worked out when first asked for."""

    def __init__(self, make: Callable[[int], Entry]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, token_id: int) -> Entry:
        entry = self[token_id] = self._make(token_id)
        return entry


class LibraryTokenizer:
    """Implement the Tokenizer protocol of base.py over a `tokenizers.Tokenizer`."""

    def __init__(
        self,
        library: tokenizers.Tokenizer,
        info: TokenizerInfo,
        chat_template: str | None,
        special_tokens: Mapping[str, str],
    ) -> None:
        """Take over the library's object; its truncation and padding are switched off."""
        library.no_truncation()
        library.no_padding()
        self._library = library
        self._info = info
        self._chat_template = chat_template
        self._special_tokens = MappingProxyType(dict(special_tokens))
        self._normalizer = library.normalizer
        self._byte_level = "ByteLevel" in repr(library.pre_tokenizer)
        self._decode_piece = byte_level_decoder() if self._byte_level else space_marked_bytes
        self._dropped = self._bytes_without_token()
        self._added = {
            token_id: (token.content, added_kind(token.content, special=token.special))
            for token_id, token in library.get_added_tokens_decoder().items()
        }
        self._control_tokens = MappingProxyType(
            {n: text for n, (text, kind) in self._added.items() if kind is TokenKind.CONTROL}
        )
        self._entries = _Entries(self._make_entry)
        self._plain: tokenizers.Tokenizer | None = None

    @property
    def info(self) -> TokenizerInfo:
        """Say which tokenizer this is."""
        return self._info

    @property
    def control_tokens(self) -> Mapping[int, str]:
        """Map the id of every control token to its text."""
        return self._control_tokens

    @property
    def chat_template(self) -> str | None:
        """Give the template text that came with the tokenizer, if any."""
        return self._chat_template

    @property
    def special_tokens(self) -> Mapping[str, str]:
        """Map names such as `bos_token` to their text, for the template."""
        return self._special_tokens

    def vocabulary(self) -> dict[str, int]:
        """Map every token's spelling, added tokens included, to its id."""
        return self._library.get_vocab(with_added_tokens=True)

    def added_tokens(self) -> dict[str, int]:
        """Map the tokens that are looked for in a text before it is cut to their ids."""
        return {text: token_id for token_id, (text, _) in self._added.items()}

    def merges(self) -> list[tuple[str, str]]:
        """List the pairs that BPE merges, first rank first; none for another kind of model."""
        model = json.loads(self._library.to_str())["model"]
        return [(left, right) for left, right in model.get("merges", ())]

    def encode(self, text: str, *, plain: bool = False) -> tuple[int, ...]:
        """Cut text into ids; releases the GIL. UnicodeEncodeError on a lone surrogate."""
        text.encode()
        library = self._without_control_tokens() if plain else self._library
        return tuple(library.encode_batch_fast([text], add_special_tokens=False)[0].ids)

    def decode(self, ids: tuple[int, ...]) -> str:
        """Give the library's own decoding, special tokens kept."""
        return self._library.decode(list(ids), skip_special_tokens=False)

    def tokenize(self, text: str, *, plain: bool = False) -> Tokenization:
        """Cut text into tokens whose ranges, laid end to end, cover the text's bytes.

        A text none of whose bytes has a token (SmolLM2 has none for U+0004) has no tokens; its
        bytes are in one normalised span.
        """
        source = text.encode()
        ids = self.encode(text, plain=plain)
        parts = [self._entries[token_id][1] for token_id in ids]
        said = b"".join(parts)
        ends = tuple(accumulate(map(len, parts)))
        if said == source:
            return Tokenization(LaidTokens(ids, (0, *ends), self._entries))
        changes = find_changes(source, said, self._expected)
        spans = tuple(
            NormalisedSpan(
                change.source_start,
                change.source_end,
                said[change.start : change.end],
                self._dropped_of(source[change.source_start : change.source_end]),
            )
            for change in changes
        )
        starts = (0, *source_ends(ends, changes, len(source)))
        return Tokenization(LaidTokens(ids, starts, self._entries, source), spans)

    def piece(self, token_id: int) -> str:
        """Give the vocabulary's spelling of an id; KeyError when it has none."""
        return self._entries[token_id][0]

    def token_bytes(self, token_id: int) -> bytes:
        """Give the bytes an id stands for; KeyError when there is no such id."""
        return self._entries[token_id][1]

    def _make_entry(self, token_id: int) -> Entry:
        if token_id in self._added:
            text, kind = self._added[token_id]
            return text, text.encode() if self._byte_level else spaced(text), kind
        piece = self._library.id_to_token(token_id) if token_id >= 0 else None
        if piece is None:
            raise KeyError(f"{self._info.name} has no token with id {token_id}")
        is_byte = not self._byte_level and is_byte_token(piece)
        return piece, self._decode_piece(piece), TokenKind.BYTE if is_byte else TokenKind.NORMAL

    def _without_control_tokens(self) -> tokenizers.Tokenizer:
        """Give the library's tokenizer without its control tokens; it shares the vocabulary."""
        import tokenizers

        if self._plain is None:
            plain = tokenizers.Tokenizer(self._library.model)
            if self._library.normalizer is not None:
                plain.normalizer = self._library.normalizer
            if self._library.pre_tokenizer is not None:
                plain.pre_tokenizer = self._library.pre_tokenizer
            added = self._library.get_added_tokens_decoder()
            # A token outside the model's own vocabulary would get another id here.
            plain.add_tokens(
                [
                    token
                    for token_id, token in sorted(added.items())
                    if token_id not in self._control_tokens
                    and self._library.model.token_to_id(token.content) == token_id
                ]
            )
            self._plain = plain
        return self._plain

    def _dropped_of(self, data: bytes) -> bytes:
        """Give those of some bytes that the vocabulary has no token for."""
        return bytes(byte for byte in data if byte in self._dropped) if self._dropped else b""

    def _bytes_without_token(self) -> bytes:
        """List the bytes that a byte-level vocabulary lacks: the library drops them silently."""
        if not self._byte_level:
            return b""
        spellings = enumerate(byte_alphabet())
        return bytes(byte for byte, one in spellings if self._library.token_to_id(one) is None)

    def _expected(self, text: str) -> bytes:
        """Give the bytes that the tokens of a short text stand for."""
        if self._normalizer is not None:
            text = self._normalizer.normalize_str(text)
        return text.encode().translate(None, self._dropped) if self._byte_level else spaced(text)
