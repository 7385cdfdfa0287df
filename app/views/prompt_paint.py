"""Rows of the prompt painted: grounds, capsules, glyphs, marks and the ribbon of owners."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPalette, QPen

from app.models.prompt_content import PromptContent, owner_name
from app.models.prompt_row import Band, Capsule, Ink, PromptRow, Tone
from app.views import colors
from engine.prompt.segments import Owner, OwnerKind

MARK_SHARE = 0.72
RIBBON_SHARE = 0.32
LEADING_SHARE = 0.26


@dataclass(frozen=True)
class Cells:
    """The fixed font's cell and the fonts derived from it; lengths in logical pixels."""

    font: QFont
    bold: QFont
    small: QFont
    names: QFont
    width: float
    height: float
    ascent: float

    @classmethod
    def of(cls, fixed: QFont, names: QFont) -> Cells:
        """Measure a fixed font; `names` is the font of the ribbon's names."""
        metrics = QFontMetricsF(fixed)
        bold, small = QFont(fixed), QFont(fixed)
        bold.setBold(True)
        small.setPointSizeF(fixed.pointSizeF() * MARK_SHARE)
        height = round(metrics.height() * (1 + LEADING_SHARE))
        ascent = metrics.ascent() + (height - metrics.height()) / 2
        width = metrics.horizontalAdvance("0" * 64) / 64
        return cls(fixed, bold, small, names, width, float(height), ascent)


@dataclass(frozen=True)
class RowPainter:
    """Paint rows on one painter; `left` is where column 0 lies, `ribbon` the ribbon's width."""

    painter: QPainter
    palette: QPalette
    cells: Cells
    content: PromptContent
    left: float
    ribbon: float
    stale: bool

    def ground(self, laid: PromptRow, top: float) -> None:
        """Paint the grounds of the row's tokens and of control tokens."""
        for band in laid.bands:
            self._band(band, top)
        for capsule in laid.capsules:
            color = self._color(self._control_color(user=capsule.user))
            strength = 0.26 if capsule.user else 0.14
            fill = colors.mixed(colors.base_color(self.palette), color, strength)
            self.painter.fillPath(self._shape(capsule, top), fill)

    def glyphs(self, laid: PromptRow, top: float) -> None:
        """Paint the outlines of control tokens, the row's text, symbols and marks."""
        for capsule in laid.capsules:
            color = self._color(self._control_color(user=capsule.user))
            pen = QPen(color, 1.5 if capsule.user else 1.0)
            self.painter.strokePath(self._shape(capsule, top), pen)
        for ink in laid.inks:
            if ink.mark:
                self._mark(ink, top)
            else:
                self._text(ink, top)
        pen = QPen(self._color(self._owner_color(None, OwnerKind.FENCE)), 1.5)
        for start, end in laid.nonces:
            line = top + self.cells.height - 2
            self.painter.setPen(pen)
            self.painter.drawLine(QPointF(self._x(start), line), QPointF(self._x(end), line))

    def span(self, start: float, end: float, top: float, color: QColor) -> None:
        """Paint a ground from one column to another: a selection, a match."""
        area = QRectF(self._x(start), top, (end - start) * self.cells.width, self.cells.height)
        self.painter.fillRect(area, color)

    def caret(self, column: float, top: float) -> None:
        """Paint the caret before a column."""
        area = QRectF(self._x(column) - 1, top, 2, self.cells.height)
        self.painter.fillRect(area, colors.text_color(self.palette))

    def owner(self, laid: PromptRow, top: float, *, named: bool) -> None:
        """Paint the ribbon beside a row, with its owner's name where the owner changes."""
        if laid.owner is None:
            return
        color = self._color(self._owner_color(laid.owner, laid.owner.kind))
        stripe = self.cells.width * RIBBON_SHARE * 1.4
        right = self.ribbon - self.cells.width * 0.6
        self.painter.fillRect(QRectF(right - stripe, top, stripe, self.cells.height), color)
        if not named:
            return
        area = QRectF(0, top, right - stripe - self.cells.width * 0.6, self.cells.height)
        self.painter.setFont(self.cells.names)
        self.painter.setPen(colors.mixed(color, colors.text_color(self.palette), 0.35))
        metrics = QFontMetricsF(self.cells.names)
        name = metrics.elidedText(
            owner_name(laid.owner), Qt.TextElideMode.ElideMiddle, area.width()
        )
        flags = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        self.painter.drawText(area, flags, name)

    def _x(self, column: float) -> float:
        return self.left + column * self.cells.width

    def _color(self, color: QColor) -> QColor:
        return colors.shown_color(self.palette, color, stale=self.stale)

    def _owner_color(self, owner: Owner | None, kind: OwnerKind) -> QColor:
        number = 0 if owner is None else self.content.field_number(owner)
        return colors.owner_color(self.palette, kind, number)

    def _band(self, band: Band, top: float) -> None:
        owner = self._color(self._owner_color(band.owner, band.owner.kind))
        tint = colors.token_tint(self.palette, owner, odd=band.odd)
        self.span(band.left, band.right, top, tint)

    def _shape(self, capsule: Capsule, top: float) -> QPainterPath:
        """Outline a control token: rounded for the template's, notched for the user's."""
        area = QRectF(
            self._x(capsule.left) - 0.5,
            top + 1,
            (capsule.right - capsule.left) * self.cells.width + 1,
            self.cells.height - 2,
        )
        if capsule.user:
            return _notched(area)
        path = QPainterPath()
        path.addRoundedRect(area, area.height() * 0.26, area.height() * 0.26)
        return path

    def _control_color(self, *, user: bool) -> QColor:
        if user:
            return colors.severity_color(self.palette, "error")
        return colors.hue_color(self.palette, 222)

    def _ink_color(self, ink: Ink) -> QColor:
        if ink.symbol:
            return colors.faint_color(self.palette)
        text = colors.text_color(self.palette)
        if ink.tone is Tone.TEXT:
            return text
        if ink.tone is Tone.FENCE:
            fence = colors.owner_color(self.palette, OwnerKind.FENCE)
            return self._color(colors.mixed(fence, text, 0.35))
        user = ink.tone is Tone.USER_CONTROL
        return self._color(colors.mixed(self._control_color(user=user), text, 0.25))

    def _text(self, ink: Ink, top: float) -> None:
        bold = ink.tone in {Tone.FENCE, Tone.USER_CONTROL} and not ink.symbol
        font = self.cells.bold if bold else self.cells.font
        self.painter.setFont(font)
        self.painter.setPen(self._ink_color(ink))
        left = self._x(ink.column)
        if ink.cell:
            spare = ink.cells * self.cells.width - QFontMetricsF(font).horizontalAdvance(ink.text)
            left += spare / 2
        self.painter.drawText(QPointF(left, top + self.cells.ascent), ink.text)

    def _mark(self, ink: Ink, top: float) -> None:
        area = QRectF(
            self._x(ink.column) + 1,
            top + self.cells.height * 0.14,
            ink.cells * self.cells.width - 2,
            self.cells.height * 0.72,
        )
        color = self._color(colors.mark_color(self.palette))
        self.painter.setPen(QPen(color, 0.8))
        self.painter.setBrush(colors.mixed(colors.base_color(self.palette), color, 0.14))
        self.painter.drawRoundedRect(area, 2.5, 2.5)
        self.painter.setFont(self.cells.small)
        self.painter.drawText(area, Qt.AlignmentFlag.AlignCenter, ink.text)


def _notched(area: QRectF) -> QPainterPath:
    """Draw a rectangle with its corners cut off."""
    cut = area.height() * 0.3
    path = QPainterPath(QPointF(area.left() + cut, area.top()))
    path.lineTo(area.right() - cut, area.top())
    path.lineTo(area.right(), area.top() + cut)
    path.lineTo(area.right(), area.bottom() - cut)
    path.lineTo(area.right() - cut, area.bottom())
    path.lineTo(area.left() + cut, area.bottom())
    path.lineTo(area.left(), area.bottom() - cut)
    path.lineTo(area.left(), area.top() + cut)
    path.closeSubpath()
    return path
