"""The tree of a schema's fields and choices: inline edits, keys, rows that keep their place."""

from __future__ import annotations

from heapq import nlargest

from PySide6.QtCore import QEvent, QModelIndex, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QKeySequence, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTreeView, QWidget

from app.author_action_rows import SCHEMA_ROWS
from app.models.model_index import Index
from app.models.schema_tree import Part, SchemaTreeModel
from app.views.colors import quiet_color
from app.views.schema_form_delegate import SchemaTreeDelegate
from app.views.severity import severity_icon
from engine.errors import Severity
from engine.schema.outline import FieldRow

NAMES_EM = 11
MEASURED = 16  # names whose width is measured
SEVERITIES: tuple[Severity, ...] = ("error", "warning", "info")
KEYS = tuple((str(row.shortcut), row.id.removeprefix("schema_")) for row in SCHEMA_ROWS)


class SchemaTree(QTreeView):
    """Show the fields; `asked` names what a key asked for, `part_chosen` what the user selected."""

    asked = Signal(str)
    part_chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        """Show an empty schema."""
        super().__init__(parent)
        self.rows_model = SchemaTreeModel(self)
        self._quiet = self._fitting = self._resized = False
        self.setModel(self.rows_model)
        self.setAccessibleName(self.tr("Fields and choices"))
        self.setItemDelegate(SchemaTreeDelegate(self))
        self.setUniformRowHeights(True)
        self.setExpandsOnDoubleClick(False)
        self.setTabKeyNavigation(False)
        self.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
        self.setDefaultDropAction(Qt.DropAction.MoveAction)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        triggers = QAbstractItemView.EditTrigger
        self.setEditTriggers(triggers.DoubleClicked | triggers.EditKeyPressed)
        self.header().setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        self.header().setStretchLastSection(True)
        self.header().setMinimumSectionSize(2 * self.fontMetrics().height())
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.header().sectionResized.connect(self._note_resized)
        self._retint()

    @property
    def current_part(self) -> Part | None:
        """Give the part that is selected."""
        return self.rows_model.part(self.currentIndex())

    def set_rows(self, rows: tuple[FieldRow, ...]) -> None:
        """Show fields; expansion, selection and scroll stay as far as the rows are still there."""
        before, part = self.rows_model.rows, self.current_part
        opened = {row.name for number, row in enumerate(before) if self._is_open(number)}
        scroll = self.verticalScrollBar().value()
        self._quiet = True
        if self.rows_model.set_rows(rows):
            known = {row.name for row in before}
            for number, row in enumerate(rows):
                if row.name in opened or row.name not in known:
                    self.expand(self.rows_model.index(number, 0))
            if part is not None:
                self._set_current(_found_again(before, rows, part))
            self.verticalScrollBar().setValue(scroll)
            self._fit()
        self._quiet = False

    def select_part(self, part: Part) -> None:
        """Select a part without saying so."""
        self._quiet = True
        self._set_current(part)
        self._quiet = False
        self.scrollTo(self.currentIndex())

    def currentChanged(self, current: Index, previous: Index) -> None:
        """Say what the user selected."""
        super().currentChanged(current, previous)
        part = self.rows_model.part(current)
        before = self.rows_model.part(previous)
        if not self._quiet and part != before:
            self.part_chosen.emit(part)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave glosses some room beside the names, until the user resizes the columns."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        if not self._resized:
            wanted = max(NAMES_EM * self.fontMetrics().height(), self._names_width())
            width = min(wanted, self.viewport().width() * 3 // 5)
            self._fitting = True
            self.header().resizeSection(0, width)
            self._fitting = False

    def _names_width(self) -> int:
        """Measure the names that have the most characters; each one costs time."""
        rows = self.rows_model.rows
        names: list[tuple[Part, str]] = [((at, None), row.name) for at, row in enumerate(rows)]
        for at, row in enumerate(rows):
            names += [((at, number), one.text) for number, one in enumerate(row.choices)]
        longest = nlargest(MEASURED, names, key=lambda name: len(name[1]))
        return max((self._name_width(part) for part, _ in longest), default=0)

    def _name_width(self, part: Part) -> int:
        depth = 1 if part[1] is None else 2
        hint = self.sizeHintForIndex(self.rows_model.index_of(part))
        return depth * self.indentation() + hint.width()

    @Slot(int)
    def _note_resized(self, column: int) -> None:
        self._resized = self._resized or (column == 0 and not self._fitting)

    def event(self, event: QEvent) -> bool:
        """Keep the tree's own keys from the window's shortcuts."""
        if (
            isinstance(event, QKeyEvent)
            and event.type() == QEvent.Type.ShortcutOverride
            and _command(event)
        ):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Ask for what the key stands for."""
        command = _command(event)
        if command:
            self.asked.emit(command)
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Say how to begin when there is nothing to show and something can be added."""
        super().paintEvent(event)
        if not self.rows_model.rows and not self.rows_model.read_only:
            painter = QPainter(self.viewport())
            painter.setPen(quiet_color(self.palette()))
            em = self.fontMetrics().height()
            area = self.viewport().rect().adjusted(em, em, -em, -em)
            flags = Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap
            painter.drawText(area, flags, self.tr("No fields yet. Insert adds one."))
            painter.end()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the palette."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._retint()

    def _retint(self) -> None:
        size = self.fontMetrics().height()
        palette = self.palette()
        self.rows_model.set_icons({one: severity_icon(one, palette, size) for one in SEVERITIES})

    def _is_open(self, number: int) -> bool:
        return self.isExpanded(self.rows_model.index(number, 0))

    def _set_current(self, part: Part | None) -> None:
        index = QModelIndex() if part is None else self.rows_model.index_of(part)
        if index.isValid():
            self.setCurrentIndex(index)


def _command(event: QKeyEvent) -> str:
    keys = QKeySequence(event.keyCombination())
    return next((command for key, command in KEYS if QKeySequence(key) == keys), "")


def _found_again(
    before: tuple[FieldRow, ...], after: tuple[FieldRow, ...], part: Part
) -> Part | None:
    """Find a part by its name among other rows, else the one that stands in its place."""
    if not after:
        return None
    names = [row.name for row in after]
    name = before[part[0]].name
    field = names.index(name) if name in names else min(part[0], len(after) - 1)
    choice = part[1]
    if choice is None or not after[field].choices or name not in names:
        return field, None
    texts = [row.text for row in after[field].choices]
    text = before[part[0]].choices[choice].text
    return field, texts.index(text) if text in texts else min(choice, len(texts) - 1)
