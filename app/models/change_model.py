"""The last changes of hashes as a table: time, hash, from and to, cause."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from app.models.change_history import TimedChange
from app.models.compare_cells import fact_names

Index = QModelIndex | QPersistentModelIndex
CHANGE_ROLE = Qt.ItemDataRole.UserRole
SHORT = 8  # digits of a hash


class ChangeModel(QAbstractTableModel):
    """Look changes up, newest first."""

    def __init__(self, parent: QObject | None = None) -> None:
        """Start without changes."""
        super().__init__(parent)
        self._changes: tuple[TimedChange, ...] = ()
        self._names = fact_names()
        self._titles = (
            self.tr("time"),
            self.tr("hash"),
            self.tr("from → to"),
            self.tr("why it changed"),
        )

    def set_changes(self, changes: tuple[TimedChange, ...]) -> None:
        """Show changes; the same object changes nothing."""
        if changes is self._changes:
            return
        self.beginResetModel()
        self._changes = changes
        self.endResetModel()

    def rowCount(self, parent: Index | None = None) -> int:
        """Count the changes."""
        return 0 if parent is not None and parent.isValid() else len(self._changes)

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
        timed = self._changes[index.row()]
        change = timed.change
        if role == CHANGE_ROLE:
            return timed
        if role == Qt.ItemDataRole.ToolTipRole:
            return f"{change.old}\n→ {change.new}\n{change.cause}"
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        return (
            f"{timed.time:%H:%M:%S}",
            self._names.get(change.name, change.name),
            f"{_short(change.old)} → {_short(change.new)}",
            change.cause,
        )[index.column()]


def _short(value: str) -> str:
    return f"{value[:SHORT]}…" if value else "–"
