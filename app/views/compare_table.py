"""The table of one document under every profile."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPalette, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from app.models.compare_cells import Cell, MatrixRow
from app.models.compare_model import CELL_ROLE, ROW_ROLE, CompareModel
from app.models.model_index import Index
from app.views import colors
from app.views.fonts import fixed_font
from app.views.table import Table
from engine.compare.matrix import Column

NAME_CELLS, COLUMN_CELLS = 25, 22


class CompareTable(Table):
    """Show the facts; `profile_activated` brings the profile that Enter or a double click means."""

    profile_activated = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        """Set the table up, empty."""
        self.compare_model = CompareModel()
        super().__init__(self.compare_model, parent)
        self._delegate = CompareDelegate(self)
        self.setItemDelegate(self._delegate)
        self.setAccessibleName(self.tr("The document under every profile"))
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectItems)
        self.horizontalHeader().setStretchLastSection(False)
        self.compare_model.modelReset.connect(self._size_columns)
        self.activated.connect(self._activate)

    def set_columns(self, columns: tuple[Column, ...], own: str) -> None:
        """Show columns; `own` is the document's profile."""
        self.compare_model.set_columns(columns, own)

    def set_stale(self, stale: bool) -> None:
        """Dim the table while it belongs to an older document."""
        self._delegate.stale = stale
        self.viewport().update()

    def copied(self) -> str | None:
        """Take the current cell in full."""
        cell = self.currentIndex().data(CELL_ROLE)
        return cell.full or cell.text if isinstance(cell, Cell) else None

    def _activate(self, index: Index) -> None:
        if index.column() > 0:
            self.profile_activated.emit(self.compare_model.columns[index.column() - 1].profile)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share the width among the profiles."""
        super().resizeEvent(event)
        self._share_width()

    def _share_width(self) -> None:
        cell = self.fontMetrics().averageCharWidth()
        count = self.compare_model.columnCount() - 1
        self.setColumnWidth(0, NAME_CELLS * cell)
        spare = self.viewport().width() - NAME_CELLS * cell
        for column in range(1, count + 1):
            self.setColumnWidth(column, max(COLUMN_CELLS * cell, spare // count))

    def _size_columns(self) -> None:
        self._share_width()
        for row in range(self.compare_model.rowCount()):
            laid = self.compare_model.index(row, 0).data(ROW_ROLE)
            if isinstance(laid, MatrixRow) and laid.is_group:
                self.setSpan(row, 0, 1, max(2, self.compare_model.columnCount()))


class CompareDelegate(QStyledItemDelegate):
    """What equals the document's own is quiet, what differs is bold, problems have their colour."""

    def __init__(self, parent: QWidget) -> None:
        """Start with current values."""
        super().__init__(parent)
        self.stale = False

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        """Choose font and colour for one cell."""
        super().initStyleOption(option, index)
        cell, row = index.data(CELL_ROLE), index.data(ROW_ROLE)
        if not isinstance(cell, Cell) or not isinstance(row, MatrixRow):
            return
        palette = option.palette
        quiet = index.column() == 0 or cell.differs is False
        color = colors.quiet_color(palette) if quiet else colors.text_color(palette)
        if cell.bad:
            color = colors.severity_color(palette, "warning")
        if cell.is_hash:
            option.font = fixed_font(option.font)
        option.font.setBold(bool(cell.differs) or row.is_group)
        color = colors.shown_color(palette, color, stale=self.stale)
        option.palette.setColor(QPalette.ColorRole.Text, color)
        option.textElideMode = Qt.TextElideMode.ElideRight
