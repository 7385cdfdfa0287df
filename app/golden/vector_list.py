"""The list of a review's vectors with its filter and counts."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QLabel,
    QLineEdit,
    QVBoxLayout,
    QWidget,
)

from app.golden.vector_delegate import VectorDelegate, row_height
from app.models.review_model import ENTRY_ROLE, Filter, ReviewModel, Show
from app.views import colors
from app.views.table import Table
from engine.golden.check import State
from engine.golden.decision import Entry

PADDING = 6
KINDS: tuple[Show | State, ...] = (
    Show.TO_REVIEW,
    Show.ALL,
    *State,
    Show.TEXT,
    Show.INVISIBLE,
    Show.KEYS,
    Show.REJECTED,
)


class VectorList(QWidget):
    """Choose a vector; `vector_chosen` carries its name, or nothing when none is."""

    vector_chosen = Signal(str)
    filter_changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        """Lay the parts out, empty."""
        super().__init__(parent)
        self.review_model = ReviewModel(self)
        self.words = QLineEdit(self)
        self.words.setPlaceholderText(self.tr("Filter by name"))
        self.words.setAccessibleName(self.tr("Filter vectors by name"))
        self.words.setClearButtonEnabled(True)
        self.kinds = QComboBox(self)
        self.kinds.setAccessibleName(self.tr("Which vectors are listed"))
        self.kinds.setSizeAdjustPolicy(
            QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        )
        self.list = _List(self.review_model, self)
        self.summary = QLabel(self)
        self.summary.setWordWrap(True)
        self.summary.setAccessibleName(self.tr("Counts by state"))
        self._names = self._kind_names()
        for kind in KINDS:
            self.kinds.addItem(self._names[kind], kind)
        column = QVBoxLayout(self)
        column.setContentsMargins(PADDING, PADDING, PADDING, PADDING)
        column.setSpacing(PADDING)
        for widget in (self.kinds, self.words, self.list, self.summary):
            column.addWidget(widget, int(widget is self.list))
        self.setFocusProxy(self.list)
        self.setMinimumWidth(15 * self.fontMetrics().height())
        self.words.textChanged.connect(self._filter)
        self.kinds.currentIndexChanged.connect(self._filter)
        self.list.selectionModel().currentChanged.connect(self._tell)

    @property
    def chosen(self) -> Entry | None:
        """Give the chosen vector."""
        entry = self.list.currentIndex().data(ENTRY_ROLE)
        return entry if isinstance(entry, Entry) else None

    def choose(self, name: str) -> bool:
        """Choose a vector; False when it is not listed."""
        row = self.review_model.row_of(name)
        if row >= 0:
            index = self.review_model.index(row)
            self.list.setCurrentIndex(index)
            self.list.scrollTo(index)
        return row >= 0

    def choose_first(self) -> None:
        """Choose the first vector that waits for a decision, else the first one."""
        listed = self.review_model.listed()
        first = next((one for one in listed if one.is_open), listed[0] if listed else None)
        if first is not None:
            self.choose(first.name)

    def choose_next_open(self) -> bool:
        """Go on to the next vector that waits for a decision, around the end."""
        listed = self.review_model.listed()
        row = self.list.currentIndex().row()
        waiting = (one for one in (*listed[row + 1 :], *listed[: max(row, 0)]) if one.is_open)
        found = next(waiting, None)
        return found is not None and self.choose(found.name)

    def show_kind(self, kind: Show | State) -> None:
        """List another kind of vectors."""
        self.kinds.setCurrentIndex(KINDS.index(kind))

    def show_counts(self, total: int) -> None:
        """Say how many there are of each kind; `total` is what a load comes to, or 0."""
        counts = self.review_model.counts
        for row, kind in enumerate(KINDS):
            text = f"{self._names[kind]}  {counts[kind]:,}"
            if text != self.kinds.itemText(row):
                self.kinds.setItemText(row, text)
        parts = [f"{counts[state]:,} {state}" for state in State if counts[state]]
        if counts[Show.ALL] < total:
            parts.append(self.tr("{0:,} of {1:,} judged").format(counts[Show.ALL], total))
        self.summary.setText(" · ".join(parts))

    @Slot()
    def _filter(self) -> None:
        chosen = self.chosen
        kind = KINDS[self.kinds.currentIndex()]
        self.review_model.set_filter(Filter(kind, tuple(self.words.text().lower().split())))
        if chosen is None or not self.choose(chosen.name):
            self.choose_first()
        self.filter_changed.emit()

    @Slot(QModelIndex)
    def _tell(self, index: QModelIndex) -> None:
        entry = index.data(ENTRY_ROLE)
        self.vector_chosen.emit(entry.name if isinstance(entry, Entry) else "")

    def _kind_names(self) -> dict[Show | State, str]:
        names: dict[Show | State, str] = {state: state.value.capitalize() for state in State}
        names[Show.TO_REVIEW] = self.tr("To review")
        names[Show.ALL] = self.tr("All")
        names[Show.TEXT] = self.tr("Text differs")
        names[Show.KEYS] = self.tr("Same text, other keys")
        names[Show.INVISIBLE] = self.tr("Only invisible differences")
        names[Show.REJECTED] = self.tr("Rejected")
        return names


class _List(Table):
    """The rows; a sentence where there are none.

    A table of one column, since it asks the model for visible rows only; a list view asks for
    every row at every change.
    """

    def __init__(self, model: ReviewModel, parent: QWidget) -> None:
        super().__init__(model, parent)
        self.empty_text = ""
        self.setItemDelegate(VectorDelegate(self))
        self.horizontalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(row_height(self.fontMetrics().height()))
        self.setAccessibleName(self.tr("Golden vectors"))
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerItem)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave letters to the page, where they decide, instead of jumping to a name."""
        if event.text().isalpha():
            event.ignore()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the rows, or say why there are none."""
        super().paintEvent(event)
        if self.model().rowCount() == 0:
            painter = QPainter(self.viewport())
            painter.setPen(colors.quiet_color(self.palette()))
            area = self.viewport().rect().adjusted(12, 12, -12, -12)
            flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
            painter.drawText(area, flags, self.empty_text)
            painter.end()
