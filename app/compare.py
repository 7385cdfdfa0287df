"""Compare a document with what its file holds now, as text in a dialog."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from app.views.text_dialog import TextDialog


def show_file_comparison(path: Path, here: bytes, parent: QWidget) -> None:
    """Show what differs between a file and what is here; OSError when it cannot be read."""
    text = file_comparison(path, here) or _tr("The file holds what is here, byte for byte.")
    TextDialog(_tr("On disk (-) and here (+)"), text, parent).open()


def file_comparison(path: Path, here: bytes) -> str:
    """Write what differs from the file (-) to what is here (+), each character visible.

    Empty when nothing does; OSError when the file cannot be read.
    """
    # Imported late: the alignment's library is not needed to start.
    from engine.golden.file_difference import file_difference

    return "\n".join(file_difference(path.read_bytes(), here)).strip()


def _tr(text: str) -> str:
    return QCoreApplication.translate("Compare", text)
