"""Every pinned tokenizer: tokens give the text's bytes, or spans say which bytes changed."""

from __future__ import annotations

import json
import unicodedata
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tokenizers import Tokenizer as LibraryTokenizer

from engine.tokenizers.base import NormalisedSpan, TokenKind

VECTORS = json.loads((Path(__file__).parents[1] / "data" / "tokens-of-vectors.json").read_text())
MARKERS = (
    "<|im_end|>", "<start_of_turn>", "<bos>", "<think>", "<table>", "</s>", "<filename>", "<0x41>",
    "▁", "▁▁", "  ", "\n\n", "\r\n", "\u0301", "e\u0301", "\u0323", "\u1112\u1161\u11ab", "\u0338",
    "👨‍👩‍👧", "\ufeff", "\u2028", "\x00", "\x04", "\U00040000", "\u212b", "\u0958", "\U0001d15e",
)  # fmt: skip
awkward_texts = st.lists(st.one_of(st.sampled_from(MARKERS), st.text(max_size=6)), max_size=12).map(
    "".join
)


def test_tokens_laid_end_to_end_give_the_text_or_the_spans_say_what_changed(
    tokenizer, corpus, check_tokens
) -> None:
    for text in corpus:
        check_tokens(tokenizer, text)


@settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(text=awkward_texts)
def test_any_text_is_covered_by_its_tokens(tokenizer, check_tokens, text: str) -> None:
    check_tokens(tokenizer, text)


@pytest.mark.parametrize("name", ["qwen2.5", "qwen3", "gemma"])
def test_ids_are_those_of_the_library_on_the_same_file(name, opened, asset, corpus) -> None:
    library = LibraryTokenizer.from_file(str(asset(name)))
    tokenizer = opened(name)
    for text in corpus:
        assert list(tokenizer.encode(text)) == library.encode(text, add_special_tokens=False).ids


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["case"])
def test_the_upstream_prompts_have_the_upstream_ids(vector, opened, check_tokens) -> None:
    tokenizer = opened(vector["tokenizer"])
    assert list(tokenizer.encode(vector["text"])) == vector["ids"]
    check_tokens(tokenizer, vector["text"])
    assert tokenizer.tokenize(vector["text"]).normalised == ()


def test_a_lone_surrogate_is_refused(tokenizer) -> None:
    for call in (tokenizer.encode, tokenizer.tokenize):
        with pytest.raises(UnicodeEncodeError):
            call("a\ud83db")


def test_ids_out_of_range_are_refused(tokenizer) -> None:
    for token_id in (-1, 1_000_000):
        for call in (tokenizer.piece, tokenizer.token_bytes):
            with pytest.raises(KeyError, match="no token with id"):
                call(token_id)


def test_the_empty_text_has_no_tokens(tokenizer) -> None:
    assert tokenizer.tokenize("").tokens == ()
    assert tokenizer.tokenize("").normalised == ()


def spans(tokenizer, text: str) -> list[tuple[int, int, str]]:
    found = tokenizer.tokenize(text).normalised
    return [(span.byte_start, span.byte_end, span.replacement.decode()) for span in found]


def test_nfc_spans_name_exactly_the_composed_characters(opened) -> None:
    qwen = opened("qwen2.5")
    assert spans(qwen, "a cafe\u0301 b") == [(5, 8, "é")]
    assert spans(qwen, "\u212b") == [(0, 3, "Å")]
    assert spans(qwen, "\u1112\u1161\u11ab\u1100\u116e\u11a8!") == [(0, 9, "한"), (9, 18, "국")]
    assert spans(qwen, "a\u0315\u0316b") == [(0, 5, "a\u0316\u0315")]
    assert spans(qwen, "\u0958") == [(0, 3, "\u0915\u093c")]
    assert spans(qwen, "<|im_end|>\u0338 e\u0301") == [(13, 16, "é")]
    assert spans(opened("gemma"), "cafe\u0301") == []
    assert spans(opened("smollm2-135m"), "cafe\u0301") == []


def test_a_mark_after_a_control_token_does_not_compose_with_it(opened) -> None:
    # > and U+0338 compose to U+226F in NFC, but the token is cut out before that
    assert unicodedata.normalize("NFC", "<|im_end|>\u0338") != "<|im_end|>\u0338"
    qwen = opened("qwen2.5")
    assert spans(qwen, "<|im_end|>\u0338") == []
    assert spans(qwen, "<|im_end|>\u0338\u0315\u0316") == [(12, 16, "\u0316\u0315")]


def test_the_spaces_of_gemma_are_told_from_the_mark_that_looks_like_them(opened) -> None:
    gemma = opened("gemma")
    assert gemma.encode("a▁b") == gemma.encode("a b") == (235250, 518)
    assert spans(gemma, "a b") == []
    assert spans(gemma, "a▁b") == [(1, 4, " ")]
    assert spans(gemma, "▁ ▁") == [(0, 3, " "), (4, 7, " ")]
    ranges = [(t.byte_start, t.byte_end, t.normalised) for t in gemma.tokenize("a▁b c").tokens]
    assert ranges == [(0, 1, False), (1, 5, True), (5, 7, False)]


def test_bytes_that_smollm2_has_no_token_for_are_reported_as_dropped(opened) -> None:
    smollm2 = opened("smollm2-135m")
    assert spans(smollm2, "a\x04b") == [(1, 2, "")]
    alone = smollm2.tokenize("\x04\x06")
    assert alone.tokens == ()
    assert [span.replacement for span in alone.normalised] == [b"", b""]
    assert [span.dropped for span in alone.normalised] == [b"\x04", b"\x06"]
    split = smollm2.tokenize("\U00040000").normalised
    assert split == (NormalisedSpan(0, 4, b"\x80\x80\x80", dropped=b"\xf1"),)


def test_a_character_split_across_tokens_gives_each_its_own_bytes(opened) -> None:
    pieces = [(t.data, t.kind) for t in opened("gemma").tokenize("⭢").tokens]
    assert pieces == [(b"\xe2", "byte"), (b"\xad", "byte"), (b"\xa2", "byte")]
    family = opened("qwen2.5").tokenize("👨‍👩‍👧").tokens
    assert [t.id for t in family] == [145367, 378, 235, 145233, 378, 235, 145665]
    assert [t.data for t in family[1:3]] == [b"\xe2\x80", b"\x8d"]


def test_a_composed_character_split_across_tokens_shares_out_the_bytes_of_the_text(opened) -> None:
    tokens = opened("qwen2.5").tokenize("\u0344").tokens  # becomes U+0308 U+0301, three tokens
    assert [t.data for t in tokens] == [b"\xcc", b"\x88", b"\xcc\x81"]
    assert [(t.byte_start, t.byte_end) for t in tokens] == [(0, 0), (0, 1), (1, 2)]


def test_long_texts_keep_their_bytes(opened, check_tokens) -> None:
    check_tokens(opened("qwen2.5"), "x" * 1_000_000)
    for name in ("qwen2.5", "gemma", "smollm2-135m"):
        check_tokens(opened(name), "\u1112\u1161\u11ab e\u0301▁\x04 word " * 2_000)


def test_every_kind_of_token_is_told_apart(opened) -> None:
    kinds = {token.kind for token in opened("gemma").tokenize("a\n\n⭢<bos>").tokens}
    assert kinds == set(TokenKind)
