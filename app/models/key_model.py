"""The keys of a vector's file that differ besides its text, as a table."""

from __future__ import annotations

from PySide6.QtCore import QObject

from app.models.rows_model import RowsModel
from engine.golden.compare import KeyDifference


class KeyModel(RowsModel[KeyDifference]):
    """Look keys up by row: key, where in its value, expected, live."""

    def __init__(self, parent: QObject | None = None) -> None:
        """Start without keys."""
        super().__init__(parent)
        self._titles = (self.tr("key"), self.tr("at"), self.tr("expected"), self.tr("live"))

    def text(self, row: KeyDifference, column: int, /) -> str:
        """Write one cell."""
        return (row.key, row.place, row.expected, row.live)[column]
