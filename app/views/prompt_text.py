"""The prompt's text, drawn byte-true: only the visible rows are laid out."""

from __future__ import annotations

from bisect import bisect_left

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFontInfo,
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

from app.models.caret import VERTICAL, Motion, column_of, moved
from app.models.prompt_content import PromptContent
from app.models.prompt_row import PromptRow, lay_out
from app.models.text_index import TextIndex
from app.views import colors
from app.views.clipboard import copy_text
from app.views.fonts import fixed_font
from app.views.prompt_details import details_tip
from app.views.prompt_keys import motion_of
from app.views.prompt_paint import Cells, Paints, RowPainter
from engine.prompt.find import Ranges
from engine.prompt.positions import TextPositions
from engine.prompt.render import RenderedPrompt
from engine.snapshot import TokenView

RIBBON_CELLS = 14.0
RIBBON_MOST = 0.24
NAME_SHARE = 0.88
CACHED_ROWS = 2000


class PromptTextArea(QAbstractScrollArea):
    """Show a prompt read-only with a caret and a selection.

    `selection_changed` carries UTF-8 byte offsets and tells what the user selected (the caret's
    byte twice when nothing is); `caret_moved` follows every move, programmatic ones too.
    """

    selection_changed = Signal(int, int)
    caret_moved = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start empty."""
        super().__init__(parent)
        self._prompt: RenderedPrompt | None = None
        self._tokens: TokenView | None = None
        self._content: PromptContent | None = None
        self._words = True
        self._index = TextIndex("")
        self._laid: dict[int, PromptRow] = {}
        self._caret = self._anchor = self._goal = 0
        self._matches: Ranges = ()
        self._stale = False
        self._cells = self._measured()
        self.setAccessibleName(self.tr("Prompt text"))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.viewport().setCursor(Qt.CursorShape.IBeamCursor)
        self.viewport().setMouseTracking(True)

    @property
    def content(self) -> PromptContent | None:
        """Give what is shown."""
        return self._content

    @property
    def caret(self) -> int:
        """Give the caret as a code point offset."""
        return self._caret

    @property
    def selection(self) -> tuple[int, int]:
        """Give the selection as code point offsets."""
        return min(self._caret, self._anchor), max(self._caret, self._anchor)

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
        self._wrap()
        self.caret_moved.emit()

    def set_word_wrap(self, words: bool) -> None:
        """End rows after words, or (False) where they are full."""
        if words != self._words:
            self._words = words
            self._index = TextIndex(self._index.text, words=words)
            self._wrap()

    def set_stale(self, stale: bool) -> None:
        """Dim the text when it belongs to an older document."""
        if stale != self._stale:
            self._stale = stale
            self.viewport().update()

    def set_matches(self, matches: Ranges) -> None:
        """Mark what a search has found, as byte ranges in order."""
        self._matches = matches
        self.viewport().update()

    def select_bytes(self, start: int, end: int) -> None:
        """Select whole characters that hold the bytes start..end and bring them into view."""
        if self._content is None:
            return
        positions = self._content.positions
        self.select(positions.code_point_of(start), positions.code_point_end_of(end))

    def select(self, start: int, end: int) -> None:
        """Select a range of code points and bring it into view."""
        self._anchor, self._caret = start, end
        self._goal = column_of(self._index, end)
        self._show_row(self._index.row_of(end), margin=2)
        self._show_row(self._index.row_of(start), margin=2)
        self.viewport().update()
        self.caret_moved.emit()

    def copy(self) -> None:
        """Copy the selected characters exactly."""
        if self.selected_text:
            copy_text(self.selected_text)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the visible rows."""
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        palette = colors.stale_palette(self.palette()) if self._stale else self.palette()
        painter.fillRect(event.rect(), colors.base_color(palette))
        if self._content is None:
            painter.setPen(colors.quiet_color(palette))
            hint = self.tr("The prompt appears here as soon as the schema can be read.")
            area = self.viewport().rect().adjusted(24, 24, -24, -24)
            flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
            painter.drawText(area, flags, hint)
        else:
            self._paint_rows(painter, palette, self._content)
        self._paint_frame(painter, palette)
        painter.end()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Wrap to the new width; the first visible character stays in the first row."""
        super().resizeEvent(event)
        self._wrap()

    def changeEvent(self, event: QEvent) -> None:
        """Measure anew when the font changes."""
        super().changeEvent(event)
        if event.type() in {QEvent.Type.FontChange, QEvent.Type.StyleChange}:
            self._cells = self._measured()
            self._wrap()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move the caret, select, copy."""
        motion = motion_of(event)
        if motion is not None:
            self._move(motion.motion, selecting=motion.selecting)
        elif event.matches(QKeySequence.StandardKey.SelectAll):
            self._put(0, len(self._index.text))
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

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Select the token under the mouse."""
        content = self._content
        details = None if content is None else content.details(self._character_at(event.position()))
        if content is not None and details is not None and details.tokens:
            start = content.positions.code_point_of(content.span_of(details.tokens[0])[0])
            end = content.span_of(details.tokens[-1])[1]
            self._put(start, content.positions.code_point_end_of(end))

    def viewportEvent(self, event: QEvent) -> bool:
        """Tell about the character under the mouse."""
        if isinstance(event, QHelpEvent) and self._content is not None:
            details = self._content.details(self._character_at(QPointF(event.pos())))
            if details is None:
                QToolTip.hideText()
            else:
                QToolTip.showText(event.globalPos(), details_tip(details), self.viewport())
            return True
        return super().viewportEvent(event)

    def _measured(self) -> Cells:
        names = self.font()
        names.setPointSizeF(QFontInfo(names).pointSizeF() * NAME_SHARE)
        return Cells.of(fixed_font(self.font()), names)

    def _ribbon_width(self) -> float:
        return min(RIBBON_CELLS * self._cells.width, self.viewport().width() * RIBBON_MOST)

    def _page(self) -> int:
        return max(1, int(self.viewport().height() // self._cells.height))

    def _wrap(self) -> None:
        """Cut rows for the viewport's width and set the scroll bar."""
        bar = self.verticalScrollBar()
        top = self._laid[bar.value()].row.start if bar.value() in self._laid else None
        self._laid.clear()
        space = self.viewport().width() - self._ribbon_width() - self._cells.width
        self._index.wrap(int(space // self._cells.width))
        bar.setRange(0, max(0, self._index.row_count - self._page()))
        bar.setPageStep(self._page())
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
        paint = RowPainter(painter, paints, self._cells, self._ribbon_width())
        first = self.verticalScrollBar().value()
        before: str | None = None
        for number in range(first, min(first + self._page() + 1, self._index.row_count)):
            laid = self._row(number, content)
            top = (number - first) * self._cells.height
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

    def _paint_frame(self, painter: QPainter, palette: QPalette) -> None:
        """Outline the view that has the keyboard."""
        if self.hasFocus():
            painter.setPen(QPen(palette.color(QPalette.ColorRole.Highlight), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(QRectF(self.viewport().rect()).adjusted(0.5, 0.5, -0.5, -0.5))

    def _move(self, motion: Motion, *, selecting: bool) -> None:
        goal = self._goal
        caret = moved(self._index, self._caret, motion, self._page() - 1, goal)
        start, end = self.selection
        if not selecting and start < end and motion in {Motion.LEFT, Motion.RIGHT}:
            caret = start if motion is Motion.LEFT else end
        self._put(self._anchor if selecting else caret, caret)
        if motion in VERTICAL:
            self._goal = goal

    def _put(self, anchor: int, caret: int) -> None:
        """Put anchor and caret for the user, and tell about it."""
        self._anchor, self._caret = anchor, caret
        self._goal = column_of(self._index, caret)
        self._show_row(self._index.row_of(caret), margin=0)
        self.viewport().update()
        self.caret_moved.emit()
        self.selection_changed.emit(*self.selected_bytes)

    def _show_row(self, number: int, *, margin: int) -> None:
        bar = self.verticalScrollBar()
        if number < bar.value():
            bar.setValue(number - margin)
        elif number >= bar.value() + self._page():
            bar.setValue(number - self._page() + 1 + margin)

    def _row_and_column(self, point: QPointF) -> tuple[int, float]:
        number = self.verticalScrollBar().value() + int(point.y() // self._cells.height)
        column = (point.x() - self._ribbon_width()) / self._cells.width
        return min(max(number, 0), self._index.row_count - 1), column

    def _border_at(self, point: QPointF) -> int:
        return self._index.border_in(*self._row_and_column(point))

    def _character_at(self, point: QPointF) -> int:
        number, column = self._row_and_column(point)
        return self._index.row(number).character_at(column)
