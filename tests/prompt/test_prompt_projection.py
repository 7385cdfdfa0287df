"""The reversible form in which texts are shown keeps every byte."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.prompt import text_facts
from engine.prompt.projection import (
    FOLD,
    explain,
    is_stand_in,
    label,
    shown_offsets,
    stand_in,
    text_to_shown,
    to_bytes,
    to_shown,
    to_text,
)

QT_LOSES = (
    "\r\n\x00\xa0\u2028\u2029\ufeff\ufffe\uffff\ufdd0\ufdd1\u200b\u202e\ue000\ue0ff\ue100\ue1ff😀é"
)
# Measured with PySide6 over all of Unicode: a text that begins with U+FFFE comes out byte-swapped,
# one that begins with U+FEFF without it; an editor drops U+FDD0 and U+FDD1 anywhere.
NONCHARACTERS = "".join(map(chr, (*range(0xFDD0, 0xFDF0), 0xFFFE, 0xFFFF)))
any_text = st.text(alphabet=st.one_of(st.characters(codec="utf-8"), st.sampled_from(QT_LOSES)))
texts_with_surrogates = st.text(
    alphabet=st.one_of(st.characters(), st.sampled_from(QT_LOSES + "\ud83d\udc80"))
)


@given(st.binary())
def test_any_bytes_survive(data):
    assert to_bytes(to_shown(data)) == data


@given(any_text)
def test_any_characters_survive(text):
    assert to_bytes(to_shown(text.encode())) == text.encode()


@given(texts_with_surrogates)
def test_text_with_lone_surrogates_survives(text):
    assert to_text(text_to_shown(text)) == text


@given(st.binary(), st.binary(), st.text(alphabet="abc é\n"))
def test_an_edit_changes_only_the_bytes_of_the_edit(before, after, typed):
    shown = to_shown(before) + typed + to_shown(after)
    assert to_bytes(shown) == before + typed.encode() + after


@given(any_text)
def test_nothing_that_qt_loses_is_in_the_shown_text(text):
    shown = set(to_shown(text.encode()))
    assert not shown & {*"\r\x00\xa0\u2028\u2029\ufeff", *NONCHARACTERS}


def test_every_character_of_unicode_survives_and_no_noncharacter_is_shown_as_it_is():
    every = "".join(chr(code) for code in range(0x110000) if not 0xD800 <= code <= 0xDFFF)
    shown = to_shown(every.encode())
    assert to_bytes(shown) == every.encode()
    assert not set(shown) & set(NONCHARACTERS)


@pytest.mark.parametrize(
    ("data", "labels"),
    [
        (b"\r\n", ["CR"]),
        (b"\xef\xbb\xbfa", ["BOM"]),
        (b"a\xc2\xa0b", ["NBSP"]),
        (b"\xed\xa0\xbd", ["<ED>", "<A0>", "<BD>"]),
        (b"\xe2\x80\xa8\xe2\x80\xa9", ["LSEP", "PSEP"]),
        (b"\xef\xb7\x90", ["U+FDD0"]),
        (b"\xef\xb7\xaf", ["U+FDEF"]),
        (b"\xef\xbf\xbea", ["U+FFFE"]),
        (b"a\xef\xbf\xbf", ["U+FFFF"]),
        (b"\xee\x80\x80", ["<EE>", "<80>", "<80>"]),
    ],
)
def test_a_stand_in_names_what_it_stands_for(data, labels):
    assert [label(part) for part in to_shown(data) if is_stand_in(part)] == labels


def test_a_stand_in_is_explained_by_its_unicode_name():
    assert explain(stand_in("\xa0")) == "U+00A0 NO-BREAK SPACE"
    assert explain(stand_in("\r")) == "U+000D CARRIAGE RETURN"


def test_a_very_long_line_is_folded_and_loses_nothing():
    data = b"x" * 1_000_000
    shown = to_shown(data)
    assert max(len(line) for line in shown.split("\n")) == 4001
    assert to_bytes(shown) == data


def test_a_fold_whose_line_feed_was_deleted_stands_for_nothing():
    assert to_bytes(f"a{FOLD}b") == b"ab"


def test_offsets_count_utf16_units_of_what_is_shown():
    text = "😀\ud83dx"
    assert shown_offsets(text, text_to_shown(text)) == (0, 2, 5, 6)


def test_offsets_step_over_folds():
    text = "x" * 4001
    offsets = shown_offsets(text, text_to_shown(text))
    assert offsets is not None
    assert (offsets[3999], offsets[4000], offsets[4001]) == (3999, 4002, 4003)


def test_plain_text_needs_no_offsets():
    assert shown_offsets("é\n", text_to_shown("é\n")) is None


@pytest.mark.parametrize(
    ("data", "line_ends", "invalid", "bom"),
    [
        (b"a\n", "LF", 0, False),
        (b"a\r\nb\r", "mixed: 1 CRLF, 1 CR", 0, False),
        (b"\xef\xbb\xbfa", "no line end", 0, True),
        (b"\xffa\n", "LF", 1, False),
    ],
)
def test_facts_of_a_text(data, line_ends, invalid, bom):
    facts = text_facts.text_facts(data)
    assert (facts.line_ends, facts.invalid_bytes, facts.bom) == (line_ends, invalid, bom)
    assert facts.size == len(data)
