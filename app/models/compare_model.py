"""The document under every profile as a table: facts are rows, profiles are columns."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QAbstractTableModel, QObject, Qt

from app.models.compare_cells import Cell, MatrixRow, matrix_rows
from app.models.model_index import Index
from app.models.readable import readable
from engine.compare.matrix import Column

CELL_ROLE = Qt.ItemDataRole.UserRole
ROW_ROLE = Qt.ItemDataRole.UserRole + 1


class CompareModel(QAbstractTableModel):
    """Look facts up."""

    def __init__(self, parent: QObject | None = None) -> None:
        """Start without profiles."""
        super().__init__(parent)
        self._columns: tuple[Column, ...] = ()
        self._rows: tuple[MatrixRow, ...] = ()
        self._own = ""

    @property
    def columns(self) -> tuple[Column, ...]:
        """Give the profiles shown, in order."""
        return self._columns

    def set_columns(self, columns: tuple[Column, ...], own: str) -> None:
        """Show columns; the same ones change nothing, and the same shape keeps the selection."""
        if columns is self._columns and own == self._own:
            return
        rows = matrix_rows(columns, own)
        shape = (len(rows), [column.profile for column in columns], own)
        if shape == (len(self._rows), [column.profile for column in self._columns], self._own):
            self._columns, self._rows = columns, rows
            if rows:
                self.dataChanged.emit(self.index(0, 0), self.index(len(rows) - 1, len(columns)))
            return
        self.beginResetModel()
        self._columns, self._rows, self._own = columns, rows, own
        self.endResetModel()

    def rowCount(self, parent: Index | None = None) -> int:
        """Count the facts."""
        return 0 if parent is not None and parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index | None = None) -> int:
        """Count the facts' names and the profiles."""
        return 0 if parent is not None and parent.isValid() else 1 + len(self._columns)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """Title the columns with their profiles; the document's own is marked."""
        if orientation is not Qt.Orientation.Horizontal or section > len(self._columns):
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        if section == 0:
            return "" if role == Qt.ItemDataRole.DisplayRole else None
        column = self._columns[section - 1]
        if role == Qt.ItemDataRole.DisplayRole:
            own = column.profile == self._own
            name = readable(column.profile)
            return self.tr("● {0} (this)").format(name) if own else name
        return readable(column.title) if role == Qt.ItemDataRole.ToolTipRole else None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Look one cell up."""
        if not index.isValid():
            return None
        row = self._rows[index.row()]
        cell = row.cells[index.column() - 1] if index.column() else Cell(row.name)
        if role == Qt.ItemDataRole.DisplayRole:
            return cell.text
        if role == Qt.ItemDataRole.ToolTipRole:
            return cell.full or None
        if role == CELL_ROLE:
            return cell
        return row if role == ROW_ROLE else None
