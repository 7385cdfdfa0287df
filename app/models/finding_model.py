"""Findings as a table: severity, id, place, message and cure."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QFont

from app.models.model_index import Index
from app.models.rows_model import RowsModel
from engine.errors import Finding, Severity

ORDER: tuple[Severity, ...] = ("error", "warning", "info")
KEPT_ROLE = Qt.ItemDataRole.UserRole + 1  # whether a finding is of the last scores


class Column(IntEnum):
    """Name the columns."""

    SEVERITY = 0
    ID = 1
    PLACE = 2
    MESSAGE = 3
    CURE = 4


def _rank(finding: Finding) -> tuple[bool, int]:
    return bool(finding.hidden), ORDER.index(finding.severity)


class FindingModel(RowsModel[Finding]):
    """Look findings up by row; errors stand first, what the document hides last or not at all."""

    def __init__(self, parent: QObject | None = None) -> None:
        """Start without findings."""
        super().__init__(parent)
        self._given: tuple[Finding, ...] = ()
        self._kept: frozenset[Finding] = frozenset()
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

    def set_rows(self, rows: tuple[Finding, ...]) -> None:
        """Show findings; the same tuple, or an equal one, changes nothing."""
        if rows is not self._given and rows != self._given:
            self._given = rows
            self._arrange()

    def set_kept(self, kept: tuple[Finding, ...]) -> None:
        """Say which findings are of the last scores, whatever rows there are."""
        self._kept = frozenset(kept)

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
        listed = (one for one in self._given if self._shows_hidden or not one.hidden)
        self.replace_rows(tuple(sorted(listed, key=_rank)))

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Look one cell up; what the document hides is struck out."""
        if index.isValid() and role == Qt.ItemDataRole.FontRole:
            return self._struck if self.rows[index.row()].hidden else None
        if index.isValid() and role == KEPT_ROLE:
            return self.rows[index.row()] in self._kept
        return super().data(index, role)

    def text(self, row: Finding, column: int, /) -> str:
        """Write one cell."""
        severity = self._severities[row.severity]
        return (severity, row.id, str(row.where), row.message, row.cure)[column]

    def tip(self, row: Finding, _column: int, /) -> str:
        """Give the message, its cure and why it is hidden."""
        hidden = self.tr("Hidden: {0}").format(row.hidden) if row.hidden else ""
        return "\n".join(filter(None, (row.message, row.cure, hidden)))
