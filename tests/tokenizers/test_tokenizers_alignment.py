"""Alignment of what tokens say with the text, on hand-made differences."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.tokenizers.alignment import Change, find_changes, source_ends


def composed(text: str) -> bytes:
    return unicodedata.normalize("NFC", text).encode()


@pytest.mark.parametrize(
    ("source", "said", "changes"),
    [
        ("abc", "abc", ()),
        ("xe\u0301y", "xéy", (Change(1, 4, 1, 3),)),
        ("e\u0301e\u0301", "éé", (Change(0, 3, 0, 2), Change(3, 6, 2, 4))),
        ("\u0344", "\u0308\u0301", (Change(0, 2, 0, 4),)),
        ("a\u0315\u0316", "a\u0316\u0315", (Change(0, 5, 0, 5),)),
        ("s\u0323\u0307 end", "ṩ end", (Change(0, 5, 0, 3),)),
    ],
    ids=["equal", "composed", "two", "decomposed", "reordered", "two-marks"],
)
def test_a_change_holds_one_character_with_its_marks(source, said, changes) -> None:
    assert find_changes(source.encode(), said.encode(), composed) == changes


def test_what_nothing_explains_is_one_change_between_equal_beginnings_and_endings() -> None:
    assert find_changes(b"abXYZcd", b"ab-cd", str.encode) == (Change(2, 5, 2, 3),)
    assert find_changes(b"Hello", b" Hello", str.encode) == (Change(0, 0, 0, 1),)
    assert find_changes(b"gone", b"", str.encode) == (Change(0, 4, 0, 0),)
    assert find_changes(b"", b"new", str.encode) == (Change(0, 0, 0, 3),)
    assert find_changes("né".encode(), b"n\xc3", str.encode) == (Change(2, 3, 2, 2),)


@settings(deadline=None)
@given(
    st.lists(st.sampled_from("ab e\u0301\u0315\u0316\u1112\u1161\u11ab한\u0344é😀")).map("".join)
)
def test_normalised_texts_are_explained_without_a_rest(text: str) -> None:
    source, said = text.encode(), composed(text)
    rebuilt, at = b"", 0
    for change in find_changes(source, said, composed):
        chunk = source[change.source_start : change.source_end]
        assert composed(chunk.decode()) == said[change.start : change.end]
        rebuilt += source[at : change.source_start] + said[change.start : change.end]
        at = change.source_end
    assert rebuilt + source[at:] == said


def test_positions_move_with_the_changes_before_them() -> None:
    changes = (Change(1, 4, 1, 3), Change(6, 7, 5, 5))  # e and mark to é; one byte dropped
    assert source_ends([1, 3, 4, 5, 8], changes, 10) == [1, 4, 5, 7, 10]


def test_positions_inside_a_change_move_in_proportion() -> None:
    assert source_ends([1, 2, 3], (Change(0, 9, 0, 3),), 9) == [3, 6, 9]
    assert source_ends([2, 4], (Change(0, 2, 0, 4),), 2) == [1, 2]


def test_no_tokens_have_no_positions() -> None:
    assert source_ends([], (Change(0, 2, 0, 0),), 2) == []
