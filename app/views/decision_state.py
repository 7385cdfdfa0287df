"""A strip above the decisions that says why they are not current, and what to do."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QWidget

from app.views.severity import severity_icon
from engine.errors import Severity


class StateStrip(QFrame):
    """Show one message with an icon and, where it helps, a button."""

    stop_requested = Signal()
    model_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start hidden."""
        super().__init__(parent)
        self.icon = QLabel(self)
        self.message = QLabel(self)
        self.message.setWordWrap(True)
        self.message.setTextFormat(Qt.TextFormat.PlainText)
        self.stop_button = QPushButton(self.tr("Stop"), self)
        self.model_button = QPushButton(self.tr("Open a model…"), self)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(8, 5, 6, 5)
        layout.addWidget(self.icon, 0, Qt.AlignmentFlag.AlignTop)
        layout.addWidget(self.message, 1)
        layout.addWidget(self.stop_button, 0, Qt.AlignmentFlag.AlignTop)
        layout.addWidget(self.model_button, 0, Qt.AlignmentFlag.AlignTop)
        self.stop_button.clicked.connect(self.stop_requested)
        self.model_button.clicked.connect(self.model_requested)
        self.clear()

    def clear(self) -> None:
        """Hide the strip: the decisions are current."""
        self.hide()

    def show_progress(self, text: str) -> None:
        """Say that scoring runs, and offer to stop it."""
        self._show(None, text, stop=True)

    def show_note(
        self, text: str, severity: Severity | None = None, *, model: bool = False
    ) -> None:
        """Say why there are no current decisions; `model` offers to open one."""
        self._show(severity, text, model=model)

    def _show(
        self, severity: Severity | None, text: str, *, stop: bool = False, model: bool = False
    ) -> None:
        self.icon.setVisible(severity is not None)
        if severity is not None:
            size = self.fontMetrics().height()
            icon = severity_icon(severity, self.palette(), size)
            self.icon.setPixmap(icon.pixmap(size, size))
            self.icon.setAccessibleName(severity)
        self.message.setText(text)
        self.stop_button.setVisible(stop)
        self.model_button.setVisible(model)
        self.show()
