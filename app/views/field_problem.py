"""What is wrong with one part of a form, said below it."""

from __future__ import annotations

from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget


class FieldProblem(QLabel):
    """Say what is wrong; hidden while nothing is."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Say nothing yet."""
        super().__init__(parent)
        self.setWordWrap(True)
        self.hide()

    def say(self, problem: str) -> None:
        """Say what is wrong; nothing for an empty text."""
        self.setText(problem)
        self.setVisible(bool(problem))

    def below(self, part: QWidget) -> QWidget:
        """Lay out a part with its problem below it."""
        holder = QWidget()
        column = QVBoxLayout(holder)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        column.addWidget(part)
        column.addWidget(self)
        return holder
