"""The table of a template's keyword arguments."""

from __future__ import annotations

from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from app.models.kwarg_model import KwargModel
from engine.profiles import KwargValue

ROWS_SHOWN = 4


class KwargTable(QTableView):
    """Edit keyword arguments in place; Delete takes the current row away."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Show none yet."""
        super().__init__(parent)
        self.rows = KwargModel(self)
        self.setModel(self.rows)
        self.setAccessibleName(self.tr("Template arguments"))
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setTabKeyNavigation(False)
        self.setWordWrap(False)
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        height = round(self.fontMetrics().height() * 1.6)
        self.verticalHeader().setDefaultSectionSize(height)
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        self.horizontalHeader().setStretchLastSection(True)
        self.horizontalHeader().resizeSection(0, 9 * self.fontMetrics().height())
        self.setMaximumHeight((ROWS_SHOWN + 1) * height)
        self.setMinimumHeight(3 * height)

    def set_kwargs(self, kwargs: tuple[tuple[str, KwargValue], ...], *, read_only: bool) -> None:
        """Show keyword arguments."""
        self.rows.set_kwargs(kwargs, read_only=read_only)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take the current row away on Delete."""
        if event.matches(QKeySequence.StandardKey.Delete):
            self.rows.remove(self.currentIndex().row())
        else:
            super().keyPressEvent(event)
