"""Token ids of every vocabulary are spelt as people read them."""

from __future__ import annotations

import pytest

from engine.scoring.spelling import speller
from engine.tokenizers.code_points import CodePointTokenizer
from engine.tokenizers.store import TokenizerStore


@pytest.mark.parametrize(
    ("name", "text", "spelt"),
    [
        ("qwen3", ' "', '␣"'),
        ("qwen3", "   ", "␣×3"),
        ("qwen3", "\r\n", "␍⏎"),
        ("qwen3", "<|im_end|>", "<|im_end|>"),
        ("smollm2-135m", " A", "␣A"),
        ("gemma", " A", "␣A"),
        ("gemma", "\n", "⏎"),
    ],
)
def test_a_token_is_spelt_as_people_read_it(asset_root, name, text, spelt) -> None:
    tokenizer = TokenizerStore(asset_root).open(name)
    (token_id,) = tokenizer.encode(text)
    assert speller(tokenizer)(token_id) == spelt


def test_a_token_without_bytes_is_spelt_by_its_number() -> None:
    assert speller(CodePointTokenizer())(45) == "45"
