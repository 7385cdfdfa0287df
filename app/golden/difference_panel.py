"""The right side of a review: what the vector is, one sentence, the difference, its details."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QEvent, QRectF, Qt, Signal, Slot
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtWidgets import (
    QButtonGroup,
    QHBoxLayout,
    QLabel,
    QSizePolicy,
    QSplitter,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.golden.details import Details
from app.golden.diff_view import DiffView
from app.golden.state_icon import paint_state
from app.models.compare_rows import Mode
from app.models.diff_source import Look
from engine.golden.decision import Decision, Entry, cure_of
from engine.golden.laid import Laid

MARGIN = 8
SHARPNESS = 3
TOGGLED = (Look.SIDES, Look.EXPECTED, Look.LIVE)


class DifferencePanel(QWidget):
    """Show one vector; the page says which."""

    look_changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        """Lay the panel out, empty."""
        super().__init__(parent)
        self._entry: Entry | None = None
        self._laid: Laid | None = None
        self._wanted = Look.SIDES
        self._icon = QLabel(self)
        self._name = QLabel(self)
        self._name.setObjectName("heading")
        self._state = QLabel(self)
        self.sentence = QLabel(self)
        self.badge = QLabel(self.tr("only invisible differences"), self)
        self.badge.setToolTip(self.tr("But for the nonce, which follows the context"))
        self.diff = DiffView(self.tr("Difference of expected and live"), self)
        self.details = Details(self)
        self._modes, self._looks = QButtonGroup(self), QButtonGroup(self)
        self._counter = QLabel(self)
        self._previous = self._step_button(self.tr("Previous"), "Shift+F7", -1)
        self._next = self._step_button(self.tr("Next"), "F7", 1)
        self._lay_out()
        self.diff.change_shown.connect(self._show_count)
        self.diff.change_shown.connect(self.details.show_current)
        self.details.change_chosen.connect(self.diff.go_to)
        self.show_entry(None, "")

    @property
    def laid(self) -> Laid | None:
        """Give what is shown."""
        return self._laid

    def panes(self) -> tuple[QWidget, ...]:
        """List what F6 goes through."""
        return (self.diff, *self.details.panes())

    def show_entry(self, entry: Entry | None, hint: str) -> None:
        """Say what a vector is; `hint` stands in place of a difference that is not there yet."""
        same = entry is not None and self._entry is not None and entry.name == self._entry.name
        self._entry = entry
        self._name.setText("" if entry is None else entry.name)
        self._name.setToolTip("" if entry is None else str(entry.path))
        self.sentence.setText("" if entry is None else self._sentence(entry))
        if entry is None:
            self.diff.empty_text = hint
        self.badge.setVisible(entry is not None and entry.verdict.only_invisible)
        self._state.setText("" if entry is None else self._state_text(entry))
        self._paint_icon()
        if not same:
            self.show_laid(None)

    def show_laid(self, laid: Laid | None) -> None:
        """Show a comparison; the same vector stays where it was scrolled to."""
        keep = (
            laid is not None
            and self._laid is not None
            and laid.comparison.verdict.name == self._laid.comparison.verdict.name
        )
        self._laid = laid
        self._fit_titles(laid)
        self._fit_look(laid)
        tokens = None if laid is None else laid.comparison.tokens
        self.diff.set_laid(None if laid is None else laid.text, tokens, keep_place=keep)
        if not keep:
            self._choose_mode(laid)
        self.details.set_laid(laid, self.diff.mode)
        self.details.show_current(self.diff.current, self.diff.change_count)

    def set_mode(self, mode: Mode) -> None:
        """Show text, bytes or tokens."""
        self._check(self._modes, mode)
        self.diff.set_mode(mode)
        self.details.set_mode(mode)
        self.details.show_current(self.diff.current, self.diff.change_count)

    def set_look(self, look: Look) -> None:
        """Lay the sides out in another way, now and for the vectors to come."""
        self._wanted = look
        self._fit_look(self._laid)
        self.look_changed.emit()

    def toggle_look(self) -> None:
        """Go from the difference to what was expected, to what is live, and back."""
        at = TOGGLED.index(self.diff.look) if self.diff.look in TOGGLED else 0
        self.set_look(TOGGLED[(at + 1) % len(TOGGLED)])

    def toggle_inline(self) -> None:
        """Go from side by side to inline and back."""
        self.set_look(Look.SIDES if self.diff.look is Look.INLINE else Look.INLINE)

    def changeEvent(self, event: QEvent) -> None:
        """Follow the palette."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._paint_icon()

    def _sentence(self, entry: Entry) -> str:
        sentence, cure = entry.verdict.sentence, cure_of(entry.verdict)
        if cure:
            return f"{sentence.rstrip('.')}.\n{cure[0].upper()}{cure[1:]}."
        if sentence:
            return sentence
        if entry.verdict.unrecorded:
            told = self.tr(
                "Fresh: all that the file records is what is rendered now. Not recorded: {0}."
            )
            return told.format(", ".join(entry.verdict.unrecorded))
        return self.tr("Fresh: text, token ids, plan and hashes are what is rendered now.")

    def _state_text(self, entry: Entry) -> str:
        decided = "" if entry.decision is Decision.OPEN else f" · {entry.decision}"
        upstream = self.tr(" · upstream's own values") if entry.verdict.is_upstream else ""
        return f"{entry.verdict.state}{decided}{upstream}"

    def _fit_titles(self, laid: Laid | None) -> None:
        """Name the sides with their sizes."""
        comparison = None if laid is None else laid.comparison
        if comparison is None:
            return
        expected, live = self.tr("expected: no file"), self.tr("live: does not render")
        if comparison.expected is not None:
            size = len(comparison.expected.rendered_text.encode())
            expected = self.tr("expected · {0:,} bytes").format(size)
        if comparison.live is not None:
            live = self.tr("live · {0:,} bytes").format(len(comparison.live.prompt.data))
        if comparison.data is not None and comparison.expected is None:
            expected = self.tr("expected: the file is not a vector")
        self.diff.set_titles(expected, live)
        self.diff.empty_text = self.tr("There is no text to show: the file cannot be read.")

    def _fit_look(self, laid: Laid | None) -> None:
        """Lay out as wanted; where there is one side only, show that one."""
        look = self._wanted
        if laid is not None and not laid.has_both:
            look = Look.EXPECTED if laid.comparison.live is None else Look.LIVE
        self.diff.set_look(look)
        self._check(self._looks, look)

    def _choose_mode(self, laid: Laid | None) -> None:
        """Show tokens where they differ and the text does not."""
        tokens = None if laid is None else laid.comparison.tokens
        if laid is None or laid.text is None or tokens is None:
            return
        if not laid.text.diff.changes and tokens.changes:
            self.set_mode(Mode.TOKENS)
        elif self.diff.mode is Mode.TOKENS and not tokens.changes:
            self.set_mode(Mode.TEXT)

    def _paint_icon(self) -> None:
        size = self.fontMetrics().height()
        pixmap = QPixmap(size * SHARPNESS, size * SHARPNESS)
        pixmap.setDevicePixelRatio(SHARPNESS)
        pixmap.fill(Qt.GlobalColor.transparent)
        if self._entry is not None:
            painter = QPainter(pixmap)
            area = QRectF(0, 0, size, size)
            paint_state(painter, area, self._entry.verdict.state, self.palette())
            painter.end()
        self._icon.setPixmap(pixmap)

    @Slot(int, int)
    def _show_count(self, current: int, count: int) -> None:
        for button in (self._previous, self._next):
            button.setEnabled(count > 0)
        if self._laid is None or not self._laid.has_both:
            self._counter.clear()
        elif count == 0:
            self._counter.setText(self.tr("no differences"))
        else:
            self._counter.setText(self.tr("{0:,} of {1:,}").format(current + 1, count))

    def _check(self, group: QButtonGroup, value: Mode | Look) -> None:
        for button in group.buttons():
            button.setChecked(button.property("value") == value.value)

    def _step_button(self, text: str, keys: str, step: int) -> QToolButton:
        button = QToolButton(self)
        button.setText(text)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.setToolTip(self.tr("{0} difference ({1})").format(text, keys))
        button.setAccessibleName(self.tr("{0} difference").format(text))
        button.clicked.connect(partial(self.diff.step, step))
        return button

    def _choices(self, group: QButtonGroup, offers: tuple[tuple[Mode | Look, str], ...]) -> QWidget:
        """Make a row of buttons of which one is down."""
        strip = QWidget(self)
        row = QHBoxLayout(strip)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        for value, text in offers:
            button = QToolButton(strip)
            button.setText(text)
            button.setObjectName("segment")
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.setCheckable(True)
            button.setProperty("value", value.value)
            if isinstance(value, Mode):
                button.setAccessibleName(self.tr("Difference as {0}").format(text))
                button.clicked.connect(partial(self.set_mode, value))
            else:
                button.setAccessibleName(self.tr("Show {0}").format(text))
                button.clicked.connect(partial(self.set_look, value))
            group.addButton(button)
            row.addWidget(button)
        return strip

    def _lay_out(self) -> None:
        for label in (self.sentence, self._name):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.sentence.setWordWrap(True)
        self.sentence.setAccessibleName(self.tr("First difference"))
        title = QHBoxLayout()
        title.setSpacing(MARGIN)
        title.addWidget(self._icon)
        title.addWidget(self._name, 1)
        title.addWidget(self.badge)
        title.addWidget(self._state)
        top = QVBoxLayout()
        top.setContentsMargins(MARGIN, MARGIN, MARGIN, MARGIN)
        top.setSpacing(MARGIN - 2)
        top.addLayout(title)
        top.addWidget(self.sentence)
        top.addLayout(self._tool_row())
        upper = QWidget(self)
        column = QVBoxLayout(upper)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(top)
        column.addWidget(self.diff, 1)
        splitter = QSplitter(Qt.Orientation.Vertical, self)
        splitter.setChildrenCollapsible(False)
        splitter.addWidget(upper)
        splitter.addWidget(self.details)
        splitter.setStretchFactor(0, 3)
        splitter.setStretchFactor(1, 1)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(splitter)
        self._check(self._modes, Mode.TEXT)

    def _tool_row(self) -> QHBoxLayout:
        row = QHBoxLayout()
        modes = (
            (Mode.TEXT, self.tr("Text")),
            (Mode.TOKENS, self.tr("Tokens")),
            (Mode.BYTES, self.tr("Bytes")),
        )
        looks = (
            (Look.SIDES, self.tr("Side by side")),
            (Look.INLINE, self.tr("Inline")),
            (Look.EXPECTED, self.tr("Expected")),
            (Look.LIVE, self.tr("Live")),
        )
        row.addWidget(self._choices(self._modes, modes))
        row.addSpacing(MARGIN)
        row.addWidget(self._choices(self._looks, looks))
        row.addStretch(1)
        width = self.fontMetrics().horizontalAdvance(self.tr("no differences"))
        self._counter.setMinimumWidth(width + MARGIN)
        self._counter.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        row.addWidget(self._counter)
        row.addSpacing(MARGIN)
        row.addWidget(self._previous)
        row.addWidget(self._next)
        return row
