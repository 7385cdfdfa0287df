"""A vector's state and decision as shapes of their own, so that colour is never the only mark."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPalette, QPen, QPolygonF

from app.views import colors
from engine.golden.check import State
from engine.golden.decision import Decision

STATE_HUES: dict[State, int | None] = {
    State.FRESH: 130,
    State.STALE: 36,
    State.MISSING: 212,
    State.ORPHAN: 268,
    State.UNREADABLE: 2,
    State.NOT_EVALUATED: None,
}
DECISION_HUES: dict[Decision, int | None] = {
    Decision.OPEN: None,
    Decision.ACCEPTED: 130,
    Decision.REJECTED: 2,
    Decision.SKIPPED: None,
}
Strokes = tuple[tuple[tuple[float, float], ...], ...]
TICK: Strokes = (((0.24, 0.52), (0.43, 0.72), (0.78, 0.30)),)
CROSS: Strokes = (((0.32, 0.32), (0.68, 0.68)), ((0.68, 0.32), (0.32, 0.68)))
NOT_EQUAL: Strokes = (
    ((0.28, 0.42), (0.72, 0.42)),
    ((0.28, 0.60), (0.72, 0.60)),
    ((0.62, 0.27), (0.38, 0.75)),
)
PLUS: Strokes = (((0.5, 0.28), (0.5, 0.72)), ((0.28, 0.5), (0.72, 0.5)))
QUESTION: Strokes = (
    ((0.38, 0.40), (0.42, 0.29), (0.58, 0.29), (0.62, 0.40), (0.5, 0.52), (0.5, 0.60)),
    ((0.5, 0.74), (0.5, 0.75)),
)


def state_color(palette: QPalette, state: State) -> QColor:
    """Give the colour of a state's word and shape."""
    return colors.hue_color(palette, STATE_HUES[state])


def decision_color(palette: QPalette, decision: Decision) -> QColor:
    """Give the colour of a decision's word."""
    return colors.hue_color(palette, DECISION_HUES[decision])


def paint_state(painter: QPainter, area: QRectF, state: State, palette: QPalette) -> None:
    """Draw a state's shape in a square.

    Fresh is a tick, stale a disc with an unequal sign, missing a dashed box with a plus, an orphan
    a ring with a question mark, unreadable a triangle with a cross, not evaluated a dashed ring.
    """
    color, ground = state_color(palette, state), colors.base_color(palette)
    shape = area.adjusted(1, 1, -1, -1)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    pen = QPen(color, area.width() / 10, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    if state is State.FRESH:
        pen.setWidthF(area.width() / 7)
        _strokes(painter, shape, TICK, pen)
    elif state is State.STALE:
        painter.setBrush(color)
        painter.drawEllipse(shape)
        pen.setColor(ground)
        _strokes(painter, shape, NOT_EQUAL, pen)
    elif state is State.MISSING:
        _dashed(painter, pen)
        painter.drawRoundedRect(shape, 2, 2)
        _strokes(painter, shape, PLUS, QPen(color, pen.widthF()))
    elif state is State.ORPHAN:
        painter.drawEllipse(shape)
        _strokes(painter, shape, QUESTION, pen)
    elif state is State.UNREADABLE:
        painter.setBrush(color)
        painter.drawPolygon(_triangle(shape))
        pen.setColor(ground)
        _strokes(
            painter, shape.adjusted(0, shape.height() * 0.2, 0, shape.height() * 0.1), CROSS, pen
        )
    else:
        _dashed(painter, pen)
        painter.drawEllipse(shape)
    painter.restore()


def _dashed(painter: QPainter, pen: QPen) -> None:
    dashed = QPen(pen)
    dashed.setDashPattern([2.0, 2.4])
    painter.setPen(dashed)


def _triangle(area: QRectF) -> QPolygonF:
    return QPolygonF(
        [QPointF(area.center().x(), area.top()), area.bottomRight(), area.bottomLeft()]
    )


def _strokes(painter: QPainter, area: QRectF, strokes: Strokes, pen: QPen) -> None:
    """Draw lines whose points are shares of a square."""
    painter.setPen(pen)
    for points in strokes:
        painter.drawPolyline(
            [
                QPointF(area.left() + x * area.width(), area.top() + y * area.height())
                for x, y in points
            ]
        )
