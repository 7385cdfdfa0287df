"""`loupe doctor`: tell what Loupe finds on this machine, and what it lacks with the cure."""

from __future__ import annotations

import json
import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from importlib import metadata
from pathlib import Path

from engine.assets.catalog import load_catalog
from engine.assets.store import AssetStore, asset_root
from engine.cli.doctor_lines import doctor_lines
from engine.errors import DocumentError, LoupeError
from engine.profile_files import UserProfiles, profile_folder, read_user_profiles
from engine.profiles import builtin_profiles
from engine.resources import shipped

PACKAGES = (
    "PySide6-Essentials",
    "mlx",
    "mlx-lm",
    "tokenizers",
    "transformers",
    "jinja2",
    "gguf",
    "numpy",
    "pydantic",
    "platformdirs",
    "tqdm",
    "pygments",
    "rapidfuzz",
)
Fact = str | float | None
_MEANS = {"missing": "", "wrong": ": its sha256 is not the pinned one", "unreadable": ""}
_DEVICE_PROBE = """
import json, sys, dataclasses, pathlib
from engine.mlx.device import describe
print(json.dumps(dataclasses.asdict(describe(pathlib.Path(sys.argv[1]))), default=str))
"""


@dataclass(frozen=True, slots=True)
class AssetReport:
    """One asset file and its state from a fresh hash: verified, missing, wrong, unreadable."""

    asset: str
    file: str
    state: str
    path: str


@dataclass(frozen=True, slots=True)
class DoctorReport:
    """Everything that was found; `problems` is empty when all is usable."""

    loupe: str
    python: str
    platform: str
    packages: tuple[tuple[str, str | None], ...]
    device: tuple[tuple[str, Fact], ...]
    cores: int
    asset_folder: str
    free_bytes: int
    writable: bool
    assets: tuple[AssetReport, ...]
    profile_folder: str
    own_profiles: tuple[str, ...]
    problems: tuple[str, ...]


def run(as_json: bool) -> int:
    """Print the report as a table or as JSON; 0 when all is usable, 1 otherwise, 2 on error."""
    try:
        report = examine(AssetStore(asset_root(), load_catalog()))
    except LoupeError as error:
        print(f"loupe doctor: {error}", file=sys.stderr)
        return 2
    if as_json:
        named = {"packages": dict(report.packages), "device": dict(report.device)}
        print(json.dumps({**asdict(report), **named}, indent=2, ensure_ascii=False))
    else:
        print("\n".join(doctor_lines(report)))
    return 1 if report.problems else 0


def examine(store: AssetStore) -> DoctorReport:
    """Look at Python, packages, device, assets and profiles; every asset is hashed again."""
    packages = tuple((name, installed_version(name)) for name in PACKAGES)
    device, device_problems = ask_device(store.root.parent)
    assets = tuple(_examine_assets(store))
    folder = _nearest_folder(store.root)
    writable = os.access(folder, os.W_OK | os.X_OK)
    problems = [f"{name} is missing; run `pip install {name}`" for name, v in packages if not v]
    problems += device_problems
    problems += [
        f"{found.path} is {found.state}{_MEANS[found.state]}; run `loupe fetch {found.asset}`"
        for found in assets
        if found.state != "verified"
    ]
    profiles_at, profiles = _own_profiles()
    problems += profiles.problems
    if not writable:
        problems.append(f"{folder} cannot be written; set LOUPE_ASSETS to a folder that can")
    return DoctorReport(
        loupe=installed_version("prompt-loupe") or f"not installed; runs from {shipped()}",
        python=platform.python_version(),
        platform=platform.platform(),
        packages=packages,
        device=device,
        cores=os.cpu_count() or 1,
        asset_folder=str(store.root),
        free_bytes=shutil.disk_usage(folder).free,
        writable=writable,
        assets=assets,
        profile_folder=profiles_at,
        own_profiles=tuple(profile.name for profile in profiles.profiles),
        problems=tuple(problems),
    )


def ask_device(cache_folder: Path) -> tuple[tuple[tuple[str, Fact], ...], tuple[str, ...]]:
    """Ask `engine.mlx.device.describe(cache_folder)` about MLX's device and BLAS.

    It runs in a process of its own, so that this one imports no MLX and survives a library that
    crashes. Returns the facts by name, and the problems.
    """
    command = [sys.executable, "-c", _DEVICE_PROBE, str(cache_folder)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    try:
        done = subprocess.run(  # noqa: S603  this interpreter with the text above
            command, env=environment, capture_output=True, encoding="utf-8", timeout=120, check=True
        )
        facts: dict[str, Fact] = json.loads(done.stdout)
    except subprocess.CalledProcessError as error:
        last = (error.stderr.strip().splitlines() or [f"exit {error.returncode}"])[-1]
        return (), (f"MLX cannot be used, so nothing can be scored: {last}",)
    except subprocess.TimeoutExpired:
        return (), ("MLX did not answer within 120 s, so nothing can be scored",)
    return tuple(facts.items()), ()


def _own_profiles() -> tuple[str, UserProfiles]:
    """Read the user's profiles; a folder that cannot be one is a problem, not the end."""
    try:
        folder = profile_folder()
    except DocumentError as error:
        return os.environ.get("LOUPE_PROFILES", ""), UserProfiles(problems=(str(error),))
    built_in = builtin_profiles(shipped("resources", "profiles"))
    return str(folder), read_user_profiles(folder, tuple(one.name for one in built_in))


def installed_version(package: str) -> str | None:
    """Return a distribution's version without importing it; None when it is not installed."""
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None


def _examine_assets(store: AssetStore) -> Iterator[AssetReport]:
    for asset in store.catalog.assets:
        for file in asset.files:
            state = store.state(asset.name, file.name, hash_again=True)
            yield AssetReport(asset.name, file.name, state, str(store.path(asset.name, file.name)))


def _nearest_folder(path: Path) -> Path:
    """Return the path, or the nearest of its parents that exists and so decides its fate."""
    return next(folder for folder in (path, *path.absolute().parents) if folder.exists())
