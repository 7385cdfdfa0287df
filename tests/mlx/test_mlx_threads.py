"""How many BLAS threads a busy machine gets."""

from __future__ import annotations

import ctypes
import os

import pytest

from engine.mlx.threads import Threads, thread_setter


def counts_of_a_pass(monkeypatch, cores, seconds_of):
    """Run six layers that take the seconds that their number of threads takes."""
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(cores)))
    now, current, counts = [0.0], [0], []
    threads = Threads(lambda count: current.__setitem__(0, count), lambda: now[0])
    for layer in range(6):
        threads.before_layer(layer)
        counts.append(current[0])
        took = seconds_of[current[0]]
        now[0] += took if isinstance(took, float) else next(took)
    return counts


@pytest.mark.parametrize(
    ("cores", "seconds_of", "counts"),
    [
        (2, {2: 1.0, 1: 1.7}, [2, 2, 1, 2, 2, 2]),
        (2, {2: 9.0, 1: 1.7}, [2, 2, 1, 1, 1, 1]),
        (8, {8: 5.0, 7: 1.1}, [8, 8, 7, 7, 7, 7]),
        (1, {1: 1.0}, [1, 1, 1, 1, 1, 1]),
    ],
    ids=["idle", "busy", "busy-eight", "single"],
)
def test_a_pass_stays_with_the_faster_number(cores, seconds_of, counts, monkeypatch):
    assert counts_of_a_pass(monkeypatch, cores, seconds_of) == counts


def test_a_pass_changes_when_a_core_becomes_busy(monkeypatch):
    seconds = {2: iter([1.0, 1.0, 1.0, 9.0]), 1: iter([1.7] * 6)}
    assert counts_of_a_pass(monkeypatch, 2, seconds) == [2, 2, 1, 2, 2, 1]


def test_a_number_that_the_user_set_is_left_alone(blas):
    assert thread_setter(blas.path, {"OPENBLAS_NUM_THREADS": "1"}) is None
    assert thread_setter(blas.path, {"OMP_NUM_THREADS": "2"}) is None
    assert thread_setter(None, {}) is None


def test_the_setter_is_the_librarys(blas):
    setter = thread_setter(blas.path, {})
    library = ctypes.CDLL(str(blas.path))
    before = library.openblas_get_num_threads()
    setter(1)
    assert library.openblas_get_num_threads() == 1
    setter(before)
