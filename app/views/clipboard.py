"""Text put on the clipboard so that no byte of it is lost."""

from __future__ import annotations

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QGuiApplication

PLAIN_UTF8 = "text/plain;charset=utf-8"


def copy_text(text: str) -> None:
    """Copy a text; its UTF-8 bytes go with it, for Qt's own text drops a leading BOM."""
    mime = QMimeData()
    mime.setText(text)
    mime.setData(PLAIN_UTF8, text.encode())
    QGuiApplication.clipboard().setMimeData(mime)
