"""The prompt's bytes in hex and ASCII: only the visible rows are laid out."""

from __future__ import annotations

from bisect import bisect_left

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import (
    QHelpEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QToolTip, QWidget

from app.models.byte_row import ByteColumns, ByteRow, lay_out_bytes, moved_byte
from app.models.prompt_content import PromptContent
from app.views import colors
from app.views.byte_paint import BytePainter
from app.views.clipboard import copy_text
from app.views.fonts import fixed_font
from app.views.prompt_details import details_tip
from app.views.prompt_keys import motion_of
from app.views.prompt_paint import Cells, Paints
from engine.prompt.copying import hex_text
from engine.prompt.find import Ranges

MARGIN = 2


class ByteView(QAbstractScrollArea):
    """Show bytes read-only with a caret before a byte and a selection.

    `selection_changed` carries byte offsets and tells what the user selected (the caret's
    offset twice when nothing is).
    """

    selection_changed = Signal(int, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start empty."""
        super().__init__(parent)
        self._content: PromptContent | None = None
        self._caret = self._anchor = 0
        self._matches: Ranges = ()
        self._stale = False
        self._cells = self._measured()
        self._columns = ByteColumns(4, 16)
        self.setAccessibleName(self.tr("Bytes of the prompt"))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.viewport().setCursor(Qt.CursorShape.IBeamCursor)

    @property
    def selected_bytes(self) -> tuple[int, int]:
        """Give the selection as byte offsets."""
        return min(self._caret, self._anchor), max(self._caret, self._anchor)

    @property
    def bytes_in_row(self) -> int:
        """Give how many bytes stand in a row at the present width."""
        return self._columns.count

    def set_content(self, content: PromptContent | None) -> None:
        """Show a prompt; caret and scroll position stay where they were."""
        if content is self._content:
            return
        self._content = content
        size = self._size()
        self._caret, self._anchor = min(self._caret, size), min(self._anchor, size)
        self._matches = ()
        self._fit()

    def set_stale(self, stale: bool) -> None:
        """Dim the bytes when they belong to an older document."""
        if stale != self._stale:
            self._stale = stale
            self.viewport().update()

    def set_matches(self, matches: Ranges) -> None:
        """Mark what a search has found, as byte ranges in order."""
        self._matches = matches
        self.viewport().update()

    def select_bytes(self, start: int, end: int) -> None:
        """Select the bytes start..end and bring them into view."""
        size = self._size()
        self._anchor, self._caret = min(start, size), min(end, size)
        self._show_byte(max(self._anchor, self._caret - 1), MARGIN)
        self._show_byte(self._anchor, MARGIN)
        self.viewport().update()

    def copy(self) -> None:
        """Copy the selected bytes in hex."""
        start, end = self.selected_bytes
        if self._content is not None and start < end:
            copy_text(hex_text(self._content.prompt.data[start:end]))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the visible rows."""
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        palette = colors.stale_palette(self.palette()) if self._stale else self.palette()
        painter.fillRect(event.rect(), colors.base_color(palette))
        if self._content is not None:
            self._paint_rows(painter, palette, self._content)
        if self.hasFocus():
            painter.setPen(QPen(palette.color(QPalette.ColorRole.Highlight), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(QRectF(self.viewport().rect()).adjusted(0.5, 0.5, -0.5, -0.5))
        painter.end()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Take as many bytes a row as fit; the first visible byte stays in the first row."""
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        """Measure anew when the font changes."""
        super().changeEvent(event)
        if event.type() in {QEvent.Type.FontChange, QEvent.Type.StyleChange}:
            self._cells = self._measured()
            self._fit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move the caret, select, copy."""
        motion = motion_of(event)
        if self._content is None:
            super().keyPressEvent(event)
        elif motion is not None:
            page = self._page() - 1
            count = self._columns.count
            caret = moved_byte(self._content, self._caret, motion.motion, count, page)
            self._put(self._anchor if motion.selecting else caret, caret)
        elif event.matches(QKeySequence.StandardKey.SelectAll):
            self._put(0, self._size())
        elif event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Put the caret; with Shift select up to it."""
        if event.button() is Qt.MouseButton.LeftButton:
            caret = self._border_at(event.position())
            shift = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
            self._put(self._anchor if shift else caret, caret)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Select while the button is held."""
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._put(self._anchor, self._border_at(event.position()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """End a selection."""
        event.accept()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Select the token under the mouse; without tokens, the byte."""
        byte = self._byte_at(event.position())
        if self._content is None or byte is None:
            return
        tokens = self._content.tokens_between(byte, byte + 1)
        self._put(*(self._content.span_of(tokens[0]) if tokens else (byte, byte + 1)))

    def viewportEvent(self, event: QEvent) -> bool:
        """Tell about the byte under the mouse."""
        if isinstance(event, QHelpEvent) and self._content is not None:
            byte = self._byte_at(QPointF(event.pos()))
            details = None if byte is None else self._content.details_at(byte)
            if details is None:
                QToolTip.hideText()
            else:
                QToolTip.showText(event.globalPos(), details_tip(details), self.viewport())
            return True
        return super().viewportEvent(event)

    def _measured(self) -> Cells:
        return Cells.of(fixed_font(self.font()), self.font())

    def _size(self) -> int:
        return 0 if self._content is None else len(self._content.prompt.data)

    def _page(self) -> int:
        return max(1, int(self.viewport().height() // self._cells.height))

    def _fit(self) -> None:
        """Choose the bytes of a row for the viewport's width and set the scroll bar."""
        bar = self.verticalScrollBar()
        top = bar.value() * self._columns.count
        cells = int(self.viewport().width() // self._cells.width)
        self._columns = ByteColumns.fitting(cells, self._size())
        rows = self._size() // self._columns.count + 1
        bar.setRange(0, max(0, rows - self._page()))
        bar.setPageStep(self._page())
        bar.setValue(top // self._columns.count)
        self.viewport().update()

    def _paint_rows(self, painter: QPainter, palette: QPalette, content: PromptContent) -> None:
        paints = Paints(palette, content, stale=self._stale, active=self.hasFocus())
        paint = BytePainter(painter, paints, self._cells, self._columns)
        count = self._columns.count
        first = self.verticalScrollBar().value()
        last = min(first + self._page() + 1, self._size() // count + 1)
        for number in range(first, last):
            row = lay_out_bytes(content, number, count)
            top = (number - first) * self._cells.height
            paint.ground(row, top)
            self._paint_spans(paint, row, top)
            paint.glyphs(row, top)
            if self.hasFocus() and number == self._caret // count:
                paint.caret(self._caret % count, top)

    def _paint_spans(self, paint: BytePainter, row: ByteRow, top: float) -> None:
        """Paint what was found and what is selected in one row."""
        end = row.start + len(row.data)
        first = max(0, bisect_left(self._matches, (row.start, 0)) - 1)
        spans = [
            (span, paint.paints.match) for span in self._matches[first : first + len(row.data) + 1]
        ]
        for (left, right), color in (*spans, (self.selected_bytes, paint.paints.selection)):
            if max(left, row.start) < min(right, end):
                columns = max(left, row.start) - row.start, min(right, end) - row.start - 1
                paint.span(*columns, top, color)

    def _put(self, anchor: int, caret: int) -> None:
        """Put anchor and caret for the user, and tell about it."""
        self._anchor, self._caret = anchor, caret
        self._show_byte(caret, 0)
        self.viewport().update()
        self.selection_changed.emit(*self.selected_bytes)

    def _show_byte(self, byte: int, margin: int) -> None:
        bar, number = self.verticalScrollBar(), byte // self._columns.count
        if number < bar.value():
            bar.setValue(number - margin)
        elif number >= bar.value() + self._page():
            bar.setValue(number - self._page() + 1 + margin)

    def _place(self, point: QPointF) -> tuple[int, float]:
        """Give the row's first byte and the place in cells under a point."""
        number = self.verticalScrollBar().value() + int(point.y() // self._cells.height)
        number = min(max(0, number), self._size() // self._columns.count)
        return number * self._columns.count, point.x() / self._cells.width

    def _border_at(self, point: QPointF) -> int:
        start, cell = self._place(point)
        return min(start + self._columns.border_at(cell), self._size())

    def _byte_at(self, point: QPointF) -> int | None:
        start, cell = self._place(point)
        byte = start + self._columns.column_at(cell)
        return byte if byte < self._size() else None
