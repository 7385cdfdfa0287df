"""Turn the time of a pass's layers so far into the number of threads for the next.

OpenBLAS's threads wait for one another in a loop after each product. On two idle cores two
threads are 1.7 times as fast as one; with another busy process there they are 5 times as slow.
"""

from __future__ import annotations

import ctypes
import os
from collections.abc import Callable, Mapping
from pathlib import Path

_VARIABLES = ("OPENBLAS_NUM_THREADS", "GOTO_NUM_THREADS", "OMP_NUM_THREADS")
_SECOND_TRIAL = 2


class Threads:
    """Try all cores for one layer and all but one for the next, then what was faster last."""

    def __init__(self, set_count: Callable[[int], None], clock: Callable[[], float]) -> None:
        """Take what sets the number of threads, and a clock in seconds."""
        self._set_count = set_count
        self._clock = clock
        cores = len(os.sched_getaffinity(0))
        self._counts = (cores, max(1, cores - 1))
        self._seconds: dict[int, float] = {}
        self._current = cores
        self._began = 0.0

    def before_layer(self, index: int) -> None:
        """Set the number for the layer that begins; layers are alike and come in order.

        The first layer is not compared: a layer's last product runs when the next one begins.
        """
        now = self._clock()
        if index > 1:
            self._seconds[self._current] = now - self._began
        self._began = now
        wanted = self._counts[0]
        if index == _SECOND_TRIAL:
            wanted = self._counts[1]
        elif index > _SECOND_TRIAL:
            wanted = min(self._counts, key=self._seconds.__getitem__)
        self._current = wanted
        self._set_count(wanted)


def thread_setter(library: Path | None, environ: Mapping[str, str]) -> Callable[[int], None] | None:
    """Give OpenBLAS's setter; None for another library, or where the user set a number."""
    if library is None or any(environ.get(name) for name in _VARIABLES):
        return None
    loaded = ctypes.CDLL(str(library))
    return getattr(loaded, "openblas_set_num_threads", None)
