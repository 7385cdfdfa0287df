"""Text put on the clipboard so that no byte of it is lost."""

from __future__ import annotations

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QGuiApplication
from shiboken6 import Shiboken

PLAIN_UTF8 = "text/plain;charset=utf-8"


def copy_text(text: str) -> None:
    """Copy a text; its UTF-8 bytes go with it, for Qt's own text drops a leading BOM."""
    mime = QMimeData()
    mime.setText(text)
    mime.setData(PLAIN_UTF8, text.encode())
    QGuiApplication.clipboard().setMimeData(mime)


def leave_plain_text() -> None:
    """Exchange what was copied for Qt's own plain text of it; the last act of the application.

    Data made in Python must not be left on the clipboard: where Qt frees it as the process ends,
    it calls an interpreter that is gone, and the process dies.
    """
    clipboard = QGuiApplication.clipboard()
    data = clipboard.mimeData()
    if data is not None and Shiboken.createdByPython(data):
        clipboard.setText(data.text())
