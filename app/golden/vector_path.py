"""Which files are golden vectors, and which folder a review begins with."""

from __future__ import annotations

import re
from pathlib import Path

from app.settings import Settings
from engine.golden.folder import default_folder

_NAME = re.compile(r"[^_].*?__[^_].*?__[^_].*\.json")


def is_vector(path: Path | None) -> bool:
    """Say whether a file is called as vectors are: profile, revision and case.

    >>> is_vector(Path("golden/qwen3__fake__tags.json")), is_vector(Path("a.loupe.json"))
    (True, False)
    """
    return path is not None and _NAME.fullmatch(path.name) is not None


def first_folder(document: Path | None, settings: Settings) -> Path:
    """Give the folder of the document that is a vector, the last one, the one here, or ours."""
    if document is not None and is_vector(document):
        return document.resolve().parent
    last = settings.golden_folder()
    if last is not None and last.is_dir():
        return last
    return default_folder()
