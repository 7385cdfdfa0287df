"""Lines of the decisions painted: titles, bars, numbers and marks."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPalette, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from app.models.decision_line import Line, LineKind
from app.models.decision_model import (
    LINE_ROLE,
    NUMBER_ROLE,
    SHARE_ROLE,
    TIE_ROLE,
    WARNING_ROLE,
    Index,
)
from app.views import colors
from app.views.severity import paint_severity
from engine.scoring.result import FieldScore, MultiScore, ScalarScore

ROW_SHARE = 1.5
BAR_FROM = 0.36
BAR_SHARE = 0.46
PAD = 6
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_BARS = {LineKind.CHOICE, LineKind.OPTION, LineKind.COUNT}
_NOTES = {LineKind.SUMMARY, LineKind.LOGITS}


class DecisionDelegate(QStyledItemDelegate):
    """Paint one line; the bars of all lines start and end at the same places."""

    def __init__(self, parent: QWidget) -> None:
        """Start with current values."""
        super().__init__(parent)
        self.stale = False

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Give every line the same height."""
        del index
        return QSize(0, round(QFontMetrics(option.font).height() * ROW_SHARE))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint one line."""
        line = index.data(LINE_ROLE)
        if not isinstance(line, Line):
            return
        palette = colors.stale_palette(option.palette) if self.stale else option.palette
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._ground(painter, option, palette)
        area = option.rect.adjusted(2, 0, -PAD, 0)
        if line.kind is LineKind.FIELD:
            self._title(painter, palette, area, index, line)
        elif line.kind in _NOTES:
            self._note(painter, palette, area, index)
        else:
            self._bar_line(painter, palette, area, index, line)
        painter.restore()

    def _ground(self, painter: QPainter, option: QStyleOptionViewItem, palette: QPalette) -> None:
        """Paint the selection, quietly, and the frame of the line that has the keyboard."""
        if option.state & QStyle.StateFlag.State_Selected:
            active = bool(option.state & QStyle.StateFlag.State_Active)
            color = colors.selection_color(palette, active=active)
            painter.fillRect(option.rect, colors.mixed(color, colors.base_color(palette), 0.45))
        if option.state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(QPen(palette.color(QPalette.ColorRole.Highlight), 1))
            painter.drawRect(QRectF(option.rect).adjusted(0.5, 0.5, -0.5, -0.5))

    def _title(
        self, painter: QPainter, palette: QPalette, area: QRect, index: Index, line: Line
    ) -> None:
        """Write a field's name and type at the left, its answer at the right."""
        bold = QFont(painter.font())
        bold.setBold(True)
        value = line.value
        area = area.adjusted(0, 0, -self._mark_room(painter), 0)
        number = index.data(NUMBER_ROLE)
        used = self._number(painter, palette, area, number, bold=True)
        answer = _answer(value) if isinstance(value, (ScalarScore, MultiScore)) else ""
        metrics = QFontMetrics(bold)
        room = area.width() - used - PAD
        answer = metrics.elidedText(answer, Qt.TextElideMode.ElideRight, room // 2)
        place = area.adjusted(0, 0, -used - PAD, 0)
        self._write(painter, place, answer, bold, colors.text_color(palette), _RIGHT)
        room -= metrics.horizontalAdvance(answer) + 2 * PAD
        name = metrics.elidedText(index.data(), Qt.TextElideMode.ElideMiddle, room)
        self._write(painter, area, name, bold, colors.text_color(palette), _LEFT)
        after = metrics.horizontalAdvance(name) + PAD
        if index.data(TIE_ROLE):
            after += self._badge(painter, palette, area.adjusted(after, 0, 0, 0), self.tr("tie"))
        kind = _type_name(value) if isinstance(value, (ScalarScore, MultiScore)) else ""
        plain = QFont(painter.font())
        plain.setBold(False)
        if after + QFontMetrics(plain).horizontalAdvance(kind) <= room:
            place = area.adjusted(after, 0, 0, 0)
            self._write(painter, place, kind, plain, colors.quiet_color(palette), _LEFT)

    def _note(self, painter: QPainter, palette: QPalette, area: QRect, index: Index) -> None:
        """Write the margin and what lies outside, with a warning where that is most."""
        color = colors.quiet_color(palette)
        if index.data(WARNING_ROLE):
            size = area.height() * 0.55
            top = area.center().y() - size / 2 + 0.5
            paint_severity(painter, QRectF(area.left(), top, size, size), "warning", palette)
            area = area.adjusted(round(size) + 4, 0, 0, 0)
            color = colors.text_color(palette)
        metrics = QFontMetrics(painter.font())
        text = metrics.elidedText(index.data(), Qt.TextElideMode.ElideRight, area.width())
        self._write(painter, area, text, painter.font(), color, _LEFT)

    def _bar_line(
        self, painter: QPainter, palette: QPalette, area: QRect, index: Index, line: Line
    ) -> None:
        """Write a choice or a step: name, bar, number, and ✔ when it won."""
        share = index.data(SHARE_ROLE)
        room = self._mark_room(painter)
        if line.won:
            place = QRect(area.right() - room + 1, area.top(), room, area.height())
            self._write(painter, place, "✔", painter.font(), colors.text_color(palette), _RIGHT)
        place = area.adjusted(0, 0, -room, 0)
        number = index.data(NUMBER_ROLE)
        used = self._number(painter, palette, place, number, bold=line.won)
        right = place.right() - max(used, self._number_room(painter)) - PAD
        width = self._full_width()
        start = max(area.left() + 4 * PAD, round(width * BAR_FROM))
        has_bar = line.kind in _BARS and share is not None
        font = QFont(painter.font())
        font.setBold(line.won)
        metrics = QFontMetrics(font)
        space = (start if has_bar else right) - area.left() - PAD
        name = metrics.elidedText(index.data(), Qt.TextElideMode.ElideMiddle, space)
        quiet = line.kind in {LineKind.STEP, LineKind.COUNT}
        color = colors.quiet_color(palette) if quiet else colors.text_color(palette)
        self._write(painter, area, name, font, color, _LEFT)
        if has_bar:
            height = round(area.height() * BAR_SHARE)
            top = area.top() + (area.height() - height) // 2
            frame = QRect(start, top, right - start, height)
            self._bar(painter, palette, frame, share, won=line.won)

    def _bar(
        self, painter: QPainter, palette: QPalette, area: QRect, share: float, *, won: bool
    ) -> None:
        """Paint a track and on it the share, at least a hairline wide."""
        if area.width() <= 0:
            return
        track = colors.mixed(colors.base_color(palette), colors.text_color(palette), 0.07)
        highlight = palette.color(QPalette.ColorRole.Highlight)
        fill = highlight if won else colors.mixed(highlight, colors.base_color(palette), 0.45)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(track)
        painter.drawRoundedRect(QRectF(area), 2, 2)
        painter.setBrush(fill)
        filled = QRectF(area)
        filled.setWidth(max(1.5, area.width() * share))
        painter.drawRoundedRect(filled, 2, 2)

    def _number(
        self, painter: QPainter, palette: QPalette, area: QRect, text: str, *, bold: bool
    ) -> int:
        """Write a number at the right; give the width it took."""
        font = QFont(painter.font())
        font.setBold(bold)
        color = colors.text_color(palette) if bold else colors.quiet_color(palette)
        self._write(painter, area, text, font, color, _RIGHT)
        return QFontMetrics(font).horizontalAdvance(text)

    def _badge(self, painter: QPainter, palette: QPalette, area: QRect, text: str) -> int:
        """Paint a word in a rounded frame; give the width it took."""
        metrics = QFontMetrics(painter.font())
        width, height = metrics.horizontalAdvance(text) + 10, metrics.height()
        frame = QRectF(area.left(), area.center().y() - height / 2 + 1, width, height)
        color = colors.severity_color(palette, "warning")
        color = colors.shown_color(palette, color, stale=self.stale)
        painter.setPen(QPen(color, 1))
        painter.setBrush(colors.mixed(colors.base_color(palette), color, 0.15))
        painter.drawRoundedRect(frame, 4, 4)
        painter.setPen(color)
        painter.drawText(frame, Qt.AlignmentFlag.AlignCenter, text)
        return width + PAD

    def _write(
        self,
        painter: QPainter,
        area: QRect,
        text: str,
        font: QFont,
        color: QColor,
        alignment: Qt.AlignmentFlag,
    ) -> None:
        before = painter.font()
        painter.setFont(font)
        painter.setPen(color)
        painter.drawText(area, alignment | Qt.TextFlag.TextSingleLine, text)
        painter.setFont(before)

    def _full_width(self) -> int:
        view = self.parent()
        return view.width() if isinstance(view, QWidget) else 0

    def _number_room(self, painter: QPainter) -> int:
        return QFontMetrics(painter.font()).horizontalAdvance("< 0.001")

    def _mark_room(self, painter: QPainter) -> int:
        return QFontMetrics(painter.font()).horizontalAdvance("✔") + PAD


def _answer(field: FieldScore) -> str:
    """Write a field's answer: the winner, or the selected options."""
    return field.value if isinstance(field, ScalarScore) else ", ".join(field.value) or "–"


def _type_name(field: FieldScore) -> str:
    if isinstance(field, MultiScore):
        return "multi"
    return f"{field.kind.value} · {len(field.choices)}"
