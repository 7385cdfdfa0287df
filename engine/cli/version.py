"""The program's version, installed or run from a clone."""

from __future__ import annotations

import tomllib
from importlib import metadata

from engine.resources import shipped

DISTRIBUTION = "prompt-loupe"


def program_version() -> str:
    """Return the installed version, else that of the clone with its folder."""
    try:
        return metadata.version(DISTRIBUTION)
    except metadata.PackageNotFoundError:
        table = tomllib.loads(shipped("pyproject.toml").read_text(encoding="utf-8"))
        return f"{table['project']['version']}, not installed, from {shipped()}"
