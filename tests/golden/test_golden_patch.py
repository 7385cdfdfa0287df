"""An exported patch is what accepting writes, whatever ends the lines of the vector's file."""

from __future__ import annotations

import subprocess

import pytest

from engine.golden.decision import Written
from engine.golden.patch import patch_text
from tests.golden.folders import bytes_of, make_stale


def with_raw_separators(data: bytes) -> bytes:
    """Put what other tools take for line ends into the agreed text, raw."""
    return data.replace(b"You are one.", "You\u2028are\u2029one\u0085.".encode())


@pytest.mark.parametrize(
    "change",
    [
        lambda data: data,
        lambda data: data.replace(b"\n", b"\r\n"),
        lambda data: data.rstrip(b"\n"),
        lambda data: data.replace(b"\n", b"\r\n").rstrip(b"\r\n"),
        with_raw_separators,
        lambda data: data.replace(b",\n", b",\r", 2),
    ],
    ids=["LF", "CRLF", "no end", "CRLF, no end", "U+2028, U+2029, U+0085", "lone CR"],
)
def test_the_patch_applies_with_git_and_gives_the_accepted_bytes(change, few, review_of):
    name = make_stale(few, 1)[0]
    path = few / f"{name}.json"
    stale = change(path.read_bytes())
    path.write_bytes(stale)
    review = review_of(few)
    patch = patch_text(review.compare(name), "2026-05-01")
    assert isinstance(review.accept(name), Written)
    accepted = bytes_of(few)
    path.write_bytes(stale)
    git = ["git", "apply", "--whitespace=nowarn", "-"]
    subprocess.run(git, cwd=few.parent, input=patch.encode(), check=True)
    assert bytes_of(few) == accepted
    assert accepted[path.name] != stale
