"""The question what a new vector is called."""

from __future__ import annotations

import re
from pathlib import Path

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLabel,
    QLineEdit,
    QVBoxLayout,
    QWidget,
)

from engine.golden.cases import CASE_NAME

_UNFIT = re.compile(r"[^A-Za-z0-9._-]+")


class NewVectorDialog(QDialog):
    """Ask for a case's name and a note; `case_named` carries both."""

    case_named = Signal(str, str)

    def __init__(self, folder: Path, profile: str, case: str, parent: QWidget) -> None:
        """Offer `case` as the name."""
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("New golden vector"))
        self.case = QLineEdit(case, self)
        self.case.setAccessibleName(self.tr("Case"))
        self.note = QLineEdit(self)
        self.note.setPlaceholderText(self.tr("Why it exists"))
        self.note.setAccessibleName(self.tr("Note"))
        where = QLabel(self.tr("{0}, rendered under {1}").format(folder, profile), self)
        where.setWordWrap(True)
        self._buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel, self
        )
        form = QFormLayout()
        form.addRow(self.tr("Folder"), where)
        form.addRow(self.tr("&Case"), self.case)
        form.addRow(self.tr("&Note"), self.note)
        column = QVBoxLayout(self)
        column.addLayout(form)
        column.addWidget(self._buttons)
        self.setMinimumWidth(28 * self.fontMetrics().height())
        self._buttons.accepted.connect(self.accept)
        self._buttons.rejected.connect(self.reject)
        self.accepted.connect(self._tell)
        self.case.textChanged.connect(self._check)
        self._check(case)
        self.case.selectAll()

    @Slot(str)
    def _check(self, text: str) -> None:
        """Take only what can name a file."""
        button = self._buttons.button(QDialogButtonBox.StandardButton.Ok)
        button.setEnabled(CASE_NAME.fullmatch(text) is not None)

    @Slot()
    def _tell(self) -> None:
        self.case_named.emit(self.case.text(), self.note.text().strip())


def case_name(text: str) -> str:
    """Turn a file's or a context's name into one that a case can have.

    >>> case_name("late payer.loupe.json")
    'late_payer'
    """
    name = text.removesuffix(".json").removesuffix(".loupe")
    return _UNFIT.sub("_", name).strip("._-") or "case"
