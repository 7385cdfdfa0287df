"""A file's git revisions as a table: date, commit, author, subject."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from engine.compare.git import Revision

Index = QModelIndex | QPersistentModelIndex
DATE_DIGITS = 16


class RevisionModel(QAbstractTableModel):
    """Look revisions up."""

    def __init__(self, revisions: tuple[Revision, ...], parent: QObject | None = None) -> None:
        """Show revisions, newest first as they come."""
        super().__init__(parent)
        self.revisions = revisions
        self._titles = (self.tr("date"), self.tr("commit"), self.tr("author"), self.tr("subject"))

    def rowCount(self, parent: Index | None = None) -> int:
        """Count the revisions."""
        return 0 if parent is not None and parent.isValid() else len(self.revisions)

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
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Look one cell up."""
        if not index.isValid():
            return None
        one = self.revisions[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            date = one.date[:DATE_DIGITS].replace("T", " ")
            return (date, one.short, one.author, one.subject)[index.column()]
        return f"{one.commit}\n{one.path}" if role == Qt.ItemDataRole.ToolTipRole else None
