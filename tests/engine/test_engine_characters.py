"""Characters are named as Unicode names them, and none that is not seen lacks a mark."""

from __future__ import annotations

import unicodedata

import pytest

from engine.characters import code_point, described, mark_in_change, mark_of, name_of

CONTROLS = [*map(chr, range(0x20)), "\x7f", "\x85"]


@pytest.mark.parametrize("character", CONTROLS, ids=code_point)
def test_a_control_has_its_alias_of_the_unicode_database(character):
    assert unicodedata.lookup(name_of(character)) == character


# Tab and line feed are drawn as symbols; Python 3.11's Unicode has only EOM where ASCII has EM.
@pytest.mark.parametrize(
    "character", [one for one in CONTROLS if one not in "\t\n\x19"], ids=code_point
)
def test_a_controls_mark_is_its_abbreviation_of_the_unicode_database(character):
    assert unicodedata.lookup(mark_of(character)) == character


@pytest.mark.parametrize(
    ("character", "written"),
    [
        ("\u200b", "U+200B ZERO WIDTH SPACE"),
        ("\t", "U+0009 CHARACTER TABULATION"),
        ("😀", "U+1F600 GRINNING FACE"),
        ("\ue000", "U+E000 (no name)"),
        (None, "the end"),
    ],
)
def test_a_character_is_described_by_number_and_name(character, written):
    assert described(character) == written


def test_a_combining_character_is_marked_in_a_change_only():
    assert (mark_of("\u0301"), mark_in_change("\u0301")) == (None, "U+0301")
    assert mark_in_change("\u00a0") == mark_of("\u00a0") == "NBSP"
