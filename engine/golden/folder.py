"""The golden folder that is meant where none is named."""

from __future__ import annotations

from pathlib import Path

from engine.resources import shipped

NAME = "golden"


def default_folder() -> Path:
    """Give `golden` in the working folder, else the one that comes with Loupe."""
    here = Path(NAME).absolute()
    return here if here.is_dir() else shipped(NAME)
