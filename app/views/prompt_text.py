"""The prompt's text, drawn byte-true: only the visible rows are laid out."""

from __future__ import annotations

from bisect import bisect_left

from PySide6.QtCore import QPointF, Signal
from PySide6.QtGui import QColor, QFont, QFontInfo, QMouseEvent, QPainter, QPalette
from PySide6.QtWidgets import QWidget

from app.models.caret import VERTICAL, Motion, column_of, moved
from app.models.prompt_content import CharacterDetails, PromptContent
from app.models.prompt_row import PromptRow, lay_out
from app.models.text_index import TextIndex
from app.views.clipboard import copy_text
from app.views.prompt_paint import Paints, RowPainter
from app.views.selecting_area import SelectingArea
from engine.prompt.positions import TextPositions
from engine.prompt.render import RenderedPrompt
from engine.snapshot import TokenView

RIBBON_CELLS = 14.0
RIBBON_MOST = 0.24
NAME_SHARE = 0.88
CACHED_ROWS = 2000


class PromptTextArea(SelectingArea):
    """Show a prompt's characters, with their owners beside them.

    Caret and selection count code points; `caret_moved` follows every move, programmatic ones too.
    """

    caret_moved = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start empty."""
        super().__init__(parent)
        self._prompt: RenderedPrompt | None = None
        self._tokens: TokenView | None = None
        self._words = True
        self._index = TextIndex("")
        self._laid: dict[int, PromptRow] = {}
        self._goal = 0
        self.empty_text = self.tr("No prompt yet.")
        self.setAccessibleName(self.tr("Prompt text"))
        self.viewport().setMouseTracking(True)

    @property
    def caret(self) -> int:
        """Give the caret as a code point offset."""
        return self._caret

    @property
    def selected_bytes(self) -> tuple[int, int]:
        """Give the selection as UTF-8 byte offsets."""
        if self._content is None:
            return 0, 0
        start, end = self.selection
        return self._content.positions.byte_of(start), self._content.positions.byte_of(end)

    @property
    def selected_text(self) -> str:
        """Give the selected characters exactly."""
        start, end = self.selection
        return self._index.text[start:end]

    def set_content(self, prompt: RenderedPrompt | None, tokens: TokenView | None) -> None:
        """Show a prompt with its tokens; caret and scroll position stay where they were."""
        if prompt is self._prompt and tokens is self._tokens:
            return
        if prompt is not self._prompt:
            self._index = TextIndex("" if prompt is None else prompt.text, words=self._words)
        self._prompt, self._tokens = prompt, tokens
        self._content = None if prompt is None else PromptContent(prompt, tokens)
        length = len(self._index.text)
        self._caret, self._anchor = min(self._caret, length), min(self._anchor, length)
        self._matches = ()
        self._fit()
        self.caret_moved.emit()

    def set_word_wrap(self, words: bool) -> None:
        """End rows after words, or (False) where they are full."""
        if words != self._words:
            self._words = words
            self._index = TextIndex(self._index.text, words=words)
            self._fit()

    def select_bytes(self, start: int, end: int) -> None:
        """Select whole characters that hold the bytes start..end and bring them into view."""
        if self._content is None:
            return
        positions = self._content.positions
        self.select(positions.code_point_of(start), positions.code_point_end_of(end))

    def select(self, start: int, end: int) -> None:
        """Select a range of code points and bring it into view."""
        self._keep(start, end)
        self._show_row(self._index.row_of(end), margin=2)
        self._show_row(self._index.row_of(start), margin=2)

    def keep_bytes(self, selected: tuple[int, int] | None) -> None:
        """Select the characters of bytes where the view is; None leaves the caret alone."""
        if selected is None or self._content is None:
            caret = min(self.selection[0], self._size())
            self._keep(caret, caret)
        else:
            positions = self._content.positions
            start, end = selected
            self._keep(positions.code_point_of(start), positions.code_point_end_of(end))

    def _keep(self, start: int, end: int) -> None:
        self._anchor, self._caret = start, end
        self._goal = column_of(self._index, end)
        self.viewport().update()
        self.caret_moved.emit()

    def show_byte(self, byte: int) -> None:
        """Bring the character that holds a byte into view."""
        if self._content is not None:
            character = self._content.positions.code_point_of(byte)
            self._show_row(self._index.row_of(character), margin=2)

    def copy(self) -> None:
        """Copy the selected characters exactly."""
        if self.selected_text:
            copy_text(self.selected_text)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Select the token under the mouse."""
        content = self._content
        details = None if content is None else content.details(self._character_at(event.position()))
        if content is not None and details is not None and details.tokens:
            start = content.positions.code_point_of(content.span_of(details.tokens[0])[0])
            end = content.span_of(details.tokens[-1])[1]
            self._put(start, content.positions.code_point_end_of(end))

    def _names_font(self) -> QFont:
        names = self.font()
        names.setPointSizeF(QFontInfo(names).pointSizeF() * NAME_SHARE)
        return names

    def _ribbon_width(self) -> float:
        return min(RIBBON_CELLS * self.cells.width, self.viewport().width() * RIBBON_MOST)

    def _size(self) -> int:
        return len(self._index.text)

    def _fit(self) -> None:
        """Cut rows for the viewport's width; the first visible character stays in the first."""
        bar = self.verticalScrollBar()
        top = self._laid[bar.value()].row.start if bar.value() in self._laid else None
        self._laid.clear()
        space = self.viewport().width() - self._ribbon_width() - self.cells.width
        self._index.wrap(int(space // self.cells.width))
        self._set_row_count(self._index.row_count)
        if top is not None:
            bar.setValue(self._index.row_of(min(top, len(self._index.text))))
        self.viewport().update()

    def _row(self, number: int, content: PromptContent) -> PromptRow:
        found = self._laid.get(number)
        if found is None:
            if len(self._laid) >= CACHED_ROWS:
                self._laid.clear()
            found = self._laid[number] = lay_out(content, self._index.row(number))
        return found

    def _paint_rows(self, painter: QPainter, palette: QPalette, content: PromptContent) -> None:
        paints = Paints(palette, content, stale=self._stale, active=self.hasFocus())
        paint = RowPainter(painter, paints, self.cells, self._ribbon_width())
        first = self.verticalScrollBar().value()
        before: str | None = None
        for number in range(first, min(first + self.visible_rows() + 1, self._index.row_count)):
            laid = self._row(number, content)
            top = (number - first) * self.cells.height
            paint.ground(laid, top)
            self._paint_spans(paint, laid, top, content.positions)
            paint.glyphs(laid, top)
            name = None if laid.owner is None else f"{laid.owner.kind}/{laid.owner.field}"
            paint.owner(laid, top, named=name != before)
            before = name
            if self.hasFocus() and number == self._index.row_of(self._caret):
                paint.caret(laid.row.column_of(self._caret), top)

    def _paint_spans(
        self, paint: RowPainter, laid: PromptRow, top: float, positions: TextPositions
    ) -> None:
        """Paint what was found and what is selected in one row."""
        start, end = positions.byte_of(laid.row.start), positions.byte_of(laid.row.end)
        first = max(0, bisect_left(self._matches, (start, 0)) - 1)
        for left, right in self._matches[first : bisect_left(self._matches, (end, 0))]:
            span = positions.code_point_of(left), positions.code_point_end_of(right)
            self._paint_span(paint, laid, top, span, paint.paints.match)
        self._paint_span(paint, laid, top, self.selection, paint.paints.selection)

    def _paint_span(
        self,
        paint: RowPainter,
        laid: PromptRow,
        top: float,
        span: tuple[int, int],
        color: QColor,
    ) -> None:
        row = laid.row
        start, end = max(span[0], row.start), min(span[1], row.end)
        if start < end:
            paint.span(row.column_of(start), row.column_of(end), top, color)

    def _move(self, motion: Motion, *, selecting: bool) -> None:
        goal = self._goal
        caret = moved(self._index, self._caret, motion, self.visible_rows() - 1, goal)
        start, end = self.selection
        if not selecting and start < end and motion in {Motion.LEFT, Motion.RIGHT}:
            caret = start if motion is Motion.LEFT else end
        self._put(self._anchor if selecting else caret, caret)
        if motion in VERTICAL:
            self._goal = goal

    def _put(self, anchor: int, caret: int) -> None:
        self._anchor, self._caret = anchor, caret
        self._goal = column_of(self._index, caret)
        self._show_row(self._index.row_of(caret), margin=0)
        self.viewport().update()
        self.caret_moved.emit()
        self.selection_changed.emit(*self.selected_bytes)

    def _row_and_column(self, point: QPointF) -> tuple[int, float]:
        number = self.verticalScrollBar().value() + int(point.y() // self.cells.height)
        column = (point.x() - self._ribbon_width()) / self.cells.width
        return min(max(number, 0), self._index.row_count - 1), column

    def _border_at(self, point: QPointF) -> int:
        return self._index.border_in(*self._row_and_column(point))

    def _details_at(self, point: QPointF) -> CharacterDetails | None:
        return None if self._content is None else self._content.details(self._character_at(point))

    def _character_at(self, point: QPointF) -> int:
        number, column = self._row_and_column(point)
        return self._index.row(number).character_at(column)
