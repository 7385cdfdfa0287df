"""Turn this machine into the facts about MLX that `loupe doctor` and the status bar show."""

from __future__ import annotations

import importlib.metadata
import time
from dataclasses import dataclass
from pathlib import Path

from engine.mlx.blas import choose_blas, interpose
from engine.mlx.self_test import SHAPE

_REPETITIONS = 5


@dataclass(frozen=True, slots=True)
class DeviceFacts:
    """What multiplies: `mlx_gflops` is MLX's own speed, with whatever BLAS is in effect.

    `blas_note` says why a better BLAS is not in use, and is empty when all is well.
    """

    mlx: str
    mlx_lm: str
    device: str
    blas: str
    blas_path: str
    blas_gflops: float | None
    blas_note: str
    mlx_gflops: float


def describe(cache_dir: Path) -> DeviceFacts:
    """Interpose the BLAS, import MLX and multiply once; for a process of its own."""
    blas = interpose(choose_blas(cache_dir))
    import mlx.core as mx

    return DeviceFacts(
        mlx=importlib.metadata.version("mlx"),
        mlx_lm=importlib.metadata.version("mlx-lm"),
        device="cpu" if mx.default_device() == mx.Device(mx.cpu) else "gpu",
        blas=blas.name,
        blas_path=str(blas.path or ""),
        blas_gflops=blas.gflops,
        blas_note=blas.note,
        mlx_gflops=measure_mlx(_REPETITIONS),
    )


def measure_mlx(repetitions: int) -> float:
    """Give the best GFLOPS of MLX's float32 product at the self-test's shape."""
    import mlx.core as mx

    rows, columns, depth = SHAPE
    left, right = mx.random.normal((rows, depth)), mx.random.normal((columns, depth))
    mx.eval(left, right)
    seconds = []
    for _ in range(repetitions):
        start = time.perf_counter()
        mx.eval(left @ right.T)
        seconds.append(time.perf_counter() - start)
    return 2 * rows * columns * depth / min(seconds) / 1e9
