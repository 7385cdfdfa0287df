"""Token ids spelt as people read them."""

from __future__ import annotations

from collections.abc import Callable

from engine.prompt.marks import token_text
from engine.tokenizers.base import Tokenizer


def speller(tokenizer: Tokenizer) -> Callable[[int], str]:
    """Make the function from a token id to its text with white space drawn: `␣"`, not `Ġ"`."""
    return lambda token: token_text(tokenizer.token_bytes(token), tokenizer.piece(token))
