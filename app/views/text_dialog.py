"""A text to read and to copy, in a dialog."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QPlainTextEdit, QVBoxLayout, QWidget

from app.views.fonts import fixed_font


class TextDialog(QDialog):
    """Show one text in a fixed font."""

    def __init__(self, title: str, text: str, parent: QWidget | None = None) -> None:
        """Show `text` under `title`."""
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(title)
        body = QPlainTextEdit(text, self)
        body.setAccessibleName(title)
        body.setReadOnly(True)
        body.setTabChangesFocus(True)
        body.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        body.setFont(fixed_font())
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.addWidget(body)
        column.addWidget(buttons)
        em = self.fontMetrics().height()
        self.resize(44 * em, 30 * em)
