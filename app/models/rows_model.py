"""An immutable tuple of rows as a table with titled columns."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

from PySide6.QtCore import QObject, Qt

from app.models.model_index import Index
from app.models.titled_table import TitledTable

Row = TypeVar("Row")
ROW_ROLE = Qt.ItemDataRole.UserRole


class RowsModel(TitledTable, Generic[Row]):
    """Look rows up; a subclass says what stands in a cell, and `ROW_ROLE` gives the row itself."""

    def __init__(self, parent: QObject | None = None) -> None:
        """Start without rows; a subclass titles the columns."""
        super().__init__(parent)
        self._rows: tuple[Row, ...] = ()

    @property
    def rows(self) -> tuple[Row, ...]:
        """Give the rows in order."""
        return self._rows

    def set_rows(self, rows: tuple[Row, ...]) -> None:
        """Show rows; the same tuple, or an equal one, changes nothing."""
        if rows is not self._rows and rows != self._rows:
            self.replace_rows(rows)

    def replace_rows(self, rows: tuple[Row, ...]) -> None:
        """Show rows, and ask for every cell again even where they are equal."""
        self.beginResetModel()
        self._rows = rows
        self.endResetModel()

    def count(self) -> int:
        """Count the rows."""
        return len(self._rows)

    def text(self, row: Row, column: int, /) -> str:
        """Write one cell."""
        raise NotImplementedError

    def tip(self, row: Row, column: int, /) -> str:
        """Write the tool tip of one cell: its text, which may be too long to be seen whole."""
        return self.text(row, column)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Look one cell up."""
        if not index.isValid():
            return None
        row = self._rows[index.row()]
        if role == ROW_ROLE:
            return row
        if role == Qt.ItemDataRole.DisplayRole:
            return self.text(row, index.column())
        return (
            self.tip(row, index.column()) or None if role == Qt.ItemDataRole.ToolTipRole else None
        )
