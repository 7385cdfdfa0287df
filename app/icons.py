"""Turn an SVG of resources/icons into an icon in the palette's colours."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPalette, QPixmap
from PySide6.QtSvg import QSvgRenderer

from engine.resources import shipped

SIZES = (16, 24, 32)


def palette_icon(name: str, palette: QPalette) -> QIcon:
    """Draw `name`.svg, whose lines are `currentColor`, for enabled and for disabled controls."""
    icon = QIcon()
    groups = (
        (QIcon.Mode.Normal, QPalette.ColorGroup.Active),
        (QIcon.Mode.Disabled, QPalette.ColorGroup.Disabled),
    )
    for mode, group in groups:
        color = palette.color(group, QPalette.ColorRole.ButtonText)
        for size in SIZES:
            icon.addPixmap(_pixmap(name, color, size), mode)
    return icon


def application_icon() -> QIcon:
    """Give Loupe's own icon, which has its own colours."""
    return QIcon(str(shipped("resources", "icons", "loupe.svg")))


def _pixmap(name: str, color: QColor, size: int) -> QPixmap:
    source = shipped("resources", "icons", f"{name}.svg").read_text(encoding="utf-8")
    renderer = QSvgRenderer(QByteArray(source.replace("currentColor", color.name()).encode()))
    pixmap = QPixmap(size, size)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    renderer.render(painter)
    painter.end()
    return pixmap
