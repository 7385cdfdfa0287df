"""The selected finding in full, below the problems: what, where, and what to do about it."""

from __future__ import annotations

from PySide6.QtCore import QSize, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from app.views.elided_label import ElidedLabel
from app.views.problems import ProblemsView
from engine.errors import Finding

MOST_LINES = 4


class ProblemText(ElidedLabel):
    """Show one finding's message and cure, wrapped; nothing while none is selected."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start hidden."""
        super().__init__(parent)
        self.setWordWrap(True)
        self.setContentsMargins(8, 3, 8, 3)
        self.setAccessibleName(self.tr("The selected problem"))
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.hide()

    @Slot(object)
    def show_finding(self, finding: Finding | None) -> None:
        """Show a finding, or nothing."""
        if finding is not None:
            self.setText("  ".join(filter(None, (finding.message, finding.cure))))
        self.setVisible(finding is not None)

    def sizeHint(self) -> QSize:
        """Ask for the lines that the text takes at this width, up to a few."""
        margins = self.contentsMargins()
        most = MOST_LINES * self.fontMetrics().lineSpacing() + margins.top() + margins.bottom()
        return QSize(super().sizeHint().width(), min(most, self.heightForWidth(self.width())))

    def minimumSizeHint(self) -> QSize:
        """Ask for no less."""
        return QSize(super().minimumSizeHint().width(), self.sizeHint().height())

    def hasHeightForWidth(self) -> bool:
        """Leave the height to the hints, which know the most that there is room for."""
        return False

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Count the lines anew."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()


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
