"""The list of a review's vectors with its filter and counts."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QRect, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QLabel,
    QLineEdit,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from app.golden.state_icon import decision_color, paint_state, state_color
from app.models.review_model import ENTRY_ROLE, Filter, Index, ReviewModel, Show
from app.views import colors
from engine.golden.check import State
from engine.golden.decision import Decision, Entry

PADDING = 6
SHOWN_REVISION = 12
KINDS: tuple[Show | State, ...] = (
    Show.TO_REVIEW,
    Show.ALL,
    *State,
    Show.INVISIBLE,
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
        """Say how many there are of each kind; `total` is what a load will come to."""
        counts = self.review_model.counts
        for row, kind in enumerate(KINDS):
            self.kinds.setItemText(row, f"{self._names[kind]}  {counts[kind]:,}")
        parts = [f"{counts[state]:,} {state}" for state in State if counts[state]]
        if counts[Show.ALL] < total:
            parts.append(self.tr("{0:,} of {1:,} judged").format(counts[Show.ALL], total))
        self.summary.setText(" · ".join(parts))
        self.list.viewport().update()

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
        names[Show.INVISIBLE] = self.tr("Only invisible differences")
        names[Show.REJECTED] = self.tr("Rejected")
        return names


class _List(QListView):
    """The rows; a sentence where there are none."""

    def __init__(self, model: ReviewModel, parent: QWidget) -> None:
        super().__init__(parent)
        self.empty_text = ""
        self.setModel(model)
        self.setItemDelegate(VectorDelegate(self))
        self.setUniformItemSizes(True)
        self.setAccessibleName(self.tr("Golden vectors"))
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerItem)
        self.setTabKeyNavigation(False)

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


class VectorDelegate(QStyledItemDelegate):
    """Draw a vector in two lines: shape, case and state; profile, revision and decision."""

    def sizeHint(self, option: QStyleOptionViewItem, _index: Index) -> QSize:
        """Give every row the same height."""
        return QSize(1, 2 * option.fontMetrics.height() + 2 * PADDING)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw one row."""
        entry = index.data(ENTRY_ROLE)
        self.initStyleOption(option, index)
        option.text = ""
        style = option.widget.style()
        style.drawControl(QStyle.ControlElement.CE_ItemViewItem, option, painter, option.widget)
        if isinstance(entry, Entry):
            painter.save()
            self._draw(painter, option, entry)
            painter.restore()

    def _draw(self, painter: QPainter, option: QStyleOptionViewItem, entry: Entry) -> None:
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        palette = QPalette(option.palette)
        if selected:
            group = (
                QPalette.ColorGroup.Active
                if option.state & QStyle.StateFlag.State_Active
                else QPalette.ColorGroup.Inactive
            )
            for role, source in (
                (QPalette.ColorRole.Base, QPalette.ColorRole.Highlight),
                (QPalette.ColorRole.Text, QPalette.ColorRole.HighlightedText),
            ):
                palette.setColor(role, option.palette.color(group, source))
        line = option.fontMetrics.height()
        area = option.rect.adjusted(PADDING, PADDING, -PADDING, -PADDING)
        icon = QRectF(area.left(), area.top() + 1, line - 2, line - 2)
        verdict = entry.verdict
        paint_state(painter, icon, verdict.state, palette)
        text = area.adjusted(line + PADDING, 0, 0, 0)
        above = QRect(text.left(), text.top(), text.width(), line)
        below = QRect(text.left(), text.top() + line, text.width(), line)
        case, where = _split(entry)
        word = verdict.state.value
        self._line(painter, above, case, word, palette, state_color(palette, verdict.state))
        decided = "" if entry.decision is Decision.OPEN else entry.decision.value
        if not decided and verdict.only_invisible:
            decided = self.tr("invisible")
        color = decision_color(palette, entry.decision)
        self._line(painter, below, where, decided, palette, color, quiet=True)

    def _line(
        self,
        painter: QPainter,
        area: QRect,
        text: str,
        word: str,
        palette: QPalette,
        color: QColor,
        *,
        quiet: bool = False,
    ) -> None:
        """Draw a text, and a word at the right end."""
        metrics = painter.fontMetrics()
        space = metrics.horizontalAdvance(word) + PADDING if word else 0
        middle = Qt.AlignmentFlag.AlignVCenter
        painter.setPen(color)
        painter.drawText(area, middle | Qt.AlignmentFlag.AlignRight, word)
        painter.setPen(colors.quiet_color(palette) if quiet else colors.text_color(palette))
        shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, area.width() - space)
        painter.drawText(area, middle | Qt.AlignmentFlag.AlignLeft, shown)


def _split(entry: Entry) -> tuple[str, str]:
    """Split a vector's name into its case, and profile with revision."""
    profile, _, rest = entry.name.partition("__")
    revision, _, case = rest.partition("__")
    if not case:
        return entry.name, ""
    return case, f"{profile} · {revision[:SHOWN_REVISION]}"
