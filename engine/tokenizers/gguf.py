"""Turn the vocabulary in a GGUF file's header into a tokenizer."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from engine.errors import GgufError
from engine.gguf_file import GgufHeader, chat_template_of, read_header
from engine.gguf_values import GgufArray
from engine.tokenizers.base import TokenizerInfo
from engine.tokenizers.hf import REVISION_DIGITS
from engine.tokenizers.library import LibraryTokenizer
from engine.tokenizers.pre_tokenizers import PRE_TOKENIZERS, PreTokenizer

if TYPE_CHECKING:
    import tokenizers

_CONTROL, _USER_DEFINED = 3, 4
_ADDS_BOS = "tokenizer.ggml.add_bos_token"
_SPECIAL_KEYS = (
    ("bos_token", "tokenizer.ggml.bos_token_id"),
    ("eos_token", "tokenizer.ggml.eos_token_id"),
    ("unk_token", "tokenizer.ggml.unknown_token_id"),
    ("pad_token", "tokenizer.ggml.padding_token_id"),
)


def open_gguf(path: Path, sha256: str, name: str, revision: str | None = None) -> LibraryTokenizer:
    """Open the byte-level BPE tokenizer of a GGUF file whose sha256 the caller knows.

    Tokens of type CONTROL and USER_DEFINED make the added-token table. `revision` is the first
    12 hex digits of the sha256 unless it is given; the class name is `gpt2/` and the name of the
    pre-tokenizer. GgufError when the header cannot be read or names another kind of tokenizer.
    """
    header = read_header(path)
    try:
        pre = _pre_tokenizer(header)
        tokens = _array(header, "tokenizer.ggml.tokens").strings()
        library = _library(header, pre, tokens)
        special = _special_tokens(header, tokens)
        info = TokenizerInfo(
            name=name,
            revision=revision or sha256[:REVISION_DIGITS],
            sha256=sha256,
            class_name=f"gpt2/{pre.name}",
            added_bos=special.get("bos_token", "") if header.get(_ADDS_BOS) is True else "",
            context_length=_context_length(header),
        )
        return LibraryTokenizer(library, info, chat_template_of(header), special)
    except GgufError as error:
        raise GgufError(f"{path}: {error}") from error


def _pre_tokenizer(header: GgufHeader) -> PreTokenizer:
    model = header.get("tokenizer.ggml.model")
    if model is None:
        raise GgufError("the file carries no tokenizer (no key tokenizer.ggml.model)")
    if model != "gpt2":
        raise GgufError(f"tokenizer model {model} is not supported; gpt2 is")
    name = header.get("tokenizer.ggml.pre")
    for known in PRE_TOKENIZERS:
        if known.name == name:
            return known
    supported = ", ".join(known.name for known in PRE_TOKENIZERS)
    raise GgufError(f"pre-tokenizer {name} is not supported; {supported} are")


def _library(
    header: GgufHeader, pre: PreTokenizer, tokens: tuple[str, ...]
) -> tokenizers.Tokenizer:
    import tokenizers
    from tokenizers import AddedToken, decoders, models

    vocabulary = {token: token_id for token_id, token in enumerate(tokens)}
    merges = _merges(header, vocabulary)
    model = models.BPE(vocab=vocabulary, merges=merges, ignore_merges=pre.ignore_merges)
    library = tokenizers.Tokenizer(model)
    pre.install(library)
    library.decoder = decoders.ByteLevel()
    library.add_tokens(
        [
            AddedToken(token, special=kind == _CONTROL, normalized=False)
            for token, kind in zip(tokens, _types(header, len(tokens)), strict=True)
            if kind in (_CONTROL, _USER_DEFINED) and token
        ]
    )
    return library


def _merges(header: GgufHeader, vocabulary: dict[str, int]) -> list[tuple[str, str]]:
    """Split merges such as `Ġ t` at their only space; a space in a piece is written `Ġ`.

    The library panics on a merge that makes an unknown token, so that is refused here.
    """
    merges = []
    for text in _array(header, "tokenizer.ggml.merges").strings():
        left, _, right = text.partition(" ")
        merges.append((left, right))
    needed = {left + right for left, right in merges}
    needed.update(*zip(*merges, strict=True))
    missing = needed - vocabulary.keys()
    if missing:
        raise GgufError(f"the merges need the token {min(missing)!r}, which is not there")
    return merges


def _types(header: GgufHeader, count: int) -> tuple[int | float, ...]:
    types = _array(header, "tokenizer.ggml.token_type").numbers()
    if len(types) != count:
        raise GgufError(f"there are {count} tokens and {len(types)} token types")
    return types


def _array(header: GgufHeader, key: str) -> GgufArray:
    value = header.get(key)
    if not isinstance(value, GgufArray):
        raise GgufError(f"the header has no list {key}")
    return value


def _context_length(header: GgufHeader) -> int | None:
    length = header.get(f"{header.get('general.architecture')}.context_length")
    return length if isinstance(length, int) and length > 0 else None


def _special_tokens(header: GgufHeader, tokens: tuple[str, ...]) -> dict[str, str]:
    found = {}
    for name, key in _SPECIAL_KEYS:
        token_id = header.get(key)
        if token_id is None:
            continue
        if not isinstance(token_id, int) or not 0 <= token_id < len(tokens):
            raise GgufError(f"{key} is not the id of a token")
        found[name] = tokens[token_id]
    return found
