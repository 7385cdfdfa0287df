"""The problems pane: findings with their place and cure."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtGui import (
    QAction,
    QContextMenuEvent,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QMenu,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from app.models.finding_model import KEPT_ROLE, Column, FindingModel
from app.models.model_index import Index
from app.models.rows_model import ROW_ROLE
from app.views import colors
from app.views.reason_dialog import ReasonDialog
from app.views.severity import severity_icon
from app.views.table import Table, fitted
from engine.errors import Finding

PAD = 12  # pixels of a cell that its text does not fill
FACTS_SHARE = 0.4  # of the width, at most: for severity, id and place together
MESSAGE_SHARE = 0.7  # of the rest, at most
MEASURED = 100  # rows, from the first on
QUIET = frozenset({Column.ID, Column.PLACE, Column.CURE})


class ProblemsView(Table):
    """Show findings; `finding_activated` carries the one that was double-clicked or entered.

    `finding_chosen` carries the selected one, None when none is.
    """

    finding_activated = Signal(object)
    finding_chosen = Signal(object)
    title_changed = Signal(str)
    hide_asked = Signal(object, str)
    show_asked = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        """Set the table up."""
        self.finding_model = FindingModel()
        super().__init__(self.finding_model, parent)
        self._delegate = FindingDelegate(self)
        self.setItemDelegate(self._delegate)
        self.setAccessibleName(self.tr("Problems"))
        self.set_widths(*(1,) * len(Column))
        self.doubleClicked.connect(self._activate)
        self.hide_action = QAction(self.tr("&Hide with a reason…"), self)
        self.hide_action.triggered.connect(self._ask_reason)
        self.show_action = QAction(self.tr("&Show again"), self)
        self.show_action.triggered.connect(self._show_again)
        self.list_hidden_action = QAction(self.tr("List hidden &findings"), self)
        self.list_hidden_action.setCheckable(True)
        self.list_hidden_action.toggled.connect(self._list_hidden)

    @property
    def title(self) -> str:
        """Name the pane with the counts of errors and warnings, in words for one tab."""
        counts = self.finding_model.counts()
        total = sum(counts.values())
        hidden = self.finding_model.hidden_count()
        ending = self.tr("  ({0} hidden)").format(hidden) if hidden else ""
        if not total:
            return self.tr("Problems") + ending
        marks = (("✘", counts["error"]), ("⚠", counts["warning"]), ("ℹ", counts["info"]))
        numbers = " ".join(f"{mark} {count}" for mark, count in marks if count)
        return self.tr("Problems  {0}").format(numbers) + ending

    def set_findings(self, findings: tuple[Finding, ...], kept: tuple[Finding, ...] = ()) -> None:
        """Show findings; the selected row stays selected when it is still there.

        `kept` are of the last scores, shown dimmed until there are new ones.
        """
        selected = self.currentIndex().data(ROW_ROLE)
        before = self.title
        self.finding_model.set_kept(kept)
        self.finding_model.set_rows((*findings, *kept))
        self.viewport().update()
        self._fit()
        if selected in self.finding_model.rows:
            self.selectRow(self.finding_model.rows.index(selected))
        self.finding_chosen.emit(self._selected())
        if self.title != before:
            self.title_changed.emit(self.title)

    def set_stale(self, stale: bool) -> None:
        """Dim the findings while they are about an older document."""
        if stale != self._delegate.stale:
            self._delegate.stale = stale
            self.viewport().update()

    def currentChanged(self, current: Index, previous: Index) -> None:
        """Tell which finding is selected."""
        super().currentChanged(current, previous)
        self.finding_chosen.emit(self._selected())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the selected finding in view: its text takes room below."""
        super().resizeEvent(event)
        if self.currentIndex().isValid():
            self.scrollTo(self.currentIndex())

    def minimumSizeHint(self) -> QSize:
        """Ask for the header and a row: the window may be low."""
        rows = self.horizontalHeader().height() + self.verticalHeader().defaultSectionSize()
        return QSize(super().minimumSizeHint().width(), rows + 2 * self.frameWidth())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Activate the selected finding with Enter."""
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self._activate(self.currentIndex())
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offer to hide the selected finding, and to list the hidden ones."""
        menu = self.menu()
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(event.globalPos())

    def menu(self) -> QMenu:
        """Make the menu for the selected finding."""
        finding = self._selected()
        menu = QMenu(self)
        if finding is not None:
            menu.addAction(self.show_action if finding.hidden else self.hide_action)
            menu.addSeparator()
        menu.addAction(self.list_hidden_action)
        return menu

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

    def _fit(self) -> None:
        """Give every column what its texts need, and the message more of the rest than the cure."""
        if self._widths:
            room, needed = self.viewport().width(), self._needed()
            facts = fitted(needed[: Column.MESSAGE], round(room * FACTS_SHARE))
            rest = room - sum(facts)
            least = rest - needed[Column.CURE]
            message = min(needed[Column.MESSAGE], max(least, round(rest * MESSAGE_SHARE)))
            self._widths = (*facts, message, rest - message)
        super()._fit()

    def _needed(self) -> tuple[int, ...]:
        """Measure the longest text of each column."""
        metrics, model = self.fontMetrics(), self.finding_model
        rows = model.rows[:MEASURED]
        header, display = Qt.Orientation.Horizontal, Qt.ItemDataRole.DisplayRole
        titles = [str(model.headerData(at, header, display)) for at in range(len(Column))]
        widths = [
            max(map(metrics.horizontalAdvance, (title, *(model.text(one, at) for one in rows))))
            for at, title in enumerate(titles)
        ]
        widths[Column.SEVERITY] += metrics.height() + PAD  # the icon
        return tuple(width + PAD for width in widths)

    def _selected(self) -> Finding | None:
        finding = self.currentIndex().data(ROW_ROLE)
        return finding if isinstance(finding, Finding) else None

    @Slot()
    def _ask_reason(self) -> None:
        finding = self._selected()
        if finding is None:
            return
        dialog = ReasonDialog(finding, self)
        dialog.textValueSelected.connect(partial(self.hide_asked.emit, finding))
        dialog.open()

    @Slot()
    def _show_again(self) -> None:
        finding = self._selected()
        if finding is not None:
            self.show_asked.emit(finding)

    @Slot(bool)
    def _list_hidden(self, shows: bool) -> None:
        selected = self._selected()
        self.finding_model.set_shows_hidden(shows)
        if selected in self.finding_model.rows:
            self.selectRow(self.finding_model.rows.index(selected))

    def _activate(self, index: Index) -> None:
        finding = index.data(ROW_ROLE)
        if isinstance(finding, Finding):
            self.finding_activated.emit(finding)


class FindingDelegate(QStyledItemDelegate):
    """Give the severity its icon and colour; ids, places and cures are quieter than messages.

    What is about an older document, or older scores, is dimmed.
    """

    def __init__(self, parent: QWidget) -> None:
        """Start with current findings."""
        super().__init__(parent)
        self.stale = False

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        """Choose icon and colour for one cell."""
        super().initStyleOption(option, index)
        finding = index.data(ROW_ROLE)
        if not isinstance(finding, Finding):
            return
        palette, stale = option.palette, self.stale or bool(index.data(KEPT_ROLE))
        color = colors.text_color(palette)
        if index.column() == Column.SEVERITY:
            size = option.fontMetrics.height()
            option.icon = severity_icon(finding.severity, palette, size, stale=stale)
            option.features |= QStyleOptionViewItem.ViewItemFeature.HasDecoration
            color = colors.severity_color(palette, finding.severity)
        elif finding.hidden or index.column() in QUIET:
            color = colors.quiet_color(palette)
        color = colors.shown_color(palette, color, stale=stale)
        option.palette.setColor(QPalette.ColorRole.Text, color)
