"""What the probe found out about a template, as a table."""

from __future__ import annotations

from PySide6.QtGui import (
    QFontDatabase,
    QFontInfo,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QPalette,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from app.models.template_facts import FACT_ROLE, FactModel, FactRow, Index, fact_rows
from app.views import colors
from engine.templates.bench import TemplateReport

NAME_CELLS = 22


class TemplateFactsView(QTableView):
    """Show a report's facts; notable ones stand out by weight."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Set the table up."""
        super().__init__(parent)
        self._facts = FactModel(self)
        self.setModel(self._facts)
        self.setItemDelegate(_Delegate(self))
        self.setAccessibleName(self.tr("What the template does"))
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        rows, columns = self.verticalHeader(), self.horizontalHeader()
        rows.hide()
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        rows.setDefaultSectionSize(round(self.fontMetrics().height() * 1.4))
        columns.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        columns.setStretchLastSection(True)
        columns.setHighlightSections(False)
        self.setColumnWidth(0, NAME_CELLS * self.fontMetrics().averageCharWidth())

    def set_report(self, report: TemplateReport | None) -> None:
        """Show what is known of a template."""
        self._facts.set_rows(fact_rows(report))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Copy the current row's value."""
        row = self.currentIndex().data(FACT_ROLE)
        if event.matches(QKeySequence.StandardKey.Copy) and isinstance(row, FactRow):
            QGuiApplication.clipboard().setText(row.value)
        else:
            super().keyPressEvent(event)


class _Delegate(QStyledItemDelegate):
    """Names are quiet, values in a fixed font, notable ones bold."""

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        """Choose font and colour for one cell."""
        super().initStyleOption(option, index)
        row = index.data(FACT_ROLE)
        if not isinstance(row, FactRow):
            return
        if index.column() == 0:
            color = colors.quiet_color(option.palette)
            option.palette.setColor(QPalette.ColorRole.Text, color)
            return
        fixed = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        fixed.setPointSizeF(QFontInfo(option.font).pointSizeF())
        fixed.setBold(row.notable)
        option.font = fixed
