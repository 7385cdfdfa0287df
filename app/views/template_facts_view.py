"""What the probe found out about a template, as a table."""

from __future__ import annotations

from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem, QWidget

from app.models.model_index import Index
from app.models.rows_model import ROW_ROLE
from app.models.template_facts import FactModel, FactRow, fact_rows
from app.views import colors
from app.views.fonts import fixed_font
from app.views.table import Table
from engine.template_reporter import TemplateReport

NAME_CELLS = 22


class TemplateFactsView(Table):
    """Show a report's facts; notable ones stand out by weight."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Set the table up."""
        self._facts = FactModel()
        super().__init__(self._facts, parent)
        self.setItemDelegate(_Delegate(self))
        self.setAccessibleName(self.tr("What the template does"))
        self.set_widths(NAME_CELLS)

    def set_report(self, report: TemplateReport | None) -> None:
        """Show what is known of a template."""
        self._facts.set_rows(fact_rows(report))

    def copied(self) -> str | None:
        """Take the current row's value."""
        row = self.currentIndex().data(ROW_ROLE)
        return row.value if isinstance(row, FactRow) else None


class _Delegate(QStyledItemDelegate):
    """Names are quiet, values in a fixed font, notable ones bold."""

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        """Choose font and colour for one cell."""
        super().initStyleOption(option, index)
        row = index.data(ROW_ROLE)
        if not isinstance(row, FactRow):
            return
        if index.column() == 0:
            color = colors.quiet_color(option.palette)
            option.palette.setColor(QPalette.ColorRole.Text, color)
            return
        option.font = fixed_font(option.font)
        option.font.setBold(row.notable)
