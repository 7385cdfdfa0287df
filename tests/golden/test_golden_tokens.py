"""Token ids against text: what changed in one and not in the other; plans and hashes explained."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.golden.compare import first_unequal
from engine.golden.diff import text_diff
from engine.golden.report import comparison_lines
from engine.golden.token_diff import expected_tokens, live_tokens, token_diff

GOLDEN = Path(__file__).parents[2] / "golden"
FULL = "qwen3__aeb13307a71a__risk_enum_bool"


def diff_of(expected: str, live: str, expected_ids, tokenizer):
    before = expected_tokens(expected_ids, expected, tokenizer)
    after = live_tokens(tokenizer.tokenize(live).tokens)
    return token_diff(before, after, text_diff(expected, live))


@pytest.fixture
def changed(tmp_path, comparer):
    """Compare a committed vector after a change of its table."""

    def compare(name: str, **changes: object):
        table = json.loads((GOLDEN / f"{name}.json").read_text()) | changes
        path = tmp_path / f"{name}.json"
        path.write_text(json.dumps(table))
        return comparer.compare(path, comparer.checker.expectations(tmp_path))

    return compare


def test_a_changed_word_changes_its_token_and_the_text_under_it(workspace):
    tokenizer = workspace.tokenizers.open("qwen2.5")
    ids = tokenizer.encode("pays late sometimes.")
    (change,) = diff_of("pays late sometimes.", "pays soon sometimes.", ids, tokenizer).changes
    at = ids.index(tokenizer.encode(" late")[0])
    assert (change.expected_start, change.expected_end) == (at, at + 1)
    assert not change.same_text


def test_ids_that_changed_over_the_same_text_are_told_apart(workspace):
    # `option` and `_1` can be cut otherwise: the bytes of the agreed ids still spell the text.
    tokenizer = workspace.tokenizers.open("qwen2.5")
    letters = tuple(tokenizer.encode(letter)[0] for letter in " late")
    ids = (*tokenizer.encode("pays"), *letters, *tokenizer.encode(" sometimes."))
    diff = diff_of("pays late sometimes.", "pays late sometimes.", ids, tokenizer)
    (change,) = diff.changes
    assert change.same_text
    assert diff.expected.span(change.expected_start, change.expected_end) == (4, 9)
    assert diff.silent == ()


def test_text_that_changed_under_the_same_ids_is_silent(workspace):
    # Qwen normalises to NFC: both spellings have the ids [924, 58858] of the specification.
    tokenizer = workspace.tokenizers.open("qwen2.5")
    diff = diff_of("x caf\u00e9 y", "x cafe\u0301 y", tokenizer.encode("x caf\u00e9 y"), tokenizer)
    assert diff.changes == ()
    (silent,) = diff.silent
    assert (silent.live_start, silent.live_end) == (5, 8)


def test_a_deleted_word_is_not_silent_though_the_tokens_around_it_stay(workspace):
    tokenizer = workspace.tokenizers.open("qwen2.5")
    diff = diff_of("one two three", "one three", tokenizer.encode("one two three"), tokenizer)
    (change,) = diff.changes
    assert tokenizer.decode(diff.expected.ids[change.expected_start : change.expected_end]) == (
        " two"
    )
    assert diff.silent == ()


@pytest.mark.parametrize(
    ("expected", "live"),
    [("one two\n", "one two"), ("one twoX", "one two"), ("Xone two", "one two")],
    ids=["line end at the end", "letter at the end", "letter at the start"],
)
def test_text_that_changed_at_an_end_under_the_same_ids_is_silent_too(workspace, expected, live):
    # A file whose text was edited by hand, while its ids were not.
    tokenizer = workspace.tokenizers.open("qwen2.5")
    diff = diff_of(expected, live, tokenizer.encode(live), tokenizer)
    assert diff.changes == ()
    assert len(diff.silent) == 1


def test_ids_that_do_not_spell_the_text_have_no_byte_ranges(workspace):
    tokenizer = workspace.tokenizers.open("qwen2.5")
    assert expected_tokens((1, 2), "long text", tokenizer).ends == ()
    assert expected_tokens((10**9,), "x", tokenizer).ends == ()
    assert expected_tokens((), "x", tokenizer).span(0, 0) is None


def test_a_plan_that_differs_is_shown_beside_the_live_one(changed):
    table = json.loads((GOLDEN / f"{FULL}.json").read_text())
    plan = table["plan"]
    plan["fields"]["flag"]["remainders"][0][0] += 1
    comparison = changed(FULL, plan=plan, plan_hash="0" * 64)
    assert comparison.verdict.sentence == (
        "The text is the same, but plan differs: at fields.flag.remainders[0][0] expected 33, "
        "got 32."
    )
    lines = list(comparison_lines(comparison))
    assert "-          33," in lines
    assert "+          32," in lines


def test_ids_that_differ_are_listed(changed):
    table = json.loads((GOLDEN / f"{FULL}.json").read_text())
    comparison = changed(FULL, token_ids=[*table["token_ids"][:3], 7, *table["token_ids"][4:]])
    assert "at token 3 expected 7, got " in comparison.verdict.sentence
    assert any(
        line.startswith("replace tokens at 3 (live 3): [7] -> [")
        for line in comparison_lines(comparison)
    )


@pytest.mark.parametrize(
    ("expected", "live", "found"),
    [
        ({"a": 1}, {"a": 1, "b": 2}, ("b", "nothing", "2")),
        ({"a": 1, "b": 2}, {"a": 1}, ("b", "2", "nothing")),
        ({"a": [1, 2]}, {"a": [1]}, ("a[1]", "2", "nothing")),
        ([{"x": "é"}], [{"x": "e"}], ("[0].x", '"é"', '"e"')),
        (1, "1", ("", "1", '"1"')),
    ],
)
def test_the_first_unequal_entry_is_named_by_its_path(expected, live, found):
    assert first_unequal(expected, live) == found
