"""Text on the clipboard so that no byte of it is lost, in either direction.

A str that begins with U+FEFF or U+FFFE reaches Qt without it or with its bytes swapped, and one
that comes from Qt begins without U+FEFF: so texts go over as bytes.
"""

from __future__ import annotations

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QGuiApplication
from shiboken6 import Shiboken

PLAIN = "text/plain"
PLAIN_UTF8 = "text/plain;charset=utf-8"


def copy_text(text: str) -> None:
    """Copy a text."""
    QGuiApplication.clipboard().setMimeData(text_mime(text.encode()))


def text_mime(data: bytes) -> QMimeData:
    """Give what is copied of a text; a program that wants text and no bytes gets U+FFFD."""
    mime = QMimeData()
    mime.setData(PLAIN, data.decode("utf-8", "replace").encode())
    mime.setData(PLAIN_UTF8, data)
    return mime


def mime_bytes(mime: QMimeData) -> bytes | None:
    """Give the text that was copied as bytes; its own bytes where they came along."""
    if mime.hasFormat(PLAIN_UTF8):
        return bytes(mime.data(PLAIN_UTF8).data())
    if not mime.hasText():
        return None
    text = mime.text().encode("utf-8", "surrogatepass")
    plain = bytes(mime.data(PLAIN).data())
    return plain if plain.removeprefix(b"\xef\xbb\xbf") == text else text


def leave_plain_text() -> None:
    """Exchange what was copied for Qt's own plain text of it; the last act of the application.

    Data made in Python must not be left on the clipboard: where Qt frees it as the process ends,
    it calls an interpreter that is gone, and the process dies.
    """
    clipboard = QGuiApplication.clipboard()
    data = clipboard.mimeData()
    if data is not None and Shiboken.createdByPython(data):
        clipboard.setText(data.text())
