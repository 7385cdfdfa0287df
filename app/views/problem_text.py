"""The selected finding in full, below the problems: what, where, and what to do about it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QLabel, QSizePolicy, QVBoxLayout, QWidget

from app.views.problems import ProblemsView
from engine.errors import Finding


class ProblemText(QLabel):
    """Show one finding's message and cure, wrapped; nothing while none is selected."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start hidden."""
        super().__init__(parent)
        self.setWordWrap(True)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setContentsMargins(8, 3, 8, 3)
        self.setAccessibleName(self.tr("The selected problem"))
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.hide()

    @Slot(object)
    def show_finding(self, finding: Finding | None) -> None:
        """Show a finding, or nothing."""
        if finding is not None:
            self.setText("\n".join(filter(None, (finding.message, finding.cure))))
        self.setVisible(finding is not None)


class ProblemsPane(QWidget):
    """The table of problems over the text of the selected one."""

    def __init__(self, problems: ProblemsView, parent: QWidget | None = None) -> None:
        """Lay both out."""
        super().__init__(parent)
        self.text = ProblemText(self)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(problems, 1)
        column.addWidget(self.text)
        problems.finding_chosen.connect(self.text.show_finding)
