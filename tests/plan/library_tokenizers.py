"""Adapt the tokenizers library, and a tokenizer of code points, to what the plan asks for."""

from __future__ import annotations

import os
from hashlib import sha256
from pathlib import Path

import platformdirs
import tokenizers

from engine.tokenizers.base import TokenizerInfo

NAMES = ("code-points", "qwen2.5", "qwen3", "gemma")


def asset_file(name: str) -> Path:
    folder = os.environ.get("LOUPE_ASSETS")
    root = Path(folder) if folder else platformdirs.user_cache_path("loupe") / "assets"
    return root / name / "tokenizer.json"


class LibraryTokenizer:
    """The model's own tokenizer, read from its file."""

    def __init__(self, name: str) -> None:
        file = asset_file(name)
        digest = sha256(file.read_bytes()).hexdigest()
        self._library = tokenizers.Tokenizer.from_file(str(file))
        self.info = TokenizerInfo(name, digest[:12], digest, "LibraryTokenizer")

    def encode(self, text: str) -> tuple[int, ...]:
        return tuple(self._library.encode(text, add_special_tokens=False).ids)


class CodePointTokenizer:
    """The specification's fake tokenizer (section 8): each code point modulo 60."""

    info = TokenizerInfo("code-points", "fake", "0" * 64, "FakeTokenizer")

    def encode(self, text: str) -> tuple[int, ...]:
        return tuple(ord(character) % 60 for character in text)


def load(name: str) -> LibraryTokenizer | CodePointTokenizer:
    return CodePointTokenizer() if name == "code-points" else LibraryTokenizer(name)
