"""The question why a finding is to be hidden; without an answer there is no OK."""

from __future__ import annotations

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QDialogButtonBox, QInputDialog, QLabel, QWidget

from engine.errors import Finding

LINE_EM = 30


class ReasonDialog(QInputDialog):
    """Ask for a reason; `textValueSelected` carries it."""

    def __init__(self, finding: Finding, parent: QWidget | None = None) -> None:
        """Say what is about to be hidden."""
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Hide {0}").format(finding.id))
        question = self.tr("Why is it all right to hide this? The document keeps your answer.")
        self.setLabelText(f"{finding.message}\n\n{question}")
        self.setOkButtonText(self.tr("&Hide"))
        for label in self.findChildren(QLabel):
            label.setTextFormat(Qt.TextFormat.PlainText)  # a message may quote a tag
            label.setWordWrap(True)
        self.setMinimumWidth(LINE_EM * self.fontMetrics().height())
        self.textValueChanged.connect(self._check)
        self._check(self.textValue())

    @Slot(str)
    def _check(self, reason: str) -> None:
        for box in self.findChildren(QDialogButtonBox):
            box.button(QDialogButtonBox.StandardButton.Ok).setEnabled(bool(reason.strip()))
