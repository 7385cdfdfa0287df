"""A file's encoding is found by its mark or guessed, and its text can be made UTF-8."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.text_encoding import detect_encoding, to_utf8

text = "Señor Müller pays 5 € late.\r\n"


@pytest.mark.parametrize(
    ("data", "name", "guessed"),
    [
        (b"", "UTF-8", False),
        (text.encode(), "UTF-8", False),
        (b"\xef\xbb\xbf" + text.encode(), "UTF-8", False),
        (b"\xff\xfe" + text.encode("utf-16-le"), "UTF-16 LE", False),
        (b"\xfe\xff" + text.encode("utf-16-be"), "UTF-16 BE", False),
        (b"\xff\xfe\0\0" + text.encode("utf-32-le"), "UTF-32 LE", False),
        (text.encode("cp1252"), "Windows-1252", True),
        ("Señor".encode("latin-1"), "Latin-1", True),
        (b"a\x00b\xff", "no known text encoding", False),
        (b"\x81\xff", "no known text encoding", False),
        (b"\xff\xfea", "Latin-1", True),
    ],
)
def test_an_encoding_is_named(data, name, guessed):
    found = detect_encoding(data)
    assert (found.name, found.guessed) == (name, guessed)


@pytest.mark.parametrize("codec", ["utf-16", "utf-32", "cp1252"])
def test_the_same_text_comes_out_as_utf8(codec):
    assert to_utf8(text.encode(codec)) == text.encode()


@pytest.mark.parametrize("data", [b"", b"plain", "é".encode(), b"\xef\xbb\xbfa", b"\x81\xff"])
def test_utf8_and_what_is_no_text_stay_as_they_are(data):
    assert to_utf8(data) is None


@given(st.binary(max_size=40))
def test_what_is_converted_is_utf8(data):
    converted = to_utf8(data)
    assert converted is None or detect_encoding(converted).is_utf8
