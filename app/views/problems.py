"""The problems pane: findings with their place and cure."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from app.models.finding_model import FINDING_ROLE, Column, FindingModel, Index
from app.views import colors
from app.views.severity import severity_icon
from engine.errors import Finding

WIDTHS = {Column.SEVERITY: 15, Column.ID: 25, Column.PLACE: 22, Column.MESSAGE: 88}
QUIET = frozenset({Column.ID, Column.PLACE, Column.CURE})


class ProblemsView(QTableView):
    """Show findings; `finding_activated` carries the one that was double-clicked or entered."""

    finding_activated = Signal(object)
    title_changed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        """Set the table up."""
        super().__init__(parent)
        self.finding_model = FindingModel(self)
        self.setModel(self.finding_model)
        self.setItemDelegate(FindingDelegate(self))
        self.setAccessibleName(self.tr("Problems"))
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self._size_sections()
        self.doubleClicked.connect(self._activate)

    @property
    def title(self) -> str:
        """Name the pane with the counts of errors and warnings, in words for one tab."""
        counts = self.finding_model.counts()
        total = sum(counts.values())
        if not total:
            return self.tr("Problems")
        marks = (("✘", counts["error"]), ("⚠", counts["warning"]), ("ℹ", counts["info"]))
        numbers = " ".join(f"{mark} {count}" for mark, count in marks if count)
        return self.tr("Problems  {0}").format(numbers)

    def set_findings(self, findings: tuple[Finding, ...]) -> None:
        """Show findings; the selected row stays selected when it is still there."""
        selected = self.currentIndex().data(FINDING_ROLE)
        before = self.title
        self.finding_model.set_findings(findings)
        if selected in self.finding_model.findings:
            self.selectRow(self.finding_model.findings.index(selected))
        if self.title != before:
            self.title_changed.emit(self.title)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Activate the selected finding with Enter."""
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self._activate(self.currentIndex())
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the findings; a word where there are none."""
        super().paintEvent(event)
        if self.finding_model.rowCount() == 0:
            painter = QPainter(self.viewport())
            painter.setPen(colors.quiet_color(self.palette()))
            painter.drawText(
                self.viewport().rect(), Qt.AlignmentFlag.AlignCenter, self.tr("No problems.")
            )
            painter.end()

    def _activate(self, index: Index) -> None:
        finding = index.data(FINDING_ROLE)
        if isinstance(finding, Finding):
            self.finding_activated.emit(finding)

    def _size_sections(self) -> None:
        cell = self.fontMetrics().averageCharWidth()
        rows, columns = self.verticalHeader(), self.horizontalHeader()
        rows.hide()
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        rows.setDefaultSectionSize(round(self.fontMetrics().height() * 1.5))
        columns.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        columns.setStretchLastSection(True)
        columns.setHighlightSections(False)
        for column, cells in WIDTHS.items():
            self.setColumnWidth(column, cells * cell)


class FindingDelegate(QStyledItemDelegate):
    """Give the severity its icon and colour; ids, places and cures are quieter than messages."""

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        """Choose icon and colour for one cell."""
        super().initStyleOption(option, index)
        finding = index.data(FINDING_ROLE)
        if not isinstance(finding, Finding):
            return
        if index.column() == Column.SEVERITY:
            size = option.fontMetrics.height()
            option.icon = severity_icon(finding.severity, option.palette, size)
            option.features |= QStyleOptionViewItem.ViewItemFeature.HasDecoration
            color = colors.severity_color(option.palette, finding.severity)
            option.palette.setColor(QPalette.ColorRole.Text, color)
        elif index.column() in QUIET:
            color = colors.quiet_color(option.palette)
            option.palette.setColor(QPalette.ColorRole.Text, color)
