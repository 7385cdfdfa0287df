"""A file's bytes read as UTF-8 text, or a sentence with the cause and the cure."""

from __future__ import annotations

from pathlib import Path

from engine.complaint import os_cause, utf8_complaint
from engine.errors import DocumentError


def read_text(path: Path, name: str = "") -> str:
    """Read a text with its line ends as they are; DocumentError calls the file `name`."""
    called = name or path.name
    try:
        return path.read_bytes().decode("utf-8")
    except OSError as error:
        raise DocumentError(f"{called}: {os_cause(error)}") from error
    except UnicodeDecodeError as error:
        raise DocumentError(f"{called}: {utf8_complaint(error)}") from error
