"""Measure the window's start: first paint, first text and hashes, first probabilities."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from statistics import median

_ROUNDS = 5


def measure() -> dict[str, float]:
    """Give seconds after process start, the best and the median of several starts."""
    starts = [_start() for _ in range(_ROUNDS)]
    measured: dict[str, float] = {}
    for name in ("painted", "text", "scores"):
        times = [start[name] for start in starts]
        measured[f"startup_{name}_min_s"] = min(times)
        measured[f"startup_{name}_median_s"] = median(times)
    measured["startup_transformers_before_paint"] = max(start["transformers"] for start in starts)
    return measured


def _start() -> dict[str, float]:
    command = [sys.executable, "-m", "benchmarks.startup_child", repr(time.time())]
    done = subprocess.run(command, capture_output=True, check=True, text=True, timeout=120)
    found: dict[str, float] = json.loads(done.stdout)
    return found
