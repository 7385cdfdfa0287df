"""The prompt's bytes in hex and ASCII: only the visible rows are laid out."""

from __future__ import annotations

from bisect import bisect_left

from PySide6.QtCore import QPointF
from PySide6.QtGui import QMouseEvent, QPainter, QPalette
from PySide6.QtWidgets import QWidget

from app.models.byte_row import ByteColumns, ByteRow, lay_out_bytes, moved_byte
from app.models.caret import Motion
from app.models.prompt_content import CharacterDetails, PromptContent
from app.views.byte_paint import BytePainter
from app.views.clipboard import copy_text
from app.views.prompt_paint import Paints
from app.views.selecting_area import SelectingArea
from engine.prompt.copying import hex_text

MARGIN = 2


class ByteView(SelectingArea):
    """Show bytes read-only with a caret before a byte and a selection."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start empty."""
        super().__init__(parent)
        self._columns = ByteColumns(4, 16)
        self.setAccessibleName(self.tr("Bytes of the prompt"))

    @property
    def selected_bytes(self) -> tuple[int, int]:
        """Give the selection as byte offsets."""
        return self.selection

    def set_content(self, content: PromptContent | None) -> None:
        """Show a prompt; caret and scroll position stay where they were."""
        if content is self._content:
            return
        self._content = content
        size = self._size()
        self._caret, self._anchor = min(self._caret, size), min(self._anchor, size)
        self._matches = ()
        self._fit()

    def select_bytes(self, start: int, end: int) -> None:
        """Select the bytes start..end, or the character at a caret, and bring them into view."""
        self.keep_bytes((start, end))
        for byte in (max(self._anchor, self._caret - 1), self._anchor):
            self._show_row(byte // self._columns.count, margin=MARGIN)
        self.viewport().update()

    def keep_bytes(self, selected: tuple[int, int] | None) -> None:
        """Select bytes where the view is; None leaves the caret alone."""
        size = self._size()
        if selected is None or self._content is None:
            self._anchor = self._caret = min(self.selection[0], size)
        else:
            start, end = selected
            if start == end:
                start, end = self._content.positions.whole(start, start + 1)
            self._anchor, self._caret = min(start, size), min(end, size)
        self.viewport().update()

    def show_byte(self, byte: int) -> None:
        """Bring a byte into view."""
        self._show_row(min(byte, self._size()) // self._columns.count, margin=MARGIN)

    def copy(self) -> None:
        """Copy the selected bytes in hex."""
        start, end = self.selected_bytes
        if self._content is not None and start < end:
            copy_text(hex_text(self._content.prompt.data[start:end]))

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Select the token under the mouse; without tokens, the byte."""
        byte = self._byte_at(event.position())
        if self._content is None or byte is None:
            return
        tokens = self._content.tokens_between(byte, byte + 1)
        self._put(*(self._content.span_of(tokens[0]) if tokens else (byte, byte + 1)))

    def _size(self) -> int:
        return 0 if self._content is None else len(self._content.prompt.data)

    def _fit(self) -> None:
        """Take as many bytes a row as fit; the first visible byte stays in the first row."""
        bar = self.verticalScrollBar()
        top = bar.value() * self._columns.count
        cells = int(self.viewport().width() // self.cells.width)
        self._columns = ByteColumns.fitting(cells, self._size())
        self._set_row_count(self._size() // self._columns.count + 1)
        bar.setValue(top // self._columns.count)
        self.viewport().update()

    def _paint_rows(self, painter: QPainter, palette: QPalette, content: PromptContent) -> None:
        paints = Paints(palette, content, stale=self._stale, active=self.hasFocus())
        paint = BytePainter(painter, paints, self.cells, self._columns)
        count = self._columns.count
        first = self.verticalScrollBar().value()
        last = min(first + self.visible_rows() + 1, self._size() // count + 1)
        for number in range(first, last):
            row = lay_out_bytes(content, number, count)
            top = (number - first) * self.cells.height
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

    def _move(self, motion: Motion, *, selecting: bool) -> None:
        if self._content is not None:
            count, page = self._columns.count, self.visible_rows() - 1
            caret = moved_byte(self._content, self._caret, motion, count, page)
            self._put(self._anchor if selecting else caret, caret)

    def _put(self, anchor: int, caret: int) -> None:
        self._anchor, self._caret = anchor, caret
        self._show_row(caret // self._columns.count, margin=0)
        self.viewport().update()
        self.selection_changed.emit(*self.selected_bytes)

    def _place(self, point: QPointF) -> tuple[int, float]:
        """Give the row's first byte and the place in cells under a point."""
        number = self.verticalScrollBar().value() + int(point.y() // self.cells.height)
        number = min(max(0, number), self._size() // self._columns.count)
        return number * self._columns.count, point.x() / self.cells.width

    def _border_at(self, point: QPointF) -> int:
        start, cell = self._place(point)
        return min(start + self._columns.border_at(cell), self._size())

    def _details_at(self, point: QPointF) -> CharacterDetails | None:
        byte = self._byte_at(point)
        if self._content is None or byte is None:
            return None
        return self._content.details_at(byte)

    def _byte_at(self, point: QPointF) -> int | None:
        start, cell = self._place(point)
        byte = start + self._columns.column_at(cell)
        return byte if byte < self._size() else None
