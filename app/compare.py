"""Compare a document with what its file holds now, as text."""

from __future__ import annotations

from pathlib import Path

from engine.document import Document
from engine.document_file import dump_document
from engine.golden.file_difference import file_difference


def file_comparison(path: Path, document: Document) -> str:
    """Write what differs from the file (-) to the document (+), each character visible.

    Empty when nothing does; OSError when the file cannot be read.
    """
    return "\n".join(file_difference(path.read_bytes(), dump_document(document).encode())).strip()
