"""The keys of a vector's file that differ besides its text, as a table."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from engine.golden.compare import KeyDifference

Index = QModelIndex | QPersistentModelIndex


class KeyModel(QAbstractTableModel):
    """Look keys up by row: key, where in its value, expected, live."""

    def __init__(self, parent: QObject | None = None) -> None:
        """Start without keys."""
        super().__init__(parent)
        self._keys: tuple[KeyDifference, ...] = ()
        self._titles = (self.tr("key"), self.tr("at"), self.tr("expected"), self.tr("live"))

    def set_keys(self, keys: tuple[KeyDifference, ...]) -> None:
        """Show keys; the same tuple changes nothing."""
        if keys is not self._keys:
            self.beginResetModel()
            self._keys = keys
            self.endResetModel()

    def rowCount(self, parent: Index | None = None) -> int:
        """Count the keys."""
        return 0 if parent is not None and parent.isValid() else len(self._keys)

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
        if not index.isValid() or role not in {
            Qt.ItemDataRole.DisplayRole,
            Qt.ItemDataRole.ToolTipRole,
        }:
            return None
        key = self._keys[index.row()]
        return (key.key, key.place, key.expected, key.live)[index.column()]
