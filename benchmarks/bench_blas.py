"""Measure MLX's float32 product with the interposed BLAS against the wheel's own."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from statistics import median

from engine.assets.store import asset_root
from engine.mlx.blas import choose_blas, interpose
from engine.mlx.device import measure_mlx

_ROUNDS = 5
_REPETITIONS = 5


def measure() -> dict[str, float]:
    """Give GFLOPS and their ratio; every round starts one process of each kind, in turn."""
    pairs = [(_gflops("interposed"), _gflops("own")) for _ in range(_ROUNDS)]
    interposed, own = zip(*pairs, strict=True)
    return {
        "blas_interposed_gflops": max(interposed),
        "blas_own_gflops": max(own),
        "blas_ratio_of_best": max(interposed) / max(own),
        "blas_ratio_median": median(one / other for one, other in pairs),
    }


def _gflops(kind: str) -> float:
    command = [sys.executable, "-m", "benchmarks.bench_blas", kind]
    root = Path(__file__).parents[1]
    done = subprocess.run(command, check=True, capture_output=True, cwd=root)
    return float(done.stdout)


def _main(kind: str) -> None:
    if kind == "interposed":
        interpose(choose_blas(asset_root().parent))
    print(measure_mlx(_REPETITIONS))


if __name__ == "__main__":
    if sys.argv[1:]:
        _main(sys.argv[1])
    else:
        for name, value in measure().items():
            print(f"{name}: {value:.2f}")
