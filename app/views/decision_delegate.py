"""Lines of the decisions painted: titles, bars, numbers and marks."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPalette, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QTreeView, QWidget

from app.models.decision_line import Line, LineKind
from app.models.decision_model import (
    CHANGE_ROLE,
    LINE_ROLE,
    NUMBER_ROLE,
    PINNED_ROLE,
    SHARE_ROLE,
    TIE_ROLE,
    WARNING_ROLE,
    DecisionModel,
)
from app.models.model_index import Index
from app.models.readable import EMPTY, readable_name
from app.views import colors
from app.views.severity import paint_severity
from engine.scoring.result import FieldScore, MultiScore, ScalarScore

ROW_SHARE = 1.5
BAR_SHARE = 0.46
LEAST_BAR = 2.4  # em
BAR_OF_WIDTH = 0.2  # which a long name leaves to the bar
LEAST_NAME = 5.0  # em
PAD = 6
WIDEST_NUMBER = "< 0.001"
WIDEST_CHANGE = "+0.00"
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_BARS = {LineKind.CHOICE, LineKind.OPTION, LineKind.COUNT}
_NOTES = {LineKind.SUMMARY, LineKind.OUTSIDE, LineKind.LOGITS}


@dataclass(frozen=True, slots=True)
class Columns:
    """Where a line with a bar has its parts; a part without room has no width.

    Names come first, then bars, then numbers: while a name would be cut short, the change goes,
    then the probability, then the bar.
    """

    name: int
    bar: int
    numbers: int

    @classmethod
    def fitting(cls, width: int, em: int, need: int, numbers: tuple[int, ...]) -> Columns:
        """Share a width out: `need` is what the longest name takes, `numbers` all figures first."""
        bar = round(max(LEAST_BAR * em, BAR_OF_WIDTH * width))
        least = min(need, round(LEAST_NAME * em))
        for drawn in (*numbers, 0):
            name = min(need, width - bar - drawn)
            if name >= least:
                return cls(name, width - name - drawn, drawn)
        return cls(min(need, width), 0, 0)


class DecisionDelegate(QStyledItemDelegate):
    """Paint one line; all bars start and end at the same places, so that lengths compare."""

    def __init__(self, parent: QWidget) -> None:
        """Start with current values."""
        super().__init__(parent)
        self.stale = False
        self._need: int | None = None

    def forget(self) -> None:
        """Measure names anew: they, or the font, have changed."""
        self._need = None

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
        """Write a field's whole name at the left, its answer and number where there is room."""
        value, ink = line.value, colors.text_color(palette)
        bold = QFont(painter.font())
        bold.setBold(True)
        metrics = QFontMetrics(bold)
        area = area.adjusted(0, 0, -self._mark_room(painter), 0)
        name = metrics.elidedText(index.data(), Qt.TextElideMode.ElideMiddle, area.width())
        faint = colors.quiet_color(palette)
        self._write(painter, area, name, bold, faint if name == EMPTY else ink, _LEFT)
        area = area.adjusted(metrics.horizontalAdvance(name) + PAD, 0, 0, 0)
        if index.data(TIE_ROLE):
            area = area.adjusted(self._badge(painter, palette, area, self.tr("tie")), 0, 0, 0)
        number = index.data(NUMBER_ROLE)
        if metrics.horizontalAdvance(number) > area.width():
            return
        used = self._number(painter, area, number, ink)
        area = area.adjusted(0, 0, -used - PAD, 0)
        answer = _answer(value) if isinstance(value, (ScalarScore, MultiScore)) else ""
        if area.width() < LEAST_BAR * metrics.height():
            return
        answer = metrics.elidedText(answer, Qt.TextElideMode.ElideRight, area.width())
        self._write(painter, area, answer, bold, ink, _RIGHT)
        kind = _type_name(value) if isinstance(value, (ScalarScore, MultiScore)) else ""
        area = area.adjusted(0, 0, -metrics.horizontalAdvance(answer) - PAD, 0)
        if QFontMetrics(painter.font()).horizontalAdvance(kind) <= area.width():
            self._write(painter, area, kind, painter.font(), colors.quiet_color(palette), _LEFT)

    def _note(self, painter: QPainter, palette: QPalette, area: QRect, index: Index) -> None:
        """Write the margin and what lies outside, with a warning where that is most."""
        color = colors.quiet_color(palette)
        if index.data(WARNING_ROLE):
            size = area.height() * 0.55
            top = area.center().y() - size / 2 + 0.5
            square = QRectF(area.left(), top, size, size)
            paint_severity(painter, square, "warning", palette, stale=self.stale)
            area = area.adjusted(round(size) + 4, 0, 0, 0)
            color = colors.text_color(palette)
        metrics = QFontMetrics(painter.font())
        text = metrics.elidedText(index.data(), Qt.TextElideMode.ElideRight, area.width())
        self._write(painter, area, text, painter.font(), color, _LEFT)

    def _bar_line(
        self, painter: QPainter, palette: QPalette, area: QRect, index: Index, line: Line
    ) -> None:
        """Write a choice or a step: name, bar, numbers, and ✔ when it won."""
        room = self._mark_room(painter)
        if line.won:
            place = QRect(area.right() - room + 1, area.top(), room, area.height())
            self._write(painter, place, "✔", painter.font(), colors.text_color(palette), _RIGHT)
        area = area.adjusted(0, 0, -room, 0)
        has_bar = line.kind in _BARS and index.data(SHARE_ROLE) is not None
        columns = self._columns(painter, area, index) if has_bar else None
        if columns is None or columns.numbers:
            room = area.width() if columns is None else columns.numbers
            area = self._numbers(painter, palette, area, index, room)
        font = QFont(painter.font())
        font.setBold(line.won)
        space = columns.name - PAD if columns is not None else area.width() - PAD
        step = line.kind is LineKind.STEP
        elided = Qt.TextElideMode.ElideRight if step else Qt.TextElideMode.ElideMiddle
        name = QFontMetrics(font).elidedText(index.data(), elided, space)
        quiet = line.kind in {LineKind.STEP, LineKind.COUNT} or index.data() == EMPTY
        color = colors.quiet_color(palette) if quiet else colors.text_color(palette)
        self._write(painter, area, name, font, color, _LEFT)
        if columns is not None and columns.bar:
            height = round(area.height() * BAR_SHARE)
            top = area.top() + (area.height() - height) // 2
            frame = QRect(area.left() + columns.name, top, columns.bar - PAD, height)
            self._bar(painter, palette, frame, index, won=line.won)

    def _columns(self, painter: QPainter, area: QRect, index: Index) -> Columns:
        """Share the width out between names, bars and numbers, for all lines alike.

        A line that is indented deeper has so much less room for its name.
        """
        metrics = QFontMetrics(painter.font())
        number = metrics.horizontalAdvance(WIDEST_NUMBER) + PAD
        numbers: tuple[int, ...] = (number,)
        if _pinned(index):
            numbers = number + metrics.horizontalAdvance(WIDEST_CHANGE) + PAD, number
        need = self._longest_name(painter.font(), index) + PAD
        view = self.parent()
        step = view.indentation() if isinstance(view, QTreeView) else 0
        indent = step if index.parent().parent().isValid() else 0
        shared = Columns.fitting(area.width() + indent, metrics.height(), need, numbers)
        return Columns(max(0, shared.name - indent), shared.bar, shared.numbers)

    def _longest_name(self, font: QFont, index: Index) -> int:
        """Measure the longest name beside a bar, as if all had won."""
        if self._need is None:
            bold = QFont(font)
            bold.setBold(True)
            metrics, model = QFontMetrics(bold), index.model()
            fields = [model.index(row, 0) for row in range(model.rowCount())]
            names = [
                line.data()
                for field in fields
                for line in (model.index(row, 0, field) for row in range(model.rowCount(field)))
                if line.data(SHARE_ROLE) is not None
            ]
            self._need = max(map(metrics.horizontalAdvance, names), default=0) + 2
        return self._need

    def _numbers(
        self, painter: QPainter, palette: QPalette, area: QRect, index: Index, room: int
    ) -> QRect:
        """Write the probability and, in a wide enough room, its change; give what is left."""
        ink, quiet = colors.text_color(palette), colors.quiet_color(palette)
        metrics = QFontMetrics(painter.font())
        wide = metrics.horizontalAdvance(WIDEST_NUMBER + WIDEST_CHANGE)
        if _pinned(index) and room > wide:
            change = index.data(CHANGE_ROLE) or ""
            self._write(painter, area, change, _figures(painter.font()), ink, _RIGHT)
            area = area.adjusted(0, 0, -metrics.horizontalAdvance(WIDEST_CHANGE) - PAD, 0)
        won = index.data(LINE_ROLE).won
        used = self._number(painter, area, index.data(NUMBER_ROLE), ink if won else quiet)
        return area.adjusted(0, 0, -used - PAD, 0)

    def _bar(
        self, painter: QPainter, palette: QPalette, area: QRect, index: Index, *, won: bool
    ) -> None:
        """Paint a track, on it the share, at least a hairline wide, and the baseline's tick."""
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
        filled.setWidth(max(1.5, area.width() * index.data(SHARE_ROLE)))
        painter.drawRoundedRect(filled, 2, 2)
        pinned = index.data(PINNED_ROLE)
        if pinned is not None:
            left = area.left() + area.width() * pinned - 1
            tick = QRectF(left, area.top() - 3, 2, area.height() + 6)
            painter.fillRect(tick, colors.text_color(palette))

    def _number(self, painter: QPainter, area: QRect, text: str, color: QColor) -> int:
        """Write a number at the right; give the width it took.

        It is never bold: bold digits are wider, and would not stand below the others.
        """
        font = _figures(painter.font())
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

    def _mark_room(self, painter: QPainter) -> int:
        return QFontMetrics(painter.font()).horizontalAdvance("✔") + PAD


def _figures(font: QFont) -> QFont:
    """Give a font whose digits all have the same width, where it has such digits."""
    figures = QFont(font)
    figures.setFeature(QFont.Tag("tnum"), 1)
    return figures


def _pinned(index: Index) -> bool:
    """Say whether changes from a baseline are shown."""
    model = index.model()
    return isinstance(model, DecisionModel) and model.pinned


def _answer(field: FieldScore) -> str:
    """Write a field's answer: the winner, or the selected options."""
    if isinstance(field, ScalarScore):
        return readable_name(field.value)
    return ", ".join(map(readable_name, field.value)) or "–"


def _type_name(field: FieldScore) -> str:
    if isinstance(field, MultiScore):
        return "multi"
    return f"{field.kind.value} · {len(field.choices)}"
