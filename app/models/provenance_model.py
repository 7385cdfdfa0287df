"""Provenance rows as a table: name, value, how to recompute it."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from app.models.provenance_rows import ProvenanceRow

Index = QModelIndex | QPersistentModelIndex
ROW_ROLE = Qt.ItemDataRole.UserRole


class Column(IntEnum):
    """Name the columns."""

    NAME = 0
    VALUE = 1
    RECIPE = 2


class ProvenanceModel(QAbstractTableModel):
    """Look rows up."""

    def __init__(self, parent: QObject | None = None) -> None:
        """Start without rows."""
        super().__init__(parent)
        self._rows: tuple[ProvenanceRow, ...] = ()
        self._titles = (self.tr("what"), self.tr("value"), self.tr("recompute in a shell"))

    def set_rows(self, rows: tuple[ProvenanceRow, ...]) -> None:
        """Show rows; equal ones change nothing, and the selection stays when only values do."""
        if rows is self._rows or rows == self._rows:
            return
        if len(rows) == len(self._rows):
            self._rows = rows
            last = self.index(len(rows) - 1, len(self._titles) - 1)
            self.dataChanged.emit(self.index(0, 0), last)
            return
        self.beginResetModel()
        self._rows = rows
        self.endResetModel()

    def rowCount(self, parent: Index | None = None) -> int:
        """Count the rows."""
        return 0 if parent is not None and parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index | None = None) -> int:
        """Count the columns."""
        return 0 if parent is not None and parent.isValid() else len(self._titles)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """Title the columns."""
        horizontal = orientation is Qt.Orientation.Horizontal and section < len(self._titles)
        if horizontal and role == Qt.ItemDataRole.DisplayRole:
            return self._titles[section]
        if horizontal and role == Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Look one cell up."""
        if not index.isValid():
            return None
        row = self._rows[index.row()]
        if role == ROW_ROLE:
            return row
        recipe = row.recipe
        text = (row.name, row.value, recipe.command if recipe else "")[index.column()]
        if recipe and index.column() == Column.RECIPE and role == Qt.ItemDataRole.ToolTipRole:
            return recipe.script
        if role == Qt.ItemDataRole.DisplayRole:
            return text
        return text or None if role == Qt.ItemDataRole.ToolTipRole else None
