"""The head of the Templates page: which template this is, its hash, and what to do with it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from app.views.colors import quiet_color, severity_color
from app.views.elided_label import ElidedLabel
from app.views.template_picker import TemplatePicker
from engine.template_reporter import TemplateReport


class TemplateBar(QWidget):
    """Choose a template and see what it is; `profile_requested` takes it to page 1."""

    profile_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        """Build the row of controls and the line of facts."""
        super().__init__(parent)
        self.picker = TemplatePicker(self.tr("&Template"), self.tr("Template"), self)
        self.use = QPushButton(self.tr("&Use as profile"), self)
        self.use.setToolTip(self.tr("Render the document of page 1 with this template"))
        self.use.clicked.connect(self.profile_requested)
        self.facts = ElidedLabel(self)
        self.facts.setAccessibleName(self.tr("Identity of the template"))
        self._problem = ""
        row = QHBoxLayout()
        row.addWidget(self.picker, 1)
        row.addWidget(self.use)
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 6, 8, 4)
        column.setSpacing(4)
        column.addLayout(row)
        column.addWidget(self.facts)

    def set_busy(self) -> None:
        """Say that the template is being opened."""
        self._problem = ""
        self.use.setEnabled(False)
        self._say(self.tr("opening…"))

    def set_report(self, report: TemplateReport | None, problem: str) -> None:
        """Show a template's identity, or why there is none."""
        self._problem = problem
        self.use.setEnabled(report is not None)
        self._say(problem if report is None else self._identity(report))

    def changeEvent(self, event: QEvent) -> None:
        """Follow the palette."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._tint()

    def _identity(self, report: TemplateReport) -> str:
        source = report.source
        pinned = self.tr("✔ pinned: {0}, rendered natively too").format(source.label)
        parts = [
            pinned if source.label else self.tr("not pinned: rendered by Jinja alone"),
            self.tr("sha256 {0}").format(source.sha256),
            self.tr("{0} bytes").format(len(source.text.encode("utf-8", "surrogatepass"))),
        ]
        return "   ·   ".join(parts)

    def _say(self, text: str) -> None:
        self.facts.setText(text)
        self._tint()

    def _tint(self) -> None:
        error = severity_color(self.palette(), "error")
        ink = error if self._problem else quiet_color(self.palette())
        self.facts.setStyleSheet(f"color: {ink.name()}")
