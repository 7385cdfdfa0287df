"""Compare a document with what its file holds now, as text."""

from __future__ import annotations

import difflib
from pathlib import Path

from engine.document import Document
from engine.document_file import dump_document


def file_comparison(path: Path, document: Document) -> str:
    """Give a unified difference from the file to the document; OSError when it cannot be read."""
    on_disk = path.read_bytes().decode("utf-8", "backslashreplace")
    lines = difflib.unified_diff(
        on_disk.splitlines(), dump_document(document).splitlines(), "on disk", "here", lineterm=""
    )
    return "\n".join(lines)
