"""Expected against live, drawn row by row: text, bytes or tokens, side by side or inline."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import (
    QGuiApplication,
    QHelpEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QToolTip, QWidget

from app.golden.diff_paint import GUTTER_CELLS, RULER, DiffPaints, HalfPainter, paint_ruler
from app.models.compare_rows import Mode
from app.models.diff_bytes import ByteSource
from app.models.diff_source import Look, Source, TextSource
from app.models.diff_tokens import TokenSource
from app.views.row_area import RowArea, scroll_by_key
from engine.characters import described
from engine.golden.laid import LaidText
from engine.golden.rows import EXPECTED, LIVE
from engine.golden.token_diff import TokenDiff
from engine.prompt.marks import visible

WHEEL_ROWS = 3
FEWEST_CELLS = 8
Place = tuple[int, int]
SIDES = {Look.SIDES: (EXPECTED, LIVE), Look.INLINE: ("",), Look.EXPECTED: (EXPECTED,)}


class DiffView(RowArea):
    """Show a difference; `change_shown` carries the current change (-1: none) and their number."""

    change_shown = Signal(int, int)

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        """Start empty; `name` is what the view is called."""
        super().__init__(parent)
        self._laid: LaidText | None = None
        self._tokens: TokenDiff | None = None
        self._mode, self._look = Mode.TEXT, Look.SIDES
        self._source: Source | None = None
        self._current = -1
        self._left: Place = (0, 0)  # the live bytes of the change that was current in another mode
        self._titles = (self.tr("expected"), self.tr("live"))
        self.setAccessibleName(name)
        self.viewport().setMouseTracking(True)

    @property
    def source(self) -> Source | None:
        """Give the rows that are shown."""
        return self._source

    @property
    def mode(self) -> Mode:
        """Say whether text, bytes or tokens are shown."""
        return self._mode

    @property
    def look(self) -> Look:
        """Say how the sides are laid out."""
        return self._look

    @property
    def current(self) -> int:
        """Give the number of the current change, -1 when there is none."""
        return self._current

    @property
    def change_count(self) -> int:
        """Count the changes that next and previous go through."""
        return 0 if self._source is None else len(self._source.change_rows)

    def set_laid(
        self, laid: LaidText | None, tokens: TokenDiff | None, *, keep_place: bool = False
    ) -> None:
        """Show a difference from its first change, or (the same vector again) where we are."""
        if laid is self._laid and tokens is self._tokens:
            return
        self._laid, self._tokens = laid, tokens
        self._left = self._left if keep_place else (0, 0)
        place = self.verticalScrollBar().value()
        current = self._current
        self._rebuild()
        if keep_place and (current >= 0 or not self.change_count):
            self.verticalScrollBar().setValue(place)
            self._set_current(min(current, self.change_count - 1))
        else:
            self.verticalScrollBar().setValue(0)
            self.go_to(0)

    def set_mode(self, mode: Mode) -> None:
        """Show text, bytes or tokens."""
        if mode is not self._mode:
            if self._current >= 0:
                self._left = self._places()[self._current]
            self._mode = mode
            self._rebuild()
            self.go_to(nearest(self._left, self._places()))

    def _places(self) -> tuple[Place, ...]:
        """Give the live bytes of each change."""
        if self._laid is None:
            return ()
        if self._mode is not Mode.TOKENS:
            return tuple((one.live_start, one.live_end) for one in self._laid.diff.changes)
        if self._tokens is None:
            return ()
        live = self._tokens.live
        spans = (live.span(one.live_start, one.live_end) for one in self._tokens.changes)
        return tuple(span or (0, 0) for span in spans)

    def set_look(self, look: Look) -> None:
        """Lay the sides out in another way."""
        if look is not self._look:
            self._look = look
            self._rebuild()
            self.go_to(self._current)

    def set_titles(self, expected: str, live: str) -> None:
        """Name the two sides."""
        self._titles = expected, live
        self.viewport().update()

    def step(self, step: int) -> None:
        """Go to the next (1) or the previous (-1) change, around the end."""
        count = self.change_count
        if count:
            first = -1 if step > 0 else 0
            self.go_to(((self._current if self._current >= 0 else first) + step) % count)

    def go_to(self, number: int) -> None:
        """Make a change the current one and bring it into view."""
        count = self.change_count
        self._set_current(max(min(number, count - 1), 0) if count else -1)
        if self._source is not None and self._current >= 0:
            self._show_row(self._source.change_rows[self._current])

    def current_text(self) -> str:
        """Write the current change for the clipboard, a line a side."""
        if self._laid is None or self._mode is Mode.TOKENS or self._current < 0:
            return ""
        diff = self._laid.diff
        hunk = diff.changes[self._current]
        return f"- {visible(diff.expected_text(hunk))}\n+ {visible(diff.live_text(hunk))}"

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the titles, the rows in view and the overview."""
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paints = DiffPaints(self.palette())
        painter.fillRect(event.rect(), paints.base)
        if self._source is None:
            self._paint_note(painter, paints.quiet)
        else:
            self._paint_rows(painter, paints, self._source)
        self._paint_frame(painter, self.palette())
        painter.end()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Scroll, and copy the current change."""
        if event.matches(QKeySequence.StandardKey.Copy):
            QGuiApplication.clipboard().setText(self.current_text())
        elif not scroll_by_key(self.verticalScrollBar(), event):
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Make the change under the mouse the current one."""
        place = self._place(event.position())
        if self._source is None or place is None:
            return
        row, half, column = place
        glyphs = [glyph for glyph in self._source.row(row)[half].glyphs if glyph.hunk >= 0]
        under = [one for one in glyphs if one.column <= column < one.column + one.cells]
        if glyphs:
            self._set_current(self._source.change_of((under or glyphs)[0].hunk))

    def viewportEvent(self, event: QEvent) -> bool:
        """Name the character under the mouse."""
        if isinstance(event, QHelpEvent):
            QToolTip.showText(event.globalPos(), self._tip(QPointF(event.pos())), self.viewport())
            return True
        return super().viewportEvent(event)

    def _tip(self, point: QPointF) -> str:
        place = self._place(point)
        found = None if self._source is None or place is None else self._source.place_at(*place)
        if found is None:
            return ""
        side, byte, character = found
        name, data = described(character), character.encode().hex(" ").upper()
        title = self._titles[0 if side == EXPECTED else 1]
        return self.tr("{0}\n{1}, byte {2:,}: {3}").format(name, title, byte, data)

    def _rebuild(self) -> None:
        """Choose the rows of mode and look."""
        self._source = None
        if self._laid is not None and self._mode is Mode.TEXT:
            self._source = TextSource(self._laid, self._look)
        elif self._laid is not None and self._mode is Mode.BYTES:
            self._source = ByteSource(self._laid.diff, self._look)
        elif self._laid is not None and self._tokens is not None:
            self._source = TokenSource(self._laid.diff, self._tokens, self._look)
        self._fit()

    def _areas(self) -> tuple[QRectF, ...]:
        """Give where the halves lie, the titles above left out."""
        halves = 2 if self._look is Look.SIDES else 1
        top = self.cells.height
        width = (self.viewport().width() - RULER) / halves
        height = self.viewport().height() - top
        return tuple(QRectF(number * width, top, width, height) for number in range(halves))

    def visible_rows(self) -> int:
        """Count the rows below the titles."""
        return max(1, super().visible_rows() - 1)

    def _fit(self) -> None:
        """Wrap to the width."""
        if self._source is not None:
            used = self._source.label_cells + GUTTER_CELLS + 1
            cells = int(self._areas()[0].width() // self.cells.width) - used
            self._source.wrap(max(FEWEST_CELLS, cells))
        self._set_row_count(0 if self._source is None else self._source.row_count)
        self.verticalScrollBar().setSingleStep(WHEEL_ROWS)
        self.viewport().update()

    def _paint_rows(self, painter: QPainter, paints: DiffPaints, source: Source) -> None:
        areas = self._areas()
        sides = SIDES.get(self._look, (LIVE,))
        hands = [
            HalfPainter(painter, paints, self.cells, area, source.label_cells, side)
            for area, side in zip(areas, sides, strict=True)
        ]
        current = self._current_hunks(source)
        first = self.verticalScrollBar().value()
        last = min(first + self.visible_rows() + 1, source.row_count)
        for number in range(first, last):
            top = areas[0].top() + (number - first) * self.cells.height
            for hand, half in zip(hands, source.row(number), strict=True):
                hand.paint(half, top, current)
        self._paint_titles(painter, paints, areas)
        ruler = QRectF(areas[-1].right(), areas[0].top(), RULER, areas[0].height())
        rows = source.change_rows
        paint_ruler(painter, paints, ruler, rows, source.row_count, self._current)

    def _paint_titles(
        self, painter: QPainter, paints: DiffPaints, areas: tuple[QRectF, ...]
    ) -> None:
        """Paint the band above the rows that names the sides, and the line between them."""
        band = QRectF(0, 0, self.viewport().width(), self.cells.height)
        painter.fillRect(band, paints.window)
        expected, live = self._titles
        titles = {
            Look.SIDES: (expected, live),
            Look.INLINE: (f"− {expected}    + {live}",),
            Look.EXPECTED: (expected,),
            Look.LIVE: (live,),
        }[self._look]
        painter.setFont(self.cells.names)
        painter.setPen(paints.quiet)
        flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        for area, title in zip(areas, titles, strict=True):
            left = QRectF(area.left() + self.cells.width, 0, area.width(), band.height())
            painter.drawText(left, flags, title)
            painter.setPen(QPen(paints.line, 1))
            painter.drawLine(QPointF(area.right(), 0), QPointF(area.right(), area.bottom()))
            painter.setPen(paints.quiet)

    def _current_hunks(self, source: Source) -> frozenset[int]:
        """Give the hunk of the current change, as glyphs know it."""
        if self._current < 0 or self._laid is None:
            return frozenset()
        return frozenset((source.hunk_of(self._current),))

    def _place(self, point: QPointF) -> tuple[int, int, float] | None:
        """Find row, half and column under a point."""
        areas = self._areas()
        row = self.verticalScrollBar().value()
        row += int((point.y() - areas[0].top()) // self.cells.height)
        if self._source is None or point.y() < areas[0].top() or row >= self._source.row_count:
            return None
        half = next((one for one, area in enumerate(areas) if point.x() < area.right()), None)
        if half is None:
            return None
        used = (self._source.label_cells + GUTTER_CELLS) * self.cells.width
        return row, half, (point.x() - areas[half].left() - used) / self.cells.width

    def _set_current(self, number: int) -> None:
        self._current = number
        self.viewport().update()
        self.change_shown.emit(number, self.change_count)

    def _show_row(self, number: int) -> None:
        """Bring a row into view, a third from the top when it was not."""
        bar = self.verticalScrollBar()
        if not bar.value() <= number < bar.value() + self.visible_rows() - 1:
            bar.setValue(number - self.visible_rows() // 3)


def nearest(place: Place, places: tuple[Place, ...]) -> int:
    """Find the range that lies over a place, or else the one with the smallest gap to it.

    >>> nearest((5, 6), ((0, 2), (4, 8), (9, 9)))
    1
    """
    gaps = [max(start - place[1], place[0] - end) for start, end in places]
    return gaps.index(min(gaps)) if gaps else 0
