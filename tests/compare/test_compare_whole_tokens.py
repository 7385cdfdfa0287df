"""A change that touches a control token shows the whole token on both sides."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from engine.compare.whole_tokens import with_whole_tokens
from engine.golden.align import Kind
from engine.golden.diff import text_diff


def spans(text: str, *tokens: str) -> tuple[tuple[int, int], ...]:
    """Find where each of the tokens, which occur once, stands."""
    starts = sorted((text.encode().index(token.encode()), token) for token in tokens)
    return tuple((start, start + len(token.encode())) for start, token in starts)


def changed(diff) -> list[tuple[str, str]]:
    return [(diff.expected_text(one), diff.live_text(one)) for one in diff.changes]


def test_a_change_is_widened_to_the_whole_token_on_both_sides() -> None:
    a, b = "é hi<|im_end|>\n", "é hi<end_of_turn>\n"
    plain = text_diff(a, b)
    assert changed(plain) != [("<|im_end|>", "<end_of_turn>")]
    whole = with_whole_tokens(plain, spans(a, "<|im_end|>"), spans(b, "<end_of_turn>"))
    assert changed(whole) == [("<|im_end|>", "<end_of_turn>")]


def test_a_token_that_only_one_side_knows_takes_the_same_bytes_of_the_other() -> None:
    a, b = "x<|a|>y", "x<|b|>y"
    whole = with_whole_tokens(text_diff(a, b), spans(a, "<|a|>"), ())
    assert changed(whole) == [("<|a|>", "<|b|>")]


def test_changes_that_meet_in_a_token_become_one() -> None:
    a, b = "0<|one_long_name|>9", "1<|one_long_name|>9"
    a2 = a.replace("name|>9", "nome|>9")
    whole = with_whole_tokens(
        text_diff(a2, b), spans(a2, "<|one_long_nome|>"), spans(b, "<|one_long_name|>")
    )
    assert changed(whole) == [("0<|one_long_nome|>", "1<|one_long_name|>")]


def test_an_inserted_token_that_was_aligned_askew_is_shown_whole() -> None:
    a, b = "<|s|>text", "<|s|><|t|>text"
    tokens = spans(b, "<|s|>", "<|t|>")
    whole = with_whole_tokens(text_diff(a, b), spans(a, "<|s|>"), tokens)
    borders = {border for start, end in tokens for border in range(start + 1, end)}
    ((_, live),) = changed(whole)
    assert "<|t|>" in live
    assert not {whole.changes[0].live_start, whole.changes[0].live_end} & borders


def test_equal_tokens_and_texts_stay_as_they_are() -> None:
    a, b = "<|s|>one<|e|>", "<|s|>two<|e|>"
    plain = text_diff(a, b)
    assert with_whole_tokens(plain, spans(a, "<|s|>", "<|e|>"), spans(b, "<|s|>", "<|e|>")) == plain


TOKENS = ("<|s|>", "<|end|>", "<x>")
TEXTS = st.lists(st.sampled_from([*TOKENS, "a", "<", "|", ">", "s", "é "]), max_size=8)


@given(TEXTS, TEXTS)
def test_no_change_cuts_a_token_and_the_hunks_still_cover_both_texts(one, two) -> None:
    a, b = "".join(one), "".join(two)
    here, there = _placed(one), _placed(two)
    diff = with_whole_tokens(text_diff(a, b), here, there)
    assert "".join(map(diff.expected_text, diff.hunks)) == a
    assert "".join(map(diff.live_text, diff.hunks)) == b
    for hunk in diff.hunks:
        if hunk.kind is Kind.EQUAL:
            assert diff.expected_text(hunk) == diff.live_text(hunk)
        else:
            assert not any(
                s < hunk.expected_start < e or s < hunk.expected_end < e for s, e in here
            )
            assert not any(s < hunk.live_start < e or s < hunk.live_end < e for s, e in there)


def _placed(pieces: list[str]) -> tuple[tuple[int, int], ...]:
    found, at = [], 0
    for piece in pieces:
        size = len(piece.encode())
        if piece in TOKENS:
            found.append((at, at + size))
        at += size
    return tuple(found)


def _cut(tokens: tuple[tuple[int, int], ...], *borders: int) -> bool:
    return any(start < border < end for start, end in tokens for border in borders)
