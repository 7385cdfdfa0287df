"""Provenance rows as a table: name, value, how to recompute it."""

from __future__ import annotations

from enum import IntEnum

from PySide6.QtCore import QObject

from app.models.provenance_rows import ProvenanceRow
from app.models.rows_model import RowsModel


class Column(IntEnum):
    """Name the columns."""

    NAME = 0
    VALUE = 1
    RECIPE = 2


class ProvenanceModel(RowsModel[ProvenanceRow]):
    """Look rows up."""

    def __init__(self, parent: QObject | None = None) -> None:
        """Start without rows."""
        super().__init__(parent)
        self._titles = (self.tr("what"), self.tr("value"), self.tr("recompute in a shell"))

    def replace_rows(self, rows: tuple[ProvenanceRow, ...]) -> None:
        """Show rows; the selection stays when only values change."""
        if len(rows) != len(self.rows):
            super().replace_rows(rows)
            return
        self._rows = rows
        self.dataChanged.emit(self.index(0, 0), self.index(len(rows) - 1, Column.RECIPE))

    def text(self, row: ProvenanceRow, column: int, /) -> str:
        """Write one cell."""
        return (row.name, row.value, row.recipe.command if row.recipe else "")[column]

    def tip(self, row: ProvenanceRow, column: int, /) -> str:
        """Give a command with what it needs first, another cell as it is."""
        if row.recipe and column == Column.RECIPE:
            return row.recipe.script
        return self.text(row, column)
