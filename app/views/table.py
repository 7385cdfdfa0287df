"""A read-only table of rows, set up alike wherever one is shown."""

from __future__ import annotations

from PySide6.QtCore import QAbstractItemModel, Slot
from PySide6.QtGui import QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from app.views.clipboard import copy_text

ROW_HEIGHT = 1.4  # of a line of text
LEAST_CELLS = 4  # of any column
LAST_CELLS = 12  # of a last column that asks for nothing


class Table(QTableView):
    """Show a model whose rows are chosen whole, one at a time; the last column takes the rest.

    Rows have one height, and Tab leaves the table. Columns fit the view, the widest give way
    first, until the user resizes one.
    """

    def __init__(self, model: QAbstractItemModel, parent: QWidget | None = None) -> None:
        """Set the table up for a model, which it takes over."""
        super().__init__(parent)
        self._widths: tuple[int, ...] = ()
        self._fitting = False
        model.setParent(self)
        self.setModel(model)
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
        rows.setDefaultSectionSize(round(self.fontMetrics().height() * ROW_HEIGHT))
        columns.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        columns.setStretchLastSection(True)
        columns.setHighlightSections(False)
        columns.setMinimumSectionSize(LEAST_CELLS * self.fontMetrics().averageCharWidth())
        columns.sectionResized.connect(self._note_resized)

    def set_widths(self, *cells: int, cell: int | None = None) -> None:
        """Make columns so many characters wide, where the view has room for all of them.

        `cell` is a character's width, an average one's when it is not given. A last column
        without a width of its own asks for a little.
        """
        cells += (LAST_CELLS,) * (len(cells) < self.model().columnCount())
        unit = cell or self.fontMetrics().averageCharWidth()
        self._widths = tuple(count * unit for count in cells)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the columns anew."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        self._fitting = True
        for column, width in enumerate(fitted(self._widths, self.viewport().width())):
            self.setColumnWidth(column, width)
        self.updateGeometries()  # at once: the scroll bar still counts the columns as they were
        self._fitting = False

    @Slot(int, int, int)
    def _note_resized(self, column: int, _before: int, _after: int) -> None:
        """Leave the columns to the user from the first one resized on."""
        if not self._fitting and column < len(self._widths) - 1:
            self._widths = ()

    def copied(self) -> str | None:
        """Give what Copy takes: the current cell's text, or nothing."""
        text = self.currentIndex().data()
        return text if isinstance(text, str) else None

    def copy(self) -> None:
        """Copy, when there is something to copy."""
        text = self.copied()
        if text is not None:
            copy_text(text)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Copy, or do what tables do."""
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        else:
            super().keyPressEvent(event)


def fitted(widths: tuple[int, ...], room: int) -> tuple[int, ...]:
    """Cut the widest down to one width, so that all fit the room.

    >>> fitted((20, 100, 60), 200), fitted((20, 100, 60), 120)
    ((20, 100, 60), (20, 50, 50))
    """
    most, left = max(widths, default=0), room
    for count, width in zip(range(len(widths), 0, -1), sorted(widths), strict=True):
        if width * count > left:
            most = max(0, left // count)
            break
        left -= width
    return tuple(min(width, most) for width in widths)
