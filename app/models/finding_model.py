"""Findings as a table: severity, id, place, message and cure."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QFont

from engine.errors import Finding, Severity

Index = QModelIndex | QPersistentModelIndex
FINDING_ROLE = Qt.ItemDataRole.UserRole
ORDER: tuple[Severity, ...] = ("error", "warning", "info")


class Column(IntEnum):
    """Name the columns."""

    SEVERITY = 0
    ID = 1
    PLACE = 2
    MESSAGE = 3
    CURE = 4


def _rank(finding: Finding) -> tuple[bool, int]:
    return bool(finding.hidden), ORDER.index(finding.severity)


class FindingModel(QAbstractTableModel):
    """Look findings up by row; errors stand first, what the document hides last or not at all."""

    def __init__(self, parent: QObject | None = None) -> None:
        """Start without findings."""
        super().__init__(parent)
        self._given: tuple[Finding, ...] = ()
        self._findings: tuple[Finding, ...] = ()
        self._shows_hidden = False
        self._struck = QFont()
        self._struck.setStrikeOut(True)
        self._titles = (
            self.tr("severity"),
            self.tr("id"),
            self.tr("place"),
            self.tr("message"),
            self.tr("cure"),
        )
        self._severities = {
            "error": self.tr("error"),
            "warning": self.tr("warning"),
            "info": self.tr("info"),
        }

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Give the findings in row order."""
        return self._findings

    def set_findings(self, findings: tuple[Finding, ...]) -> None:
        """Show findings; the same tuple, or an equal one, changes nothing."""
        if findings is self._given or findings == self._given:
            return
        self._given = findings
        self._arrange()

    @property
    def shows_hidden(self) -> bool:
        """Say whether the findings that the document hides are listed."""
        return self._shows_hidden

    def set_shows_hidden(self, shows: bool) -> None:
        """List the findings that the document hides, or leave them out."""
        if shows != self._shows_hidden:
            self._shows_hidden = shows
            self._arrange()

    def counts(self) -> dict[Severity, int]:
        """Count the findings of each severity that the document does not hide."""
        severities = [finding.severity for finding in self._given if not finding.hidden]
        return {severity: severities.count(severity) for severity in ORDER}

    def hidden_count(self) -> int:
        """Count the findings that the document hides."""
        return sum(bool(finding.hidden) for finding in self._given)

    def _arrange(self) -> None:
        self.beginResetModel()
        listed = (one for one in self._given if self._shows_hidden or not one.hidden)
        self._findings = tuple(sorted(listed, key=_rank))
        self.endResetModel()

    def rowCount(self, parent: Index | None = None) -> int:
        """Count the findings."""
        return 0 if parent is not None and parent.isValid() else len(self._findings)

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
        finding = self._findings[index.row()]
        if role == FINDING_ROLE:
            return finding
        if role == Qt.ItemDataRole.DisplayRole:
            return self._text(finding, Column(index.column()))
        if role == Qt.ItemDataRole.ToolTipRole:
            hidden = self.tr("Hidden: {0}").format(finding.hidden) if finding.hidden else ""
            return "\n".join(filter(None, (finding.message, finding.cure, hidden)))
        if role == Qt.ItemDataRole.FontRole and finding.hidden:
            return self._struck
        return None

    def _text(self, finding: Finding, column: Column) -> str:
        return {
            Column.SEVERITY: self._severities[finding.severity],
            Column.ID: finding.id,
            Column.PLACE: str(finding.where),
            Column.MESSAGE: finding.message,
            Column.CURE: finding.cure,
        }[column]
