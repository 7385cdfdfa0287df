"""A flat table: a number of rows under titled columns, some of which hold numbers."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QAbstractTableModel, QObject, Qt

from app.models.model_index import Index


class TitledTable(QAbstractTableModel):
    """Title the columns; a subclass counts its rows and says what stands in a cell."""

    numbers: frozenset[int] = frozenset()
    """The columns that stand at the right."""

    def __init__(self, parent: QObject | None = None) -> None:
        """Start without columns; a subclass titles them."""
        super().__init__(parent)
        self._titles: tuple[str, ...] = ()

    def count(self) -> int:
        """Count the rows."""
        raise NotImplementedError

    def alignment(self, column: int) -> Qt.AlignmentFlag:
        """Say where a column's title and cells stand."""
        side = Qt.AlignmentFlag.AlignRight if column in self.numbers else Qt.AlignmentFlag.AlignLeft
        return side | Qt.AlignmentFlag.AlignVCenter

    # QAbstractTableModel

    def rowCount(self, parent: Index | None = None) -> int:
        """Count the rows; a cell has none."""
        return 0 if parent is not None and parent.isValid() else self.count()

    def columnCount(self, parent: Index | None = None) -> int:
        """Count the columns; a cell has none."""
        return 0 if parent is not None and parent.isValid() else len(self._titles)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """Title the columns."""
        if orientation is not Qt.Orientation.Horizontal or section >= len(self._titles):
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self._titles[section]
        return self.alignment(section) if role == Qt.ItemDataRole.TextAlignmentRole else None
