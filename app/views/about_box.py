"""The box that says what Loupe is."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox, QWidget


class AboutBox(QMessageBox):
    """Say in two sentences what the program is for; it deletes itself when closed."""

    def __init__(self, parent: QWidget) -> None:
        """Build the box over its window."""
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setObjectName("about")
        self.setWindowTitle(self.tr("About Loupe"))
        self.setText(self.tr("Loupe shows the exact prompt of a decision schema."))
        self.setInformativeText(
            self.tr("Its bytes, tokens, hashes and probabilities, live while you write.")
        )
        self.setStandardButtons(QMessageBox.StandardButton.Close)
