"""Two prompts side by side, painted: text, bytes or tokens, with every difference marked."""

from __future__ import annotations

from functools import cached_property

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QWidget

from app.models.compare_rows import DiffRow, Half, Mode, Run, change_count, diff_rows
from app.views import colors
from app.views.fonts import fixed_font
from app.views.row_area import scroll_by_key
from engine.compare.difference import Comparison

LABEL_CELLS = 8
LEADING = 1.25
HUES = {"a": 2, "b": 130}


class DiffView(QAbstractScrollArea):
    """Show one comparison; `change_shown` says which difference of how many is current."""

    change_shown = Signal(int, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start empty, in text mode."""
        super().__init__(parent)
        self._comparison: Comparison | None = None
        self._mode = Mode.TEXT
        self._rows: tuple[DiffRow, ...] = ()
        self._width = 0
        self._current = -1
        self._stale = False
        self.setFont(fixed_font())
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(self.tr("Difference"))
        self.verticalScrollBar().valueChanged.connect(self.viewport().update)

    @property
    def rows(self) -> tuple[DiffRow, ...]:
        """Give the rows as they are laid out."""
        return self._rows

    @property
    def has_comparison(self) -> bool:
        """Say whether there is anything to show."""
        return self._comparison is not None

    @property
    def mode(self) -> Mode:
        """Give the way in which the difference is shown."""
        return self._mode

    @property
    def current(self) -> int:
        """Give the current difference, counted from 0; -1 before the first step."""
        return self._current

    def set_comparison(self, comparison: Comparison | None) -> None:
        """Show a comparison from its start; the same object changes nothing."""
        if comparison is self._comparison:
            return
        self._comparison = comparison
        sentence = "" if comparison is None else comparison.sentence
        self.setAccessibleDescription(sentence)
        self._current = -1
        self._lay_out()
        self.verticalScrollBar().setValue(0)
        self._tell()

    def set_mode(self, mode: Mode) -> None:
        """Show text, bytes or tokens."""
        if mode is not self._mode:
            self._mode = mode
            self._current = -1
            self._lay_out()
            self.verticalScrollBar().setValue(0)
            self._tell()

    def set_stale(self, stale: bool) -> None:
        """Dim what belongs to an older document."""
        self._stale = stale
        self.viewport().update()

    def step(self, step: int) -> None:
        """Go to the next (1) or the previous (-1) difference, around the end."""
        count = 0 if self._comparison is None else change_count(self._comparison, self._mode)
        if count:
            start = -1 if step > 0 else 0
            self._current = ((self._current if self._current >= 0 else start) + step) % count
            self._reveal()
            self._tell()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Wrap the lines anew."""
        super().resizeEvent(event)
        if self._side_cells != self._width:
            self._lay_out()
        self._size_bar()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Scroll by rows and pages."""
        if not scroll_by_key(self.verticalScrollBar(), event):
            super().keyPressEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the rows in view."""
        painter = QPainter(self.viewport())
        painter.setFont(self.font())
        palette = colors.stale_palette(self.palette()) if self._stale else self.palette()
        brush = _Brush(
            painter, palette, self.font(), self._cell, self._row_height, stale=self._stale
        )
        first = self.verticalScrollBar().value()
        half = self.viewport().width() / 2
        for number, row in enumerate(self._rows[first : first + self._visible_rows + 1]):
            top = number * self._row_height
            if row.folded:
                note = self.tr("{0:,} equal rows").format(row.folded)
                brush.fold(note, top, 2 * half)
                continue
            current = self._current in row.changes
            brush.half(row.a, 0, half, top, "a", current=current)
            brush.half(row.b, half, half, top, "b", current=current)
        painter.setPen(QPen(colors.hairline_color(palette), 1))
        painter.drawLine(int(half), 0, int(half), self.viewport().height())

    @cached_property
    def _cell(self) -> float:
        return QFontMetricsF(self.font()).horizontalAdvance("0" * 64) / 64

    @cached_property
    def _row_height(self) -> int:
        return round(QFontMetricsF(self.font()).height() * LEADING)

    @property
    def _visible_rows(self) -> int:
        return self.viewport().height() // self._row_height

    @property
    def _side_cells(self) -> int:
        return max(8, int(self.viewport().width() / 2 / self._cell) - LABEL_CELLS - 2)

    def _lay_out(self) -> None:
        self._width = self._side_cells
        comparison = self._comparison
        self._rows = () if comparison is None else diff_rows(comparison, self._mode, self._width)
        self._size_bar()
        self.viewport().update()

    def _size_bar(self) -> None:
        bar = self.verticalScrollBar()
        bar.setRange(0, max(0, len(self._rows) - self._visible_rows))
        bar.setPageStep(max(1, self._visible_rows))

    def _reveal(self) -> None:
        """Bring the current difference into view, a third from the top."""
        found = [at for at, row in enumerate(self._rows) if self._current in row.changes]
        bar = self.verticalScrollBar()
        if found and not bar.value() <= found[0] < bar.value() + self._visible_rows - 1:
            bar.setValue(found[0] - self._visible_rows // 3)
        self.viewport().update()

    def _tell(self) -> None:
        count = 0 if self._comparison is None else change_count(self._comparison, self._mode)
        self.change_shown.emit(self._current, count)


class _Brush:
    """Paint halves of rows on one painter."""

    def __init__(
        self,
        painter: QPainter,
        palette: QPalette,
        font: QFont,
        cell: float,
        height: int,
        *,
        stale: bool,
    ) -> None:
        metrics = QFontMetricsF(font)
        self._painter, self._cell, self._height = painter, cell, height
        self._ascent = (height - metrics.height()) / 2 + metrics.ascent()
        base = colors.base_color(palette)
        self._text, self._quiet = colors.text_color(palette), colors.quiet_color(palette)
        self._faint = colors.faint_color(palette)
        self._gap = colors.mixed(base, colors.hue_color(palette, None), 0.12)
        strong, weak = (0.42, 0.13) if colors.is_dark(palette) else (0.34, 0.09)
        hues = {
            side: colors.shown_color(palette, colors.hue_color(palette, hue), stale=stale)
            for side, hue in HUES.items()
        }
        self._marks = {side: colors.mixed(base, hue, strong) for side, hue in hues.items()}
        self._grounds = {side: colors.mixed(base, hue, weak) for side, hue in hues.items()}
        self._lines = hues
        self._current = palette.color(QPalette.ColorRole.Highlight)

    def half(
        self, half: Half, left: float, width: float, top: float, side: str, *, current: bool
    ) -> None:
        """Paint one side of a row; what changed is filled and underlined."""
        area = QRectF(left, top, width, self._height)
        if half.is_gap:
            self._painter.fillRect(area, self._gap)
        elif any(run.changed for run in half.runs):
            self._painter.fillRect(area, self._grounds[side])
        if current:
            self._painter.fillRect(QRectF(left, top, 3, self._height), self._current)
        self._painter.setPen(self._quiet)
        number = QRectF(left, top, (LABEL_CELLS - 1) * self._cell, self._height)
        flags = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        self._painter.drawText(number, flags, half.label)
        self._painter.save()
        self._painter.setClipRect(area)
        start = left + LABEL_CELLS * self._cell + self._cell / 2
        for run in half.runs:
            self._run(run, start, top, side)
        self._painter.restore()

    def fold(self, note: str, top: float, width: float) -> None:
        """Paint the place of rows that are left out."""
        area = QRectF(0, top, width, self._height)
        self._painter.fillRect(area, self._gap)
        self._painter.setPen(self._quiet)
        self._painter.drawText(area, Qt.AlignmentFlag.AlignCenter, f"⋯ {note} ⋯")

    def _run(self, run: Run, start: float, top: float, side: str) -> None:
        left = start + run.column * self._cell
        if run.changed:
            width = max(1, run.cells) * self._cell
            self._painter.fillRect(QRectF(left, top, width, self._height), self._marks[side])
            line = QRectF(left, top + self._height - 2, width, 2)
            self._painter.fillRect(line, self._lines[side])
        color: QColor = self._text
        if run.quiet:
            color = self._quiet if run.changed else self._faint
        self._painter.setPen(color)
        self._painter.drawText(int(left), int(top + self._ascent), run.text)
