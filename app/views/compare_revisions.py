"""The list of a file's git revisions, to take one of them."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QVBoxLayout, QWidget

from app.models.compare_revisions import RevisionModel
from app.models.rows_model import ROW_ROLE
from app.views.table import Table
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
        self._revisions = RevisionModel(revisions)
        self.table = Table(self._revisions, self)
        self.table.setAccessibleName(self.windowTitle())
        self.table.set_widths(*WIDTHS)
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
        self.revision_chosen.emit(self.table.currentIndex().data(ROW_ROLE))
        super().accept()
