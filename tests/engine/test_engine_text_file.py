"""A text file is read as it lies there; one that cannot be read is named with cause and cure."""

from __future__ import annotations

import pytest

from engine.errors import DocumentError
from engine.text_file import read_text


def test_line_ends_and_a_byte_order_mark_stay_as_they_are(tmp_path):
    path = tmp_path / "a.toml"
    path.write_bytes(b"\xef\xbb\xbfa\r\nb\rc\n")
    assert read_text(path) == "\ufeffa\r\nb\rc\n"


def test_what_cannot_be_read_is_named_with_cause_and_cure(tmp_path):
    (tmp_path / "folder").mkdir()
    (tmp_path / "latin.txt").write_bytes(b"caf\xe9")
    told = {}
    for name in ("none.txt", "folder", "latin.txt"):
        with pytest.raises(DocumentError) as error:
            read_text(tmp_path / name, f"profile {name}")
        told[name] = str(error.value)
    assert told == {
        "none.txt": "profile none.txt: there is no such file or folder; "
        "check its name and its folder",
        "folder": "profile folder: it is a folder; name a file in it",
        "latin.txt": "profile latin.txt: not UTF-8 at byte 3: unexpected end of data; "
        "convert it to UTF-8",
    }


def test_a_file_without_another_name_is_called_by_its_own(tmp_path):
    with pytest.raises(DocumentError, match=r"^none\.txt: there is no such file"):
        read_text(tmp_path / "none.txt")
