"""The decisions pane: a card per field with a bar per choice, and the state of scoring."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt, Signal, Slot
from PySide6.QtGui import QFocusEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QStyleOptionViewItem,
    QToolButton,
    QTreeView,
    QVBoxLayout,
    QWidget,
)

from app.models.decision_model import DecisionModel
from app.models.model_index import Index
from app.views import colors
from app.views.decision_delegate import DecisionDelegate
from app.views.decision_state import StateStrip
from engine import snapshot
from engine.scoring.result import Scores
from engine.snapshot import Blocked, Failed, Ready

WIDTH_EM = 23


class DecisionsView(QWidget):
    """Show scores; without current ones keep the last, dimmed, and say why."""

    stop_requested = Signal()
    model_requested = Signal()
    pinned_changed = Signal(bool)
    can_pin_changed = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        """Lay out strip and tree."""
        super().__init__(parent)
        self.decision_model = DecisionModel(self)
        self.strip = StateStrip(self)
        self.tree = DecisionTree(self.decision_model, self)
        self.pin_button = QToolButton(self)
        self.pin_button.setText(self.tr("Pin baseline"))
        self.pin_button.setToolTip(
            self.tr("From now on, show how each probability differs from what it is now.")
        )
        self.pin_button.setCheckable(True)
        self.pin_button.setEnabled(False)
        self._activity = ""
        self._slot: snapshot.Slot[Scores] | None = None
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.strip)
        layout.addWidget(self.tree, 1)
        layout.addWidget(self.pin_button)
        self.pin_button.clicked.connect(self.pin)
        self.strip.stop_requested.connect(self.stop_requested)
        self.strip.model_requested.connect(self.model_requested)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Hand the focus on; a focus proxy would keep Tab inside."""
        self.tree.setFocus(event.reason())

    def set_slot(self, slot: snapshot.Slot[Scores]) -> None:
        """Show a snapshot's scores."""
        if slot is self._slot:
            self.set_stale(not isinstance(slot, Ready))
            return
        self._slot = slot
        if isinstance(slot, Ready):
            self.decision_model.set_scores(slot.value)
            self._show_pin()
        self.set_stale(not isinstance(slot, Ready))
        self._show_state()

    def forget(self) -> None:
        """Show no scores: the last ones are of another tokenizer."""
        self._slot = None
        self.decision_model.set_scores(None)
        self._show_pin()

    def set_activity(self, text: str) -> None:
        """Say what scoring is doing while it runs; an empty text when it does not."""
        self._activity = text
        self._show_state()

    def set_stale(self, stale: bool) -> None:
        """Dim the numbers at once when they belong to an older document."""
        self.tree.set_stale(stale)

    @property
    def can_pin(self) -> bool:
        """Say whether there are probabilities to pin."""
        return bool(self.decision_model.fields)

    @Slot(bool)
    def pin(self, pinned: bool) -> None:
        """Show changes from the present probabilities from now on, or no changes."""
        model = self.decision_model
        model.set_baseline(model.scores if pinned and self.can_pin else None)
        self._show_pin()

    def sizeHint(self) -> QSize:
        """Ask for the width at which names, bars and numbers can be read."""
        return QSize(WIDTH_EM * self.fontMetrics().height(), super().sizeHint().height())

    def _show_pin(self) -> None:
        self.pin_button.setEnabled(self.can_pin)
        self.pin_button.setChecked(self.decision_model.pinned)
        self.can_pin_changed.emit(self.can_pin)
        self.pinned_changed.emit(self.decision_model.pinned)

    def _show_state(self) -> None:
        slot = self._slot
        if isinstance(slot, Failed):
            finding = slot.findings[0]
            text = " ".join(map(_sentence, filter(None, (finding.message, finding.cure))))
            self.strip.show_note(text, finding.severity, model=finding.where.owner == "model")
        elif isinstance(slot, Blocked):
            self._show_blocked(slot)
        elif self._activity:
            self.strip.show_progress(self._activity)
        else:
            self.strip.clear()

    def _show_blocked(self, slot: Blocked) -> None:
        if slot.by == "model":
            named = slot.findings[0].message if slot.findings else ""
            text = named or self.tr("No model with this profile's tokenizer is open.")
            severity = slot.findings[0].severity if slot.findings else "info"
            self.strip.show_note(text, severity, model=True)
        else:
            text = self.tr("Not scored: the {0} has a problem. See the problems below.")
            thing = slot.findings[0].where.owner if slot.findings else slot.by
            self.strip.show_note(text.format(thing), "warning")


def _sentence(text: str) -> str:
    return text if text.endswith((".", "!", "?")) else f"{text}."


class DecisionTree(QTreeView):
    """One tree for all fields: fields open, choices closed over their tokens."""

    def __init__(self, model: DecisionModel, parent: QWidget) -> None:
        """Set the tree up: one row height, no header."""
        super().__init__(parent)
        self._delegate = DecisionDelegate(self)
        self.setModel(model)
        self.setItemDelegate(self._delegate)
        self.setAccessibleName(self.tr("Decisions"))
        self.setHeaderHidden(True)
        self.setUniformRowHeights(True)
        self.setIndentation(round(self.fontMetrics().height() * 0.9))
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setExpandsOnDoubleClick(True)
        self._scroll = 0
        model.modelAboutToBeReset.connect(self._note_scroll)
        model.modelReset.connect(self._open_fields)
        model.dataChanged.connect(self._show_changed)

    @property
    def stale(self) -> bool:
        """Say whether the numbers are dimmed."""
        return self._delegate.stale

    def set_stale(self, stale: bool) -> None:
        """Dim the numbers, or not."""
        if stale != self._delegate.stale:
            self._delegate.stale = stale
            self.viewport().update()

    def drawRow(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: Index,
    ) -> None:
        """Give a field's title a ground of its own and a line above: the edge of its card."""
        if not index.parent().isValid():
            ground = colors.mixed(
                colors.base_color(self.palette()), colors.text_color(self.palette()), 0.055
            )
            painter.fillRect(option.rect, ground)
            painter.setPen(colors.hairline_color(self.palette()))
            painter.drawLine(option.rect.topLeft(), option.rect.topRight())
        super().drawRow(painter, option, index)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the lines; a hint where there are none yet."""
        super().paintEvent(event)
        if self.model().rowCount() == 0:
            painter = QPainter(self.viewport())
            painter.setPen(colors.quiet_color(self.palette()))
            area = self.viewport().rect().adjusted(24, 24, -24, -24)
            flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
            painter.drawText(area, flags, self.tr("No probabilities yet."))
            painter.end()

    def changeEvent(self, event: QEvent) -> None:
        """Measure names anew when the font changes."""
        super().changeEvent(event)
        if event.type() in {QEvent.Type.FontChange, QEvent.Type.StyleChange}:
            self._delegate.forget()

    @Slot()
    def _show_changed(self) -> None:
        self._delegate.forget()
        self.viewport().update()

    def _note_scroll(self) -> None:
        self._scroll = self.verticalScrollBar().value()

    def _open_fields(self) -> None:
        """Open the fields after a reset and scroll to where the view was."""
        self._delegate.forget()
        self.expandToDepth(0)
        self.executeDelayedItemsLayout()
        self.verticalScrollBar().setValue(self._scroll)
