"""The pinned tokenizers, opened once a session, and the rule that all tokens obey."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from platformdirs import user_cache_path

from engine.tokenizers.base import Tokenizer
from engine.tokenizers.store import TokenizerStore

DATA = Path(__file__).parents[1] / "data"
SMOLLM2 = "SmolLM2-135M-Instruct.Q4_1.gguf"
FILES = {
    "qwen2.5": "tokenizer.json",
    "qwen3": "tokenizer.json",
    "gemma": "tokenizer.json",
    "smollm2-135m": SMOLLM2,
}


@pytest.fixture(scope="session")
def asset():
    """Find an asset's file; its absence fails the test unless LOUPE_OFFLINE=1 is set."""
    root = Path(os.environ.get("LOUPE_ASSETS") or user_cache_path("loupe", False) / "assets")

    def find(name: str) -> Path:
        path = root / name / FILES[name]
        if not path.is_file() and os.environ.get("LOUPE_OFFLINE") == "1":
            pytest.skip(f"LOUPE_OFFLINE=1: {path} is missing: run `loupe fetch {name}`")
        assert path.is_file(), f"{path} is missing: run `loupe fetch {name}`"
        return path

    return find


@pytest.fixture(scope="session")
def opened(asset):
    """Open a tokenizer by its asset's name, once a session."""
    store = TokenizerStore(Path("/nowhere"))

    def find(name: str) -> Tokenizer:
        return store.open(name if name == "code-points" else str(asset(name)))

    return find


@pytest.fixture(params=[*FILES, "code-points"])
def tokenizer(request, opened) -> Tokenizer:
    """Each pinned tokenizer in turn."""
    return opened(request.param)


@pytest.fixture(scope="session")
def corpus() -> tuple[str, ...]:
    """The texts that llama.cpp was asked about."""
    recorded = json.loads((DATA / "smollm2-tokenize.json").read_text("utf-8"))
    return tuple(entry["text"] for entry in recorded["texts"])


@pytest.fixture(scope="session")
def check_tokens():
    """Check that ranges cover the text and that the spans explain every other byte."""

    def check(tokenizer: Tokenizer, text: str) -> None:
        source = text.encode()
        tokenization = tokenizer.tokenize(text)
        tokens, spans = tokenization.tokens, tokenization.normalised
        assert tokenization.ids == tokenizer.encode(text)
        assert [token.index for token in tokens] == list(range(len(tokens)))
        if tokens:
            edges = [0, *(token.byte_end for token in tokens)]
            assert [token.byte_start for token in tokens] == edges[:-1]
            assert edges == sorted(edges)
            assert edges[-1] == len(source)
        for token in tokens:
            same = token.data == source[token.byte_start : token.byte_end]
            assert token.normalised is not same
        said, at = b"", 0
        for span in spans:
            assert at <= span.byte_start <= span.byte_end
            assert source[span.byte_start : span.byte_end] != span.replacement
            said += source[at : span.byte_start] + span.replacement
            at = span.byte_end
        assert b"".join(token.data for token in tokens) == said + source[at:]

    return check
