"""A severity's icon: a shape of its own, so that colour is never the only mark."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QIcon, QPainter, QPalette, QPen, QPixmap, QPolygonF

from app.views import colors
from engine.errors import Severity

SHARPNESS = 3


def severity_icon(
    severity: Severity, palette: QPalette, size: int, *, stale: bool = False
) -> QIcon:
    """Draw an icon: error is a disc with a cross, warning a triangle, info a ring with an i."""
    icon = QIcon(_pixmap(severity, palette, size, stale=stale))
    selected = colors.selected_palette(palette)
    icon.addPixmap(_pixmap(severity, selected, size, stale=stale), QIcon.Mode.Selected)
    return icon


def _pixmap(severity: Severity, palette: QPalette, size: int, *, stale: bool) -> QPixmap:
    pixmap = QPixmap(size * SHARPNESS, size * SHARPNESS)
    pixmap.fill(Qt.GlobalColor.transparent)
    pixmap.setDevicePixelRatio(SHARPNESS)
    painter = QPainter(pixmap)
    paint_severity(painter, QRectF(0, 0, size, size), severity, palette, stale=stale)
    painter.end()
    return pixmap


def paint_severity(
    painter: QPainter,
    area: QRectF,
    severity: Severity,
    palette: QPalette,
    *,
    stale: bool = False,
) -> None:
    """Draw a severity's shape inside a square, faded when it is about an older document."""
    color = colors.shown_color(palette, colors.severity_color(palette, severity), stale=stale)
    shape = area.adjusted(1, 1, -1, -1)
    width = area.width() / 9
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(color)
    line = QPen(colors.base_color(palette), width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap)
    if severity == "warning":
        painter.drawPolygon(
            QPolygonF(
                [QPointF(shape.center().x(), shape.top()), shape.bottomRight(), shape.bottomLeft()]
            )
        )
        painter.setPen(line)
        _stroke(painter, shape, (0.5, 0.42), (0.5, 0.66))
        _stroke(painter, shape, (0.5, 0.84), (0.5, 0.84))
    elif severity == "error":
        painter.drawEllipse(shape)
        painter.setPen(line)
        _stroke(painter, shape, (0.32, 0.32), (0.68, 0.68))
        _stroke(painter, shape, (0.68, 0.32), (0.32, 0.68))
    else:
        line.setColor(color)
        painter.setPen(QPen(color, width * 0.8))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawEllipse(shape)
        painter.setPen(line)
        _stroke(painter, shape, (0.5, 0.48), (0.5, 0.74))
        _stroke(painter, shape, (0.5, 0.27), (0.5, 0.27))
    painter.restore()


def _stroke(
    painter: QPainter, area: QRectF, start: tuple[float, float], end: tuple[float, float]
) -> None:
    """Draw a line between two points given as shares of a square."""
    first, last = (
        QPointF(area.left() + x * area.width(), area.top() + y * area.height())
        for x, y in (start, end)
    )
    painter.drawLine(first, last)
