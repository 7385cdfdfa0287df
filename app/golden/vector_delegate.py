"""One vector of the list drawn in two lines, from colours and shapes that are mixed once."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPalette, QPixmap
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from app.golden.state_icon import decision_color, paint_state, state_color
from app.models.model_index import Index
from app.models.review_model import ENTRY_ROLE
from app.views import colors
from engine.golden.check import State
from engine.golden.decision import Decision, Entry

PADDING = 6
SHOWN_REVISION = 12
SHARPNESS = 3
Role, Group = QPalette.ColorRole, QPalette.ColorGroup


class _Look:
    """What rows are drawn with under one palette, selected or not.

    Each is made once: while vectors are judged on the other thread, every call into Qt can cost a
    millisecond of waiting for the interpreter.
    """

    def __init__(self, palette: QPalette, size: int) -> None:
        self.text = colors.text_color(palette)
        self.quiet = colors.quiet_color(palette)
        self.ground = palette.color(Role.Highlight)
        self.states = {state: state_color(palette, state) for state in State}
        self.decisions = {one: decision_color(palette, one) for one in Decision}
        self.icons = {state: _icon(palette, state, size) for state in State}


class VectorDelegate(QStyledItemDelegate):
    """Draw shape, case and state; below them profile, revision and decision."""

    def __init__(self, parent: QWidget) -> None:
        """Start without a look: the first row makes it."""
        super().__init__(parent)
        self._looks: dict[tuple[int, int, bool, bool], _Look] = {}

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw one row."""
        entry = index.data(ENTRY_ROLE)
        if not isinstance(entry, Entry):
            return
        flags = QStyle.StateFlag
        selected = bool(option.state & flags.State_Selected)
        active = bool(option.state & flags.State_Active)
        line = option.fontMetrics.height()
        look = self._look(option.palette, line, selected=selected, active=active)
        if selected:
            painter.fillRect(option.rect, look.ground)
        area = option.rect.adjusted(PADDING, PADDING, -PADDING, -PADDING)
        verdict, decision = entry.verdict, entry.decision
        painter.drawPixmap(area.left(), area.top() + 1, look.icons[verdict.state])
        left, width = area.left() + line + PADDING, area.width() - line - PADDING
        case, where = _split(entry)
        above = QRect(left, area.top(), width, line)
        color = look.states[verdict.state]
        self._line(painter, above, (case, look.text), (verdict.state.value, color))
        word = "" if decision is Decision.OPEN else decision.value
        if not word and verdict.only_invisible:
            word = self.tr("invisible")
        below = QRect(left, area.top() + line, width, line)
        self._line(painter, below, (where, look.quiet), (word, look.decisions[decision]))

    def _look(self, palette: QPalette, line: int, *, selected: bool, active: bool) -> _Look:
        key = palette.cacheKey(), line, selected, active
        found = self._looks.get(key)
        if found is None:
            group = Group.Active if active else Group.Inactive
            palette = QPalette(palette)
            palette.setColor(Role.Highlight, palette.color(group, Role.Highlight))
            if selected:
                palette.setColor(Role.Base, palette.color(group, Role.Highlight))
                palette.setColor(Role.Text, palette.color(group, Role.HighlightedText))
            found = self._looks[key] = _Look(palette, line - 2)
        return found

    def _line(
        self, painter: QPainter, area: QRect, left: tuple[str, QColor], right: tuple[str, QColor]
    ) -> None:
        """Draw a text, and a word at the right end."""
        metrics = painter.fontMetrics()
        text, width = left[0], area.width()
        if right[0]:
            painter.setPen(right[1])
            painter.drawText(area, Qt.AlignmentFlag.AlignRight, right[0])
            width -= metrics.horizontalAdvance(right[0]) + PADDING
        painter.setPen(left[1])
        shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, width)
        painter.drawText(area, Qt.AlignmentFlag.AlignLeft, shown)


def row_height(line: int) -> int:
    """Give the height of a row for lines of a height."""
    return 2 * (line + PADDING)


def _icon(palette: QPalette, state: State, size: int) -> QPixmap:
    pixmap = QPixmap(size * SHARPNESS, size * SHARPNESS)
    pixmap.setDevicePixelRatio(SHARPNESS)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    paint_state(painter, QRectF(0, 0, size, size), state, palette)
    painter.end()
    return pixmap


def _split(entry: Entry) -> tuple[str, str]:
    """Split a vector's name into its case, and profile with revision."""
    profile, _, rest = entry.name.partition("__")
    revision, _, case = rest.partition("__")
    if not case:
        return entry.name, ""
    return case, f"{profile} · {revision[:SHOWN_REVISION]}"
