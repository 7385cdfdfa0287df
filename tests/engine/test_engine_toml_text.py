"""Values written as TOML mean the same to Python's own reader; what TOML lacks is named."""

from __future__ import annotations

import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import DocumentError
from engine.toml_text import parse_toml, toml_key, toml_pair

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
VALUES = st.recursive(
    TEXTS | st.integers() | st.booleans() | st.floats(allow_nan=False),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=8,
)


@given(TEXTS, VALUES, st.booleans())
def test_pythons_reader_gives_every_value_back(key, value, block):
    assert tomllib.loads(toml_pair(key, value, block=block)) == {key: value}


@pytest.mark.parametrize(
    ("value", "written"),
    [
        ("é\u00a0\u200b", 'a = "é\\u00a0\\u200b"'),
        ("e\u0301\x7f", 'a = "e\\u0301\\u007f"'),
        ("\U000e0041🙂", 'a = "\\U000e0041🙂"'),
        ("tab\tline\n", 'a = "tab\\tline\\n"'),
        (float("inf"), "a = inf"),
        ({"LOW": [True, 1.5]}, "a = { LOW = [true, 1.5] }"),
    ],
)
def test_characters_that_nobody_sees_are_escapes(value, written):
    assert toml_pair("a", value) == written


def test_a_block_keeps_its_lines_where_no_escape_is_needed():
    assert toml_pair("a", "one\n\\two\n", block=True) == "a = '''\none\n\\two\n'''"
    assert toml_pair("a", "one\rtwo\n", block=True) == 'a = "one\\rtwo\\n"'
    assert toml_pair("a", "one", block=True) == 'a = "one"'


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (None, "x: TOML has no null; remove the key or give it another value"),
        ([None], "x: TOML has no null; remove the key or give it another value"),
        ({"y": None}, "x: y: TOML has no null; remove the key or give it another value"),
        ("\ud800", "x: TOML has no lone surrogates; remove that character"),
        ("\ud800\n", "x: TOML has no lone surrogates; remove that character"),
    ],
)
def test_what_toml_cannot_hold_is_named_by_its_key(value, said):
    with pytest.raises(DocumentError) as error:
        toml_pair("x", value, block=True)
    assert str(error.value) == said


def test_keys_stand_in_quotes_only_where_they_must():
    assert [toml_key(key) for key in ("a-b_1", "a.b", "", "é")] == ["a-b_1", '"a.b"', '""', '"é"']


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a = ", "Invalid value"),
        ("a = " + "[" * 20_000, "nested too deeply"),
        ("a = " + "1" * 6_000, "integer string conversion"),
    ],
    ids=["syntax", "deep", "absurd-number"],
)
def test_what_is_not_toml_is_a_document_error(text, said):
    with pytest.raises(DocumentError, match=f"^not readable as TOML: .*{said}"):
        parse_toml(text)
