"""Ctrl-C in the window and in `loupe shot`, and what `loupe shot` refuses and says."""

from __future__ import annotations

import os
import struct
import subprocess
import sys
from pathlib import Path

import pytest

from engine.document_file import save_document
from tests.app.window_fakes import sample_document

HERE = Path(__file__).parent
ROOT = HERE.parent.parent


def run_python(*arguments, **environment):
    return subprocess.run(
        [sys.executable, *map(str, arguments)],
        capture_output=True,
        text=True,
        timeout=60,
        env={**os.environ, "PYTHONPATH": str(ROOT), "QT_QPA_PLATFORM": "offscreen", **environment},
        cwd=ROOT,
        check=False,
    )


@pytest.mark.parametrize("manner", ["polite", "stubborn"])
@pytest.mark.parametrize("what", ["shot", "window"])
def test_ctrl_c_ends_with_130_and_without_a_word(what, manner, tmp_path):
    done = run_python(HERE / "interrupted.py", what, manner, tmp_path)
    assert done.returncode == 130, done.stderr
    said = [line for line in done.stderr.splitlines() if "This plugin does not" not in line]
    assert said == []
    assert ("engine closed" in done.stdout) == (manner == "polite")
    assert not (tmp_path / "picture.png").exists()


def shoot(tmp_path, picture, *arguments, **environment):
    document = tmp_path / "one.loupe.json"
    save_document(sample_document(), document)
    done = run_python("-m", "app", "shot", picture, document, *arguments, **environment)
    return done.returncode, done.stderr


def test_a_picture_in_a_folder_that_is_there_is_taken_without_a_word(tmp_path):
    picture = tmp_path / "one.png"
    assert shoot(tmp_path, picture, "--size", "1500x1000") == (0, "")
    header = picture.read_bytes()[:24]  # PNG: signature, length, "IHDR", width, height
    assert (header[12:16], *struct.unpack(">II", header[16:])) == (b"IHDR", 1500, 1000)


def test_no_folder_is_made_for_the_picture(tmp_path):
    folder = tmp_path / "a" / "b"
    code, said = shoot(tmp_path, folder / "one.png")
    cure = "make it, or name another place"
    assert (code, said) == (2, f"loupe shot: there is no folder {folder}; {cure}\n")
    assert not folder.parent.exists()


@pytest.mark.parametrize(
    ("picture", "arguments", "parts"),
    [
        ("one.jpg", (), ("one.jpg", "ends in .png")),
        ("file/one.png", (), ("file", "no folder", "name another place")),
        ("folder.png", (), ("folder.png is a folder",)),
        ("one.png", ("--size", "0x0"), ("'0x0'", "200 to 8192 pixels")),
        ("one.png", ("--size=-5x900",), ("WIDTHxHEIGHT",)),
        ("one.png", ("--size", "199x900"), ("200 to 8192 pixels",)),
        ("one.png", ("--size", "8193x900"), ("200 to 8192 pixels",)),
        ("one.png", ("--size", "99999999999x1"), ("WIDTHxHEIGHT",)),
        ("one.png", ("--page", "nope"), ("nope", "review")),
    ],
)
def test_what_cannot_become_a_picture_is_one_line_and_2(picture, arguments, parts, tmp_path):
    (tmp_path / "file").touch()
    (tmp_path / "folder.png").mkdir()
    code, said = shoot(tmp_path, tmp_path / picture, *arguments)
    assert (code, said.count("\n")) == (2, 1), said
    assert said.startswith("loupe shot: ")
    for part in parts:
        assert part in said


def test_an_asset_variable_that_names_a_file_is_one_line_and_2(tmp_path):
    code, said = shoot(tmp_path, tmp_path / "one.png", LOUPE_ASSETS=str(HERE / "interrupted.py"))
    assert (code, said.count("\n")) == (2, 1)
    assert "LOUPE_ASSETS names" in said
