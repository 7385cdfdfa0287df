"""Compare a document with what its file holds now, as text in a dialog."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from app.views.text_dialog import TextDialog
from engine.document import Document
from engine.document_file import dump_document


def show_file_comparison(path: Path, document: Document, parent: QWidget) -> None:
    """Show what differs between a file and the document; OSError when it cannot be read."""
    text = file_comparison(path, document) or _tr("The file holds what is here, byte for byte.")
    TextDialog(_tr("On disk (-) and here (+)"), text, parent).open()


def file_comparison(path: Path, document: Document) -> str:
    """Write what differs from the file (-) to the document (+), each character visible.

    Empty when nothing does; OSError when the file cannot be read.
    """
    # Imported late: the alignment's library is not needed to start.
    from engine.golden.file_difference import file_difference

    return "\n".join(file_difference(path.read_bytes(), dump_document(document).encode())).strip()


def _tr(text: str) -> str:
    return QCoreApplication.translate("Compare", text)
