"""Contexts from outside: a file's bytes as they are, which of the dropped files."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QMimeData

from engine.complaint import os_complaint
from engine.document import Context
from engine.errors import DocumentError

MOST_BYTES = 64 << 20  # more than any model's window; a mistaken drop must not fill the memory
OPENED = (".loupe.json", ".gguf")  # files that the window opens instead


def read_context(path: Path) -> Context:
    """Take a file's bytes as a context named after it; DocumentError says why it cannot be."""
    try:
        if path.stat().st_size > MOST_BYTES:
            raise DocumentError(
                f"{path.name} is too large for a context: {path.stat().st_size:,} bytes, "
                f"at most {MOST_BYTES:,}"
            )
        return Context(path.stem, path.read_bytes())
    except OSError as error:
        raise DocumentError(os_complaint(error)) from error


def local_files(mime: QMimeData) -> tuple[Path, ...]:
    """List the files that were dropped."""
    return tuple(Path(url.toLocalFile()) for url in mime.urls() if url.isLocalFile())


def dropped_files(mime: QMimeData) -> tuple[Path, ...]:
    """List the files that can become contexts; none when one is for the window to open."""
    paths = local_files(mime)
    if any(path.is_dir() or path.name.endswith(OPENED) for path in paths):
        return ()
    return paths
