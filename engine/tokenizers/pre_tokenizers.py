"""The ways of cutting text before BPE that GGUF files name in `tokenizer.ggml.pre`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import tokenizers

_GPT2 = r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"
_QWEN2 = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}"
    r"| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
)
_LLAMA3 = _QWEN2.replace(r"|\p{N}|", r"|\p{N}{1,3}|")
_PUNCTUATION = r"[\p{P}$+<=>^~|]+"


@dataclass(frozen=True, slots=True)
class PreTokenizer:
    """One way of cutting: each pattern in turn cuts its matches out of what is left.

    `nfc` composes characters before anything; `ignore_merges` takes a whole word that is in the
    vocabulary without merging.
    """

    name: str
    patterns: tuple[str, ...]
    nfc: bool = False
    ignore_merges: bool = False

    def install(self, library: tokenizers.Tokenizer) -> None:
        """Give a library tokenizer this normaliser and pre-tokenizer."""
        from tokenizers import Regex, normalizers, pre_tokenizers

        splits = [
            pre_tokenizers.Split(Regex(pattern), behavior="isolated") for pattern in self.patterns
        ]
        as_bytes = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)
        library.pre_tokenizer = pre_tokenizers.Sequence([*splits, as_bytes])
        if self.nfc:
            library.normalizer = normalizers.NFC()


PRE_TOKENIZERS = (
    PreTokenizer("smollm", (r"\p{N}", _GPT2)),
    PreTokenizer("qwen2", (_QWEN2,), nfc=True),
    PreTokenizer("gpt-2", (_GPT2,)),
    PreTokenizer("llama-bpe", (_LLAMA3,), ignore_merges=True),
    PreTokenizer("default", (_PUNCTUATION, _GPT2, r"\p{N}+", r"[0-9][0-9][0-9]")),
)
