"""The provenance pane: every hash with its recipe, and what made it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import (
    QFontDatabase,
    QFontInfo,
    QFontMetrics,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QPalette,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QHeaderView,
    QPushButton,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from app.models.provenance_model import ROW_ROLE, Column, Index, ProvenanceModel
from app.models.provenance_rows import Known, ProvenanceRow, known_after, provenance_rows
from app.views import colors
from engine.snapshot import Snapshot

NAME_CELLS = 30
VALUE_CELLS = 67


class ProvenanceView(QWidget):
    """Show where a snapshot's numbers come from; values of an older document are dimmed."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Lay out the table and its buttons."""
        super().__init__(parent)
        self.provenance_model = ProvenanceModel(self)
        self.table = ProvenanceTable(self.provenance_model, self)
        self._known = Known()
        self.copy_value_button = QPushButton(self.tr("Copy value"), self)
        self.copy_recipe_button = QPushButton(self.tr("Copy command"), self)
        buttons = QVBoxLayout()
        buttons.setContentsMargins(6, 6, 6, 6)
        buttons.setSpacing(4)
        buttons.addWidget(self.copy_value_button)
        buttons.addWidget(self.copy_recipe_button)
        buttons.addStretch(1)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.table, 1)
        layout.addLayout(buttons)
        self.setFocusProxy(self.table)
        self.copy_value_button.clicked.connect(self.copy_value)
        self.copy_recipe_button.clicked.connect(self.copy_recipe)
        self.table.copy_requested.connect(self.copy_value)
        self.table.selectionModel().currentRowChanged.connect(self._enable)
        self.provenance_model.set_rows(provenance_rows(self._known))
        self._enable()

    def set_snapshot(self, snapshot: Snapshot) -> None:
        """Show a snapshot's provenance; what it has not ready stays as it was, dimmed."""
        self._known = known_after(self._known, snapshot)
        self.provenance_model.set_rows(provenance_rows(self._known))

    def copy_value(self) -> None:
        """Copy the current row's value in full."""
        row = self.table.current_row()
        if row is not None:
            QGuiApplication.clipboard().setText(row.value)

    def copy_recipe(self) -> None:
        """Copy the command that recomputes the current row's value."""
        row = self.table.current_row()
        if row is not None and row.recipe:
            QGuiApplication.clipboard().setText(row.recipe)

    def _enable(self) -> None:
        row = self.table.current_row()
        self.copy_value_button.setEnabled(row is not None)
        self.copy_recipe_button.setEnabled(row is not None and bool(row.recipe))


class ProvenanceTable(QTableView):
    """The table of values, in a fixed font where they are hashes and commands."""

    copy_requested = Signal()

    def __init__(self, model: ProvenanceModel, parent: QWidget) -> None:
        """Set the table up."""
        super().__init__(parent)
        self.setModel(model)
        self.setItemDelegate(ProvenanceDelegate(self))
        self.setAccessibleName(self.tr("Provenance"))
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self._size_sections()

    def current_row(self) -> ProvenanceRow | None:
        """Give the row under the cursor."""
        row = self.currentIndex().data(ROW_ROLE)
        return row if isinstance(row, ProvenanceRow) else None

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Copy the current value."""
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy_requested.emit()
        else:
            super().keyPressEvent(event)

    def _size_sections(self) -> None:
        fixed = QFontMetrics(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        rows, columns = self.verticalHeader(), self.horizontalHeader()
        rows.hide()
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        rows.setDefaultSectionSize(round(self.fontMetrics().height() * 1.4))
        columns.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        columns.setStretchLastSection(True)
        columns.setHighlightSections(False)
        self.setColumnWidth(Column.NAME, NAME_CELLS * self.fontMetrics().averageCharWidth())
        self.setColumnWidth(Column.VALUE, VALUE_CELLS * fixed.horizontalAdvance("0"))


class ProvenanceDelegate(QStyledItemDelegate):
    """Names and commands are quiet, hashes are elided in the middle, stale values fade."""

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        """Choose font and colour for one cell."""
        super().initStyleOption(option, index)
        row = index.data(ROW_ROLE)
        if not isinstance(row, ProvenanceRow):
            return
        if row.stale:
            option.palette = colors.stale_palette(option.palette)
        if index.column() != Column.VALUE:
            color = colors.quiet_color(option.palette)
            option.palette.setColor(QPalette.ColorRole.Text, color)
        if index.column() != Column.NAME:
            fixed = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
            fixed.setPointSizeF(QFontInfo(option.font).pointSizeF())
            option.font = fixed
        option.textElideMode = Qt.TextElideMode.ElideMiddle
