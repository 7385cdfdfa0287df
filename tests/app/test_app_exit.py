"""Leaving: exit codes, no Qt for commands, and a quick end whatever the engine does."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from app.__main__ import main
from engine.document_file import save_document
from tests.app.window_fakes import sample_document

HERE = Path(__file__).parent
ROOT = HERE.parent.parent


def run_python(*arguments, timeout=60):
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "QT_QPA_PLATFORM": "offscreen"}
    return subprocess.run(
        [sys.executable, *map(str, arguments)],
        capture_output=True,
        text=True,
        timeout=timeout,
        env=environment,
        cwd=ROOT,
        check=False,
    )


@pytest.mark.parametrize("manner", ["polite", "stubborn"])
def test_closing_during_a_score_exits_0_in_under_two_seconds(tmp_path, manner):
    done = run_python(HERE / "closing_window.py", manner, tmp_path)
    ended = time.monotonic()
    assert done.returncode == 0, done.stderr
    closed = float(done.stdout.split()[0])
    assert ended - closed < 2
    assert ("engine closed" in done.stdout) == (manner == "polite")
    assert "Traceback" not in done.stderr
    assert "QThread" not in done.stderr
    if sys.platform == "linux":
        assert (tmp_path / "loupe" / "loupe.conf").exists()  # and not among the user's own


def test_commands_import_no_qt():
    code = (
        "import sys; from app.__main__ import main; "
        "status = main(['fetch', '--list']); "
        "sys.exit(any(name.startswith('PySide6') for name in sys.modules))"
    )
    assert run_python("-c", code).returncode == 0


def test_pages_that_nobody_visited_are_not_imported():
    code = (
        "import sys, app.application; "
        "pages = ('app.golden.review_page', 'app.compare_page', 'app.templates_page'); "
        "sys.exit(any(name in sys.modules for name in pages))"
    )
    assert run_python("-c", code).returncode == 0


def test_a_picture_is_taken_of_a_document_without_model(tmp_path):
    document = tmp_path / "one.loupe.json"
    save_document(sample_document(), document)
    picture = tmp_path / "one.png"
    done = run_python("-m", "app", "shot", picture, document, "--size", "1000x700")
    assert done.returncode == 0, done.stderr
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_a_picture_of_a_broken_document_is_refused_in_one_line(tmp_path):
    document = tmp_path / "bad.loupe.json"
    document.write_text("{")
    picture = tmp_path / "bad.png"
    done = run_python("-m", "app", "shot", picture, document)
    said = [line for line in done.stderr.splitlines() if line.startswith("loupe shot: ")]
    assert (done.returncode, len(said)) == (2, 1)
    assert "bad.loupe.json" in said[0]
    assert "Traceback" not in done.stderr
    assert not picture.exists()


@pytest.mark.parametrize(
    "arguments", [["no-such-file.json"], ["shot", "out.png", "no-such-file.json"]]
)
def test_a_missing_file_is_one_line_and_2(capsys, arguments):
    assert main(arguments) == 2
    assert "there is no file no-such-file.json" in capsys.readouterr().err


@pytest.mark.parametrize("size", ["big", "100", "12x", "1440x900x3"])
def test_a_wrong_size_is_bad_usage(capsys, size):
    with pytest.raises(SystemExit) as ended:
        main(["shot", "out.png", "--size", size])
    assert ended.value.code == 2
    assert "is not WIDTHxHEIGHT" in capsys.readouterr().err
