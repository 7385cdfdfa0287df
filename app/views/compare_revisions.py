"""The list of a file's git revisions, to take one of them."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QDialogButtonBox,
    QHeaderView,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from app.models.compare_revisions import RevisionModel
from engine.compare.git import Revision

WIDTHS = (17, 10, 18, 40)


class RevisionDialog(QDialog):
    """Offer revisions; `revision_chosen` brings the one that was taken."""

    revision_chosen = Signal(object)

    def __init__(
        self, name: str, revisions: tuple[Revision, ...], parent: QWidget | None = None
    ) -> None:
        """List the revisions of the file called `name`."""
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Revisions of {0}").format(name))
        self.table = QTableView(self)
        self.table.setAccessibleName(self.windowTitle())
        self.table.setModel(RevisionModel(revisions, self))
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.table.setTabKeyNavigation(False)
        self.table.setShowGrid(False)
        self.table.setWordWrap(False)
        rows, columns = self.table.verticalHeader(), self.table.horizontalHeader()
        rows.hide()
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        rows.setDefaultSectionSize(round(self.fontMetrics().height() * 1.4))
        columns.setStretchLastSection(True)
        columns.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        for column, cells in enumerate(WIDTHS):
            self.table.setColumnWidth(column, cells * self.fontMetrics().averageCharWidth())
        kinds = QDialogButtonBox.StandardButton
        buttons = QDialogButtonBox(kinds.Ok | kinds.Cancel, self)
        layout = QVBoxLayout(self)
        layout.addWidget(self.table)
        layout.addWidget(buttons)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        self.table.activated.connect(self.accept)
        self.table.selectRow(0)
        em = self.fontMetrics().height()
        self.resize(46 * em, 24 * em)

    @Slot()
    def accept(self) -> None:
        """Take the revision under the cursor."""
        model = self.table.model()
        assert isinstance(model, RevisionModel)
        self.revision_chosen.emit(model.revisions[self.table.currentIndex().row()])
        super().accept()
