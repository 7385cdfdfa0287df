"""The last changes of hashes as a table: time, hash, from and to, cause."""

from __future__ import annotations

from PySide6.QtCore import QObject

from app.models.change_history import TimedChange
from app.models.compare_cells import fact_names
from app.models.rows_model import RowsModel

SHORT = 8  # digits of a hash


class ChangeModel(RowsModel[TimedChange]):
    """Look changes up, newest first."""

    def __init__(self, parent: QObject | None = None) -> None:
        """Start without changes."""
        super().__init__(parent)
        self._titles = (
            self.tr("time"),
            self.tr("hash"),
            self.tr("from → to"),
            self.tr("why it changed"),
        )
        self._names = fact_names()

    @property
    def widest(self) -> tuple[str, ...]:
        """Give the longest texts that time, hash and change can have."""
        digits = "0" * SHORT
        return "00:00:00", max(self._names.values(), key=len), f"{digits} → {digits}"

    def text(self, row: TimedChange, column: int, /) -> str:
        """Write one cell."""
        change = row.change
        return (
            f"{row.time:%H:%M:%S}",
            self._names.get(change.name, change.name),
            f"{_short(change.old)} → {_short(change.new)}",
            change.cause,
        )[column]

    def tip(self, row: TimedChange, _column: int, /) -> str:
        """Give both values in full and the cause."""
        return f"{row.change.old}\n→ {row.change.new}\n{row.change.cause}"


def _short(value: str) -> str:
    return value[:SHORT] or "–"
