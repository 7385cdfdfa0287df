"""Rows of bytes painted: offsets, hex digits and characters on the grounds of their tokens."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath

from app.models.byte_row import PRINTABLE, ByteColumns, ByteRow, Outline
from app.views.prompt_paint import Cells, Paints, notched

STRIPE = 4.0


@dataclass(frozen=True)
class BytePainter:
    """Paint rows on one painter; columns are counted in the fixed font's cells."""

    painter: QPainter
    paints: Paints
    cells: Cells
    columns: ByteColumns

    def ground(self, row: ByteRow, top: float) -> None:
        """Paint the grounds of tokens, the lines between them, and the owner's stripe."""
        for tint in row.tints:
            color = self.paints.tint(tint.owner, odd=tint.odd)
            self.span(tint.first, tint.last, top, color)
            if tint.begins:
                left = self._pair_edge(tint.first)
                line = QRectF(left, top + 2, 1, self.cells.height - 4)
                self.painter.fillRect(line, self.paints.owner(tint.owner))
        if row.tints:
            left = (self.columns.digits + 1.6) * self.cells.width
            stripe = QRectF(left, top, STRIPE, self.cells.height)
            self.painter.fillRect(stripe, self.paints.owner(row.tints[0].owner))
        for outline in row.outlines:
            if outline.defused:
                continue
            fill = self.paints.user_fill if outline.user else self.paints.control_fill
            for shape in self._shapes(outline, top):
                self.painter.fillPath(shape, fill)

    def span(self, first: int, last: int, top: float, color: QColor) -> None:
        """Paint a ground under the bytes and the characters of some columns."""
        for area in self._areas(first, last, top):
            self.painter.fillRect(area, color)

    def glyphs(self, row: ByteRow, top: float) -> None:
        """Write offset, bytes and characters, and outline control tokens."""
        for outline in row.outlines:
            pen = self.paints.outline(user=outline.user, defused=outline.defused)
            for shape in self._shapes(outline, top):
                self.painter.strokePath(shape, pen)
        self.painter.setFont(self.cells.font)
        self._write(1, top, f"{row.start:0{self.columns.digits}X}", self.paints.quiet)
        for column, byte in enumerate(row.data):
            cell = self.columns.pair(column)
            self._write(cell, top, f"{byte:02X}", self._color(row, column))
        for column, letter in enumerate(row.ascii):
            shown = row.data[column] in PRINTABLE
            color = self._color(row, column) if shown else self.paints.faint
            self._write(self.columns.letter(column), top, letter, color)

    def caret(self, column: int, top: float) -> None:
        """Paint the caret before a byte and before its character."""
        for left in (self._pair_edge(column), self.columns.letter(column) * self.cells.width):
            self.painter.fillRect(QRectF(left - 1, top, 2, self.cells.height), self.paints.text)

    def _color(self, row: ByteRow, column: int) -> QColor:
        for outline in row.outlines:
            if outline.first <= column <= outline.last and not outline.defused:
                return self.paints.control_ink(user=outline.user)
        return self.paints.text

    def _write(self, cell: float, top: float, text: str, color: QColor) -> None:
        self.painter.setPen(color)
        self.painter.drawText(QPointF(cell * self.cells.width, top + self.cells.ascent), text)

    def _pair_edge(self, column: int) -> float:
        return (self.columns.pair(column) - 0.5) * self.cells.width

    def _areas(self, first: int, last: int, top: float) -> tuple[QRectF, QRectF]:
        width, height = self.cells.width, self.cells.height
        left = self._pair_edge(first)
        right = (self.columns.pair(last) + 2.5) * width
        letters = self.columns.letter(first) * width
        return (
            QRectF(left, top, right - left, height),
            QRectF(letters, top, (last - first + 1) * width, height),
        )

    def _shapes(self, outline: Outline, top: float) -> tuple[QPainterPath, ...]:
        """Outline a control token's bytes and characters, the user's with cut corners."""
        areas = self._areas(outline.first, outline.last, top)
        return tuple(_shape(area.adjusted(0, 1, 0, -1), user=outline.user) for area in areas)


def _shape(area: QRectF, *, user: bool) -> QPainterPath:
    if user:
        return notched(area)
    path = QPainterPath()
    path.addRoundedRect(area, area.height() * 0.26, area.height() * 0.26, Qt.SizeMode.AbsoluteSize)
    return path
