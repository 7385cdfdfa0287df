"""The provenance pane: every hash with its recipe, and what made it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QFocusEvent, QFontMetrics, QPalette
from PySide6.QtWidgets import (
    QHBoxLayout,
    QPushButton,
    QSplitter,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from app.clock import local_now
from app.models.change_history import ChangeHistory
from app.models.change_model import ChangeModel
from app.models.model_index import Index
from app.models.provenance_model import Column, ProvenanceModel
from app.models.provenance_rows import Known, ProvenanceRow, known_after, provenance_rows
from app.models.rows_model import ROW_ROLE
from app.views import colors
from app.views.clipboard import copy_text
from app.views.fonts import fixed_font
from app.views.table import Table
from engine.assets.store import asset_root
from engine.profiles import Profile
from engine.provenance import sources_of
from engine.snapshot import Snapshot

NAME_CELLS = 24
RECIPE_CELLS = 60
VALUE_DIGITS = 67
CAUSE_CELLS = 30
PAD = 14  # pixels of a cell that its text does not fill


class ProvenanceView(QWidget):
    """Show where a snapshot's numbers come from and what changed them last.

    Values of an older document are dimmed.
    """

    def __init__(self, parent: QWidget | None = None, profiles: tuple[Profile, ...] = ()) -> None:
        """Lay out the tables and their buttons; `profiles` tell which files were used."""
        super().__init__(parent)
        self._profiles = profiles
        self._known = Known()
        self._history = ChangeHistory(local_now)
        self.provenance_model = ProvenanceModel(self)
        self.table = ProvenanceTable(self.provenance_model, self)
        self.change_model = ChangeModel(self)
        self.changes = ChangeTable(self.change_model, self)
        self.copy_value_button = QPushButton(self.tr("Copy value"), self)
        self.copy_recipe_button = QPushButton(self.tr("Copy command"), self)
        self._lay_out()
        self.copy_value_button.clicked.connect(self.copy_value)
        self.copy_recipe_button.clicked.connect(self.copy_recipe)
        self.table.selectionModel().currentRowChanged.connect(self._enable)
        self._show(self._known)
        self._enable()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Hand the focus on; a focus proxy would keep Tab inside."""
        self.table.setFocus(event.reason())

    def set_snapshot(self, snapshot: Snapshot, *, stale: bool = False) -> None:
        """Show a snapshot's provenance; what it has not ready stays as it was, dimmed.

        All of it is dimmed when it is `stale`: the document has changed since.
        """
        sources = sources_of(snapshot.document, self._profiles, asset_root())
        known = known_after(self._known, snapshot, sources)
        self._show(known.aged() if stale else known)
        self._history.add(snapshot)
        self.change_model.set_rows(self._history.changes)

    def forget(self) -> None:
        """Show no values: the last ones are of another document; why hashes changed stays."""
        self._show(Known(file=self._known.file))

    def set_file(self, path: Path | None) -> None:
        """Write the commands for the file that holds the document; None when none does."""
        self._show(replace(self._known, file=path))

    def age(self) -> None:
        """Dim every value: the document has changed."""
        self._show(self._known.aged())

    def set_profiles(self, profiles: tuple[Profile, ...]) -> None:
        """Learn which files other profiles use, from the next snapshot on."""
        self._profiles = profiles

    def copy_value(self) -> None:
        """Copy the current row's value in full."""
        self.table.copy()

    def copy_recipe(self) -> None:
        """Copy the command that recomputes the current row's value, and what it needs first."""
        row = self.table.current_row()
        if row is not None and row.recipe is not None:
            copy_text(row.recipe.script)

    def _show(self, known: Known) -> None:
        self._known = known
        self.provenance_model.set_rows(provenance_rows(known))

    def _enable(self) -> None:
        row = self.table.current_row()
        self.copy_value_button.setEnabled(row is not None)
        self.copy_recipe_button.setEnabled(row is not None and row.recipe is not None)

    def _lay_out(self) -> None:
        buttons = QVBoxLayout()
        buttons.setContentsMargins(6, 6, 6, 6)
        buttons.setSpacing(4)
        buttons.addWidget(self.copy_value_button)
        buttons.addWidget(self.copy_recipe_button)
        buttons.addStretch(1)
        splitter = QSplitter(Qt.Orientation.Horizontal, self)
        splitter.addWidget(self.table)
        splitter.addWidget(self.changes)
        splitter.setStretchFactor(0, 5)
        splitter.setStretchFactor(1, 4)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(splitter, 1)
        layout.addLayout(buttons)


class ChangeTable(Table):
    """The last changes of hashes."""

    def __init__(self, model: ChangeModel, parent: QWidget) -> None:
        """Set the table up."""
        super().__init__(model, parent)
        self.setAccessibleName(self.tr("Why hashes changed"))
        metrics = self.fontMetrics()
        needed = (metrics.horizontalAdvance(text) + PAD for text in model.widest)
        self.set_widths(*needed, CAUSE_CELLS * metrics.averageCharWidth(), cell=1)

    def copied(self) -> str | None:
        """Take the current change: both values in full and the cause."""
        text = self.currentIndex().data(Qt.ItemDataRole.ToolTipRole)
        return text if isinstance(text, str) else None


class ProvenanceTable(Table):
    """The table of values, in a fixed font where they are hashes and commands."""

    def __init__(self, model: ProvenanceModel, parent: QWidget) -> None:
        """Set the table up."""
        super().__init__(model, parent)
        self.setItemDelegate(ProvenanceDelegate(self))
        self.setAccessibleName(self.tr("Provenance"))
        digit = QFontMetrics(fixed_font()).horizontalAdvance("0")
        self.set_widths(NAME_CELLS, VALUE_DIGITS, RECIPE_CELLS, cell=digit)

    def current_row(self) -> ProvenanceRow | None:
        """Give the row under the cursor."""
        row = self.currentIndex().data(ROW_ROLE)
        return row if isinstance(row, ProvenanceRow) else None

    def copied(self) -> str | None:
        """Take the current value in full."""
        row = self.current_row()
        return None if row is None else row.value


class ProvenanceDelegate(QStyledItemDelegate):
    """Names and commands are quiet, hashes are elided in the middle, stale values fade."""

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        """Choose font and colour for one cell."""
        super().initStyleOption(option, index)
        row = index.data(ROW_ROLE)
        if not isinstance(row, ProvenanceRow):
            return
        palette = option.palette
        value = index.column() == Column.VALUE
        color = colors.text_color(palette) if value else colors.quiet_color(palette)
        color = colors.shown_color(palette, color, stale=row.stale)
        option.palette.setColor(QPalette.ColorRole.Text, color)
        if index.column() != Column.NAME:
            option.font = fixed_font(option.font)
        option.textElideMode = Qt.TextElideMode.ElideMiddle
