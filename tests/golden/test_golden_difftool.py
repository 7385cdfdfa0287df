"""`loupe golden difftool`: no two files that differ in a byte are called the same."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from engine.cli.main import main

GOLDEN = Path(__file__).parents[2] / "golden"
VECTOR = (GOLDEN / "chatml__b179c9523d0e__one_choice.json").read_bytes()
EXTERNAL = 7  # git's arguments for a diff command


@pytest.fixture
def compared(tmp_path, capfd):
    """Compare two files' bytes; give the exit code and the lines."""

    def compare(old: bytes, new: bytes) -> tuple[int, list[str]]:
        paths = tmp_path / "a.json", tmp_path / "b.json"
        for path, data in zip(paths, (old, new), strict=True):
            path.write_bytes(data)
        code = main(["golden", "difftool", *map(str, paths)])
        return code, capfd.readouterr().out.splitlines()

    return compare


def with_value(key: str, value: object) -> bytes:
    return (json.dumps(json.loads(VECTOR) | {key: value}, indent=2, sort_keys=True) + "\n").encode()


@pytest.mark.parametrize(
    ("key", "value", "line"),
    [
        ("note", "looked at", 'note differs: expected nothing, got "looked at"'),
        ("accepted", "2026-05-02", 'accepted differs: expected {}, got "2026-05-02"'),
        ("profile", "gemma", 'profile differs: expected "chatml", got "gemma"'),
        ("case", "two", 'case differs: expected "one_choice", got "two"'),
        ("tokenizer_revision", "x", 'tokenizer_revision differs: expected "b179c9523d0e", got "x"'),
        ("format", None, 'format differs: expected "loupe-vector/1", got null'),
    ],
)
def test_a_key_that_nothing_is_rendered_from_is_a_difference_too(key, value, line, compared):
    table = json.loads(VECTOR)
    table.pop("note", None)
    expected = line.format(json.dumps(table.get(key)))
    if key not in table:
        expected = expected.replace("expected null", "expected nothing")
    code, lines = compared((json.dumps(table, indent=2) + "\n").encode(), with_value(key, value))
    assert code == 1
    assert expected in lines


def test_a_note_is_named_beside_a_change_of_the_text(compared):
    table = json.loads(VECTOR) | {"note": "looked at"}
    table["rendered_text"] = table["rendered_text"].replace("Nothing to decide", "Nothing to do")
    code, lines = compared(VECTOR, json.dumps(table).encode())
    assert code == 1
    assert any(line == "- Nothing to d{ecide} here." for line in lines)
    assert any(line.startswith("note differs: ") for line in lines)


@pytest.mark.parametrize(
    ("new", "shown"),
    [
        (VECTOR.replace(b"\n", b"\r\n"), "⟨CR⟩"),
        (VECTOR[:-1], "U+000A LINE FEED -> nothing"),
        (VECTOR.replace(b'\n  "', b'\n "'), "U+0020 SPACE -> nothing"),
        (
            VECTOR.replace(b'\n  "case"', b'\n  "rendered_text": "evil",\n  "case"', 1),
            '"rendered_text": "evil",',
        ),
        (VECTOR.replace(b"loupe-vector", b"loupe\\u002dvector"), "\\u002d"),
    ],
    ids=["CRLF", "final newline", "indentation", "a key twice", "an escape"],
)
def test_what_reads_the_same_is_shown_as_it_stands_in_the_files(new, shown, compared):
    assert new != VECTOR
    code, lines = compared(VECTOR, new)
    assert code == 1
    assert "no difference" not in lines
    assert any(shown in line for line in lines)


@pytest.mark.parametrize(
    ("old", "new", "shown"),
    [
        (b"abc\xffd", b"abc\xfed", "- abc\\xf{f}d"),
        (b"abc\xff", b"abc\\xff", "byte 3: 0xff -> 0x5c"),
    ],
    ids=["two bytes that are no text", "a byte and its escape"],
)
def test_bytes_that_are_no_text_are_told_apart(old, new, shown, compared):
    code, lines = compared(old, new)
    assert code == 1
    assert any(shown in line for line in lines)


def test_equal_bytes_are_no_difference(compared):
    assert compared(VECTOR, VECTOR) == (0, ["golden difference: b.json", "no difference"])


@pytest.mark.parametrize("data", [VECTOR, b""], ids=["a vector", "an empty file"])
def test_a_deleted_and_an_added_file_go_by_their_own_name(data, tmp_path, capfd):
    path = tmp_path / "v.json"
    path.write_bytes(data)
    for pair, said in (((path, os.devnull), "deleted"), ((os.devnull, path), "added")):
        assert main(["golden", "difftool", *map(str, pair)]) == 1
        lines = capfd.readouterr().out.splitlines()
        assert lines[:2] == ["golden difference: v.json", f"the file was {said}"]


def test_git_is_told_of_every_difference_with_exit_code_0(tmp_path, capfd):
    path = tmp_path / "v.json"
    path.write_bytes(VECTOR)
    seven = ["golden/v.json", str(path), "a" * 40, "100644", os.devnull, "0" * 40, "100644"]
    assert len(seven) == EXTERNAL
    assert main(["golden", "difftool", *seven]) == 0
    assert "the file was deleted" in capfd.readouterr().out
