"""Halves of a difference's rows painted: numbers, signs, tints, glyphs, marks and gaps."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPalette, QPen

from app.models.diff_line import Glyph
from app.models.diff_source import Half
from app.views import colors
from app.views.prompt_paint import Cells
from engine.golden.align import Kind
from engine.golden.rows import EXPECTED, LIVE

HUES = {EXPECTED: 2, LIVE: 130}
GUTTER_CELLS = 3  # sign and margins beside a label
RULER = 10  # pixels of the overview at the right edge
BAR = 3


class DiffPaints:
    """A difference's colours under one palette, each mixed once."""

    def __init__(self, palette: QPalette) -> None:
        """Mix them."""
        self.base = colors.base_color(palette)
        self.text = colors.text_color(palette)
        self.quiet = colors.quiet_color(palette)
        self.faint = colors.faint_color(palette)
        self.line = colors.hairline_color(palette)
        self.highlight = palette.color(QPalette.ColorRole.Highlight)
        self.window = palette.color(QPalette.ColorRole.Window)
        self.mark = colors.mark_color(palette)
        self.mark_fill = colors.mixed(self.base, self.mark, 0.16)
        weak, strong, current = (0.13, 0.40, 0.58) if colors.is_dark(palette) else (0.07, 0.26, 0.5)
        self.inks = {side: colors.hue_color(palette, hue) for side, hue in HUES.items()}
        self.row = {side: colors.mixed(self.base, ink, weak) for side, ink in self.inks.items()}
        self.span = {side: colors.mixed(self.base, ink, strong) for side, ink in self.inks.items()}
        self.current = {
            side: colors.mixed(self.base, ink, current) for side, ink in self.inks.items()
        }
        self.gap = QBrush(colors.mixed(self.base, self.text, 0.10), Qt.BrushStyle.BDiagPattern)


class HalfPainter:
    """Paint halves that begin at `left` and are `width` wide; `label` counts its cells."""

    def __init__(
        self,
        painter: QPainter,
        paints: DiffPaints,
        cells: Cells,
        area: QRectF,
        label: int,
        side: str,
    ) -> None:
        """Keep where the half lies; `side` colours changes that do not say theirs."""
        self._painter, self._paints, self._cells = painter, paints, cells
        self._area, self._label, self._side = area, label, side

    @property
    def text_left(self) -> float:
        """Give where column 0 lies."""
        return self._area.left() + (self._label + GUTTER_CELLS) * self._cells.width

    def paint(self, half: Half, top: float, current: frozenset[int]) -> None:
        """Paint one row; the hunks in `current` stand out."""
        row = QRectF(self._area.left(), top, self._area.width(), self._cells.height)
        if half.is_gap:
            self._painter.fillRect(row, self._paints.gap)
            return
        changed = [glyph for glyph in half.glyphs if glyph.hunk >= 0]
        if changed or half.sign:
            side = self._side_of(changed[0].kind if changed else Kind.EQUAL)
            self._painter.fillRect(row, self._paints.row[side])
        if any(glyph.hunk in current for glyph in changed):
            bar = QRectF(self._area.left(), top, BAR, self._cells.height)
            self._painter.fillRect(bar, self._paints.highlight)
        self._gutter(half, top, changed)
        self._painter.save()
        self._painter.setClipRect(row)
        for glyph in changed:
            self._ground(glyph, top, is_current=glyph.hunk in current)
        for glyph in half.glyphs:
            self._mark(glyph, top) if glyph.is_mark else self._text(glyph, top)
        self._painter.restore()

    def _side_of(self, kind: Kind) -> str:
        if self._side:
            return self._side
        return EXPECTED if kind is Kind.DELETE else LIVE

    def _gutter(self, half: Half, top: float, changed: list[Glyph]) -> None:
        cell = self._cells.width
        area = QRectF(self._area.left(), top, (self._label + 1) * cell, self._cells.height)
        self._painter.setFont(self._cells.font)
        self._painter.setPen(self._paints.quiet)
        flags = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        self._painter.drawText(area, flags, half.label)
        if half.sign:
            kind = changed[0].kind if changed else Kind.EQUAL
            self._painter.setFont(self._cells.bold)
            self._painter.setPen(self._paints.inks[self._side_of(kind)])
            sign = QRectF(area.right(), top, 1.6 * cell, self._cells.height)
            self._painter.drawText(sign, Qt.AlignmentFlag.AlignCenter, half.sign)

    def _ground(self, glyph: Glyph, top: float, *, is_current: bool) -> None:
        """Fill the ground of a change and underline it: colour is not the only mark."""
        if glyph.is_gap:
            left = self.text_left + glyph.column * self._cells.width
            width = glyph.cells * self._cells.width
            gap = QRectF(left, top, width, self._cells.height)
            self._painter.fillRect(gap, self._paints.gap)
            return
        side = self._side_of(glyph.kind)
        left = self.text_left + glyph.column * self._cells.width
        width = glyph.cells * self._cells.width
        fill = (self._paints.current if is_current else self._paints.span)[side]
        self._painter.fillRect(QRectF(left, top, width, self._cells.height), fill)
        line = QRectF(left, top + self._cells.height - 2, width, 2)
        self._painter.fillRect(line, self._paints.inks[side])

    def _text(self, glyph: Glyph, top: float) -> None:
        quiet = self._paints.text if glyph.hunk >= 0 else self._paints.faint
        self._painter.setFont(self._cells.font)
        self._painter.setPen(quiet if glyph.is_symbol else self._paints.text)
        left = self.text_left + glyph.column * self._cells.width
        self._painter.drawText(QPointF(left, top + self._cells.ascent), glyph.text)

    def _mark(self, glyph: Glyph, top: float) -> None:
        """Draw what cannot be seen as its name in a box."""
        left = self.text_left + glyph.column * self._cells.width
        area = QRectF(
            left + 1.5,
            top + self._cells.height * 0.13,
            glyph.cells * self._cells.width - 3,
            self._cells.height * 0.70,
        )
        ink: QColor = self._paints.mark
        self._painter.setPen(QPen(ink, 0.9))
        self._painter.setBrush(self._paints.mark_fill if glyph.hunk < 0 else self._paints.base)
        self._painter.drawRoundedRect(area, 2.5, 2.5)
        self._painter.setFont(self._cells.small)
        self._painter.drawText(area, Qt.AlignmentFlag.AlignCenter, glyph.text)


def paint_ruler(
    painter: QPainter, paints: DiffPaints, area: QRectF, rows: tuple[int, ...], count: int, at: int
) -> None:
    """Paint where in all rows the changes lie; the current one is wider."""
    painter.fillRect(area, colors.mixed(paints.base, paints.window, 0.8))
    if count == 0:
        return
    seen: set[int] = set()
    for number, row in enumerate(rows):
        top = round(area.top() + row / count * (area.height() - BAR))
        if top not in seen or number == at:
            seen.add(top)
            color = paints.highlight if number == at else paints.mark
            inset = 1 if number == at else 3
            mark = QRectF(area.left() + inset, top, area.width() - 2 * inset, BAR)
            painter.fillRect(mark, color)
