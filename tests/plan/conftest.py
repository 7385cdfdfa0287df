"""Tokenizers for the plan tests, each loaded once."""

from __future__ import annotations

import os
from collections.abc import Callable

import pytest

from tests.plan.library_tokenizers import CodePointTokenizer, LibraryTokenizer, asset_file, load

PlanTokenizer = LibraryTokenizer | CodePointTokenizer


@pytest.fixture(scope="session")
def plan_tokenizer() -> Callable[[str], PlanTokenizer]:
    """Give a tokenizer by name; a missing file fails the test, unless LOUPE_OFFLINE=1."""
    loaded: dict[str, PlanTokenizer] = {}

    def get(name: str) -> PlanTokenizer:
        missing = name != "code-points" and not asset_file(name).exists()
        if missing and os.environ.get("LOUPE_OFFLINE") == "1":
            pytest.skip(f"LOUPE_OFFLINE=1 and the tokenizer {name} is not here")
        if name not in loaded:
            loaded[name] = load(name)
        return loaded[name]

    return get
