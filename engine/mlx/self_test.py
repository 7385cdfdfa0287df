"""Turn a BLAS library into a verdict on this machine: right or wrong, and how fast.

The library runs in a process of its own (`python -m engine.mlx.self_test LIBRARY`), so that
one that crashes or hangs fails its test and nothing else.
"""

from __future__ import annotations

import ctypes
import hashlib
import json
import os
import platform
import subprocess
import sys
import tempfile
import time
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import numpy as np
import numpy.typing as npt

Matrix = npt.NDArray[np.float32]

SHAPE = (128, 1536, 576)  # rows, columns, depth: the widest product of a small model's prefill
_ODD_SHAPES = ((1, 1, 1), (1, 49, 576), (7, 33, 65), (97, 130, 31))
_REPETITIONS = 12
_ROW_MAJOR, _AS_IS, _TRANSPOSED = 101, 111, 112


@dataclass(frozen=True, slots=True)
class SelfTest:
    """Report a library's speed in GFLOPS at SHAPE, or the fault that disqualifies it."""

    gflops: float | None
    fault: str = ""
    note: str = ""


def self_test(library: Path, cache_dir: Path, timeout: float = 30.0) -> SelfTest:
    """Test the library once per content and processor; later calls read the stored verdict."""
    try:
        record = cache_dir / "blas" / f"self-test-{_machine_key(library)}.json"
    except OSError as reason:
        return SelfTest(None, f"it cannot be read: {reason}")
    stored = _read(record)
    return _store(record, _run(library, timeout)) if stored is None else stored


def measure_library(library: Path) -> SelfTest:
    """Compare the library's products with numpy's and time it, in this process."""
    sgemm = ctypes.CDLL(str(library), mode=ctypes.RTLD_GLOBAL).cblas_sgemm
    sgemm.restype = None
    random = np.random.default_rng(0)
    for rows, columns, depth in (*_ODD_SHAPES, SHAPE):
        left = random.standard_normal((rows, depth), np.float32)
        right = random.standard_normal((columns, depth), np.float32)
        for operand, transposed in ((right, True), (np.ascontiguousarray(right.T), False)):
            error = np.abs(_product(sgemm, left, operand, transposed) - left @ right.T).max()
            if not error <= 1e-4 * depth:
                return SelfTest(None, f"wrong result at {rows}x{depth}x{columns}")
    seconds = min(_seconds(sgemm, left, right) for _ in range(_REPETITIONS))
    return SelfTest(2 * rows * columns * depth / seconds / 1e9)


def processor_name() -> str:
    """Name the processor as Linux does, else as Python does."""
    try:
        lines = Path("/proc/cpuinfo").read_text(errors="replace").splitlines()
    except OSError:
        return platform.processor()
    wanted = ("model name", "cpu family", "model\t", "CPU part")
    return "; ".join(dict.fromkeys(line for line in lines if line.startswith(wanted)))


def _product(sgemm: ctypes._NamedFuncPointer, left: Matrix, right: Matrix, flip: bool) -> Matrix:
    """Multiply through the library: left times right, or times right's transpose."""
    rows, depth = left.shape
    columns = right.shape[0] if flip else right.shape[1]
    out = np.full((rows, columns), np.nan, np.float32)
    order = (_ROW_MAJOR, _AS_IS, _TRANSPOSED if flip else _AS_IS, rows, columns, depth)
    operands = ((left, depth), (right, right.shape[1]))
    (a, a_stride), (b, b_stride) = ((x.ctypes.data, stride) for x, stride in operands)
    one, zero = ctypes.c_float(1.0), ctypes.c_float(0.0)
    pointer = ctypes.c_void_p
    sgemm(*order, one, pointer(a), a_stride, pointer(b), b_stride, zero,
          pointer(out.ctypes.data), columns)  # fmt: skip
    return out


def _seconds(sgemm: ctypes._NamedFuncPointer, left: Matrix, right: Matrix) -> float:
    start = time.perf_counter()
    _product(sgemm, left, right, flip=True)
    return time.perf_counter() - start


def _machine_key(library: Path) -> str:
    digest = hashlib.sha256(library.read_bytes())
    digest.update(processor_name().encode())
    return digest.hexdigest()[:16]


def _run(library: Path, timeout: float) -> SelfTest:
    root = str(Path(__file__).parents[2])
    paths = os.pathsep.join(filter(None, (root, os.environ.get("PYTHONPATH"))))
    command = [sys.executable, "-m", "engine.mlx.self_test", str(library)]
    environment = {**os.environ, "PYTHONPATH": paths}
    try:
        done = subprocess.run(  # noqa: S603
            command, capture_output=True, timeout=timeout, check=False, env=environment
        )
    except subprocess.TimeoutExpired:
        return SelfTest(None, f"no answer within {timeout:g} seconds")
    if done.returncode != 0:
        last = done.stderr.decode(errors="replace").strip().splitlines()[-1:]
        return SelfTest(None, ": ".join((f"the test ended with code {done.returncode}", *last)))
    return SelfTest(**json.loads(done.stdout))


def _read(record: Path) -> SelfTest | None:
    try:
        return SelfTest(**json.loads(record.read_text("utf-8")))
    except (OSError, ValueError, TypeError):
        return None


def _store(record: Path, result: SelfTest) -> SelfTest:
    try:
        record.parent.mkdir(parents=True, exist_ok=True)
        descriptor, name = tempfile.mkstemp(dir=record.parent)
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            json.dump(asdict(result), file)
        Path(name).replace(record)
    except OSError as reason:
        return replace(result, note=f"the BLAS self-test runs at each start: {reason}")
    return result


if __name__ == "__main__":
    sys.stdout.write(json.dumps(asdict(measure_library(Path(sys.argv[1])))))
