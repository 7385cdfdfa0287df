"""Characters without a key are typed by code point, name or bytes."""

from __future__ import annotations

import pytest

from engine.errors import DocumentError
from engine.typed_character import describe_bytes, typed_character


@pytest.mark.parametrize(
    ("typed", "data"),
    [
        ("U+00A0", b"\xc2\xa0"),
        ("u+a0", b"\xc2\xa0"),
        ("0x200B", b"\xe2\x80\x8b"),
        (" 1F600 ", b"\xf0\x9f\x98\x80"),
        ("\\u2028", b"\xe2\x80\xa8"),
        ("&#x0D;", b"\r"),
        ("no-break space", b"\xc2\xa0"),
        ("U+0000", b"\x00"),
        ("U+D83D", b"\xed\xa0\xbd"),
        ("\\xE9\\xff", b"\xe9\xff"),
        ("U+10FFFF", b"\xf4\x8f\xbf\xbf"),
    ],
)
def test_each_spelling_gives_its_bytes(typed, data):
    assert typed_character(typed) == data


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("U+110000", "past the last code point"),
        ("", "write a code point"),
        ("no such name", "write a code point"),
        ("\\xE", "write a code point"),
    ],
)
def test_anything_else_is_refused_with_what_is_allowed(typed, said):
    with pytest.raises(DocumentError, match=said):
        typed_character(typed)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"\xc2\xa0", "U+00A0 NO-BREAK SPACE, UTF-8 C2 A0"),
        (b"\r", "U+000D CARRIAGE RETURN, UTF-8 0D"),
        (b"\x01", "U+0001 START OF HEADING, UTF-8 01"),
        (b"\xed\xa0\xbd", "ED A0 BD, not UTF-8"),
        (b"ab", "2 characters, UTF-8 61 62"),
    ],
)
def test_bytes_are_named(data, said):
    assert describe_bytes(data) == said
