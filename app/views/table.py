"""A read-only table of rows, set up alike wherever one is shown."""

from __future__ import annotations

from PySide6.QtCore import QAbstractItemModel
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from app.views.clipboard import copy_text

ROW_HEIGHT = 1.4  # of a line of text


class Table(QTableView):
    """Show a model whose rows are chosen whole, one at a time; the last column takes the rest.

    Rows have one height, columns are the user's to resize, and Tab leaves the table.
    """

    def __init__(self, model: QAbstractItemModel, parent: QWidget | None = None) -> None:
        """Set the table up for a model, which it takes over."""
        super().__init__(parent)
        model.setParent(self)
        self.setModel(model)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        rows, columns = self.verticalHeader(), self.horizontalHeader()
        rows.hide()
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        rows.setDefaultSectionSize(round(self.fontMetrics().height() * ROW_HEIGHT))
        columns.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        columns.setStretchLastSection(True)
        columns.setHighlightSections(False)

    def set_widths(self, *cells: int) -> None:
        """Make the first columns so many average characters wide."""
        for column, count in enumerate(cells):
            self.setColumnWidth(column, count * self.fontMetrics().averageCharWidth())

    def copied(self) -> str | None:
        """Give what Copy takes: the current cell's text, or nothing."""
        text = self.currentIndex().data()
        return text if isinstance(text, str) else None

    def copy(self) -> None:
        """Copy, when there is something to copy."""
        text = self.copied()
        if text is not None:
            copy_text(text)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Copy, or do what tables do."""
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        else:
            super().keyPressEvent(event)
