"""Patches of any two texts apply with git, and cost no more than their lines and edits."""

from __future__ import annotations

import itertools
import random
import subprocess
from difflib import unified_diff

import pytest

from engine.golden.unified import lines_of, unified_lines
from tests.work import work_of

TEXT = "".join(f"line {number}\n" for number in range(30))


def patch_of(old: str, new: str, source: str = "a/x.json") -> str:
    return "".join(unified_lines(lines_of(old), lines_of(new), source, "b/x.json"))


def applied(folder, old: str | None, patch: str) -> bytes:
    path = folder / "x.json"
    if old is not None:
        path.write_bytes(old.encode())
    git = ["git", "-c", "core.autocrlf=false", "apply", "--whitespace=nowarn", "-p1", "-"]
    subprocess.run(git, cwd=folder, input=patch.encode(), check=True)
    return path.read_bytes()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (TEXT, TEXT.replace("line 7\n", "line seven\n")),
        (TEXT, TEXT.replace("line 7\n", "").replace("line 9\n", "9\n9\n")),
        (TEXT, TEXT.replace("line 0\n", "").replace("line 29\n", "")),
        (TEXT, "first\n" + TEXT + "last\n"),
        (TEXT.replace("\n", "\r\n"), TEXT.replace("\n", "\r\n").replace("line 7", "line x")),
        (TEXT, TEXT.replace("\n", "\r\n")),
        (TEXT, TEXT.removesuffix("\n")),
        (TEXT.removesuffix("\n"), TEXT),
        (TEXT.removesuffix("\n"), TEXT.removesuffix("\n") + "0"),
        (TEXT.removesuffix("\n"), TEXT.removesuffix("\n").replace("line 28", "x")),
        ("a\u2028b\u0085c\fd\rf\n" + TEXT, "a\u2028b\u0085c\fe\rf\n" + TEXT),
        ("x", "y"),
        (TEXT, TEXT * 2),
        ("1\n2\n1\n2\n1\n2\n", "2\n1\n2\n3\n1\n"),
        (TEXT, ""),
    ],
    ids=itertools.count(),
)
def test_git_applies_it_and_gives_the_other_text(old, new, tmp_path):
    target = "b/x.json" if new else "/dev/null"
    patch = "".join(unified_lines(lines_of(old), lines_of(new), "a/x.json", target))
    if new:
        assert applied(tmp_path, old, patch) == new.encode()
    else:
        with pytest.raises(FileNotFoundError):
            applied(tmp_path, old, patch)


def test_git_makes_a_file_that_is_missing(tmp_path):
    assert applied(tmp_path, None, patch_of("", TEXT, "/dev/null")) == TEXT.encode()


@pytest.mark.parametrize("seed", range(12))
def test_git_applies_what_random_edits_come_to(seed, tmp_path):
    chance = random.Random(seed)
    old = [f"{chance.randrange(9)}\n" for _ in range(chance.randrange(60))]
    new = list(old)
    for _ in range(chance.randrange(1, 9)):
        at = chance.randrange(len(new) + 1)
        new[at : at + chance.randrange(3)] = ["new\n"] * chance.randrange(3)
    if old and new and old != new:
        assert applied(tmp_path, "".join(old), patch_of("".join(old), "".join(new))) == (
            "".join(new).encode()
        )


def test_it_is_what_the_standard_library_writes_where_that_is_quick():
    new = TEXT.replace("line 7\n", "seven\n").replace("line 20\n", "").replace("line 28", "28")
    wanted = unified_diff(lines_of(TEXT), lines_of(new), "a/x.json", "b/x.json")
    assert patch_of(TEXT, new) == "".join(wanted)
    assert patch_of(TEXT, TEXT) == ""


@pytest.mark.parametrize("edit", ["few", "all"])
def test_twice_as_many_lines_are_twice_the_work(edit):
    def work(size: int) -> int:
        chance = random.Random(1)
        old = [f"{chance.randrange(200)},\n" for _ in range(size)]
        new = [f"{chance.randrange(200)},\n" for _ in old] if edit == "all" else list(old)
        new[3:3] = ["5\n"]
        del new[-5]
        return work_of(lambda: list(unified_lines(old, new, "a", "b")))

    small, large = work(1_000), work(2_000)
    assert large < 2.5 * small
    assert large < 100 * 2_000
