"""Rows of the prompt painted: grounds, capsules, glyphs, marks and the ribbon of owners."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontInfo,
    QFontMetricsF,
    QPainter,
    QPainterPath,
    QPalette,
    QPen,
)

from app.models.prompt_content import PromptContent, owner_name
from app.models.prompt_row import Capsule, Ink, PromptRow, Tone
from app.views import colors
from engine.prompt.segments import Owner, OwnerKind

MARK_SHARE = 0.72
RIBBON_SHARE = 0.32
LEADING_SHARE = 0.26
CONTROL_HUE = 222


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
        small.setPointSizeF(QFontInfo(fixed).pointSizeF() * MARK_SHARE)
        height = round(metrics.height() * (1 + LEADING_SHARE))
        ascent = metrics.ascent() + (height - metrics.height()) / 2
        width = metrics.horizontalAdvance("0" * 64) / 64
        return cls(fixed, bold, small, names, width, float(height), ascent)


class Paints:
    """A prompt's colours under one palette, each mixed once."""

    def __init__(
        self, palette: QPalette, content: PromptContent, *, stale: bool, active: bool
    ) -> None:
        """Mix the colours that do not depend on an owner; `active` when it has the keyboard."""
        self._palette, self._content, self._stale = palette, content, stale
        self._owners: dict[tuple[OwnerKind, int], QColor] = {}
        self._bands: dict[tuple[OwnerKind, int, bool], QColor] = {}
        self.base = colors.base_color(palette)
        self.text = colors.text_color(palette)
        self.quiet = colors.quiet_color(palette)
        self.faint = colors.faint_color(palette)
        self.match = colors.match_color(palette)
        self.selection = colors.selection_color(palette, active=active)
        self.mark = self._shown(colors.mark_color(palette))
        self.mark_fill = colors.mixed(self.base, self.mark, 0.14)
        self.control = self._shown(colors.hue_color(palette, CONTROL_HUE))
        self.control_fill = colors.mixed(self.base, self.control, 0.14)
        self.user = self._shown(colors.severity_color(palette, "error"))
        self.user_fill = colors.mixed(self.base, self.user, 0.26)
        self.fence = self._shown(colors.owner_color(palette, OwnerKind.FENCE))
        self.tones = {
            Tone.TEXT: self.text,
            Tone.FENCE: colors.mixed(self.fence, self.text, 0.35),
            Tone.CONTROL: colors.mixed(self.control, self.text, 0.25),
            Tone.USER_CONTROL: colors.mixed(self.user, self.text, 0.25),
        }

    def owner(self, owner: Owner) -> QColor:
        """Give an owner's line colour."""
        key = owner.kind, self._content.field_number(owner)
        if key not in self._owners:
            self._owners[key] = self._shown(colors.owner_color(self._palette, *key))
        return self._owners[key]

    def tint(self, owner: Owner, *, odd: bool) -> QColor:
        """Give the ground of a token with an odd or even number."""
        key = owner.kind, self._content.field_number(owner), odd
        if key not in self._bands:
            self._bands[key] = colors.token_tint(self._palette, self.owner(owner), odd=odd)
        return self._bands[key]

    def control_ink(self, *, user: bool) -> QColor:
        """Give the colour of a control token's text."""
        return self.tones[Tone.USER_CONTROL if user else Tone.CONTROL]

    def outline(self, *, user: bool, defused: bool) -> QPen:
        """Give the pen that draws around a control token: a broken line where it is but text."""
        if defused:
            return QPen(self.quiet, 1.2, Qt.PenStyle.DashLine)
        return QPen(self.user, 1.5) if user else QPen(self.control, 1.0)

    def _shown(self, color: QColor) -> QColor:
        return colors.shown_color(self._palette, color, stale=self._stale)


@dataclass(frozen=True)
class RowPainter:
    """Paint rows on one painter; `left` is where column 0 lies."""

    painter: QPainter
    paints: Paints
    cells: Cells
    left: float

    def ground(self, laid: PromptRow, top: float) -> None:
        """Paint the grounds of the row's tokens and of control tokens."""
        for band in laid.bands:
            self.span(band.left, band.right, top, self.paints.tint(band.owner, odd=band.odd))
        for capsule in laid.capsules:
            if capsule.defused:
                continue
            fill = self.paints.user_fill if capsule.user else self.paints.control_fill
            self.painter.fillPath(self._shape(capsule, top), fill)

    def glyphs(self, laid: PromptRow, top: float) -> None:
        """Paint the outlines of control tokens, the row's text, symbols and marks."""
        for capsule in laid.capsules:
            pen = self.paints.outline(user=capsule.user, defused=capsule.defused)
            self.painter.strokePath(self._shape(capsule, top), pen)
        for ink in laid.inks:
            if ink.mark:
                self._mark(ink, top)
            else:
                self._text(ink, top)
        pen = QPen(self.paints.fence, 1.5)
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
        self.painter.fillRect(area, self.paints.text)

    def owner(self, laid: PromptRow, top: float, *, named: bool) -> None:
        """Paint the ribbon beside a row, with its owner's name where the owner changes."""
        if laid.owner is None:
            return
        color = self.paints.owner(laid.owner)
        stripe = self.cells.width * RIBBON_SHARE * 1.4
        right = self.left - self.cells.width * 0.6
        self.painter.fillRect(QRectF(right - stripe, top, stripe, self.cells.height), color)
        if not named:
            return
        area = QRectF(0, top, right - stripe - self.cells.width * 0.6, self.cells.height)
        self.painter.setFont(self.cells.names)
        self.painter.setPen(colors.mixed(color, self.paints.text, 0.35))
        metrics = QFontMetricsF(self.cells.names)
        name = metrics.elidedText(
            owner_name(laid.owner), Qt.TextElideMode.ElideMiddle, area.width()
        )
        flags = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        self.painter.drawText(area, flags, name)

    def _x(self, column: float) -> float:
        return self.left + column * self.cells.width

    def _shape(self, capsule: Capsule, top: float) -> QPainterPath:
        """Outline a control token: rounded for the template's, notched for the user's."""
        area = QRectF(
            self._x(capsule.left) - 0.5,
            top + 1,
            (capsule.right - capsule.left) * self.cells.width + 1,
            self.cells.height - 2,
        )
        if capsule.user:
            return notched(area)
        path = QPainterPath()
        path.addRoundedRect(area, area.height() * 0.26, area.height() * 0.26)
        return path

    def _text(self, ink: Ink, top: float) -> None:
        bold = ink.tone in {Tone.FENCE, Tone.USER_CONTROL} and not ink.symbol
        font = self.cells.bold if bold else self.cells.font
        self.painter.setFont(font)
        self.painter.setPen(self.paints.faint if ink.symbol else self.paints.tones[ink.tone])
        left = self._x(ink.column)
        if ink.cell:
            spare = ink.cells * self.cells.width - QFontMetricsF(font).horizontalAdvance(ink.text)
            left += max(0.0, spare) / 2
        self.painter.drawText(QPointF(left, top + self.cells.ascent), ink.text)

    def _mark(self, ink: Ink, top: float) -> None:
        area = QRectF(
            self._x(ink.column) + 1,
            top + self.cells.height * 0.14,
            ink.cells * self.cells.width - 2,
            self.cells.height * 0.72,
        )
        self.painter.setPen(QPen(self.paints.mark, 0.8))
        self.painter.setBrush(self.paints.mark_fill)
        self.painter.drawRoundedRect(area, 2.5, 2.5)
        self.painter.setFont(self.cells.small)
        self.painter.drawText(area, Qt.AlignmentFlag.AlignCenter, ink.text)


def notched(area: QRectF) -> QPainterPath:
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
