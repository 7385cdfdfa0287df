"""Turn palette roles into every colour that the window draws, checked for contrast."""

from __future__ import annotations

from typing import Literal

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication

from engine.errors import Severity
from engine.prompt.segments import OwnerKind

Theme = Literal["system", "light", "dark"]
READABLE = 4.5  # WCAG AA for text
COMFORTABLE = 7.0  # WCAG AAA, asked of body text on a tint
MIDDLE = 128
LINEAR_BELOW = 0.04045  # sRGB

OWNER_HUES: dict[OwnerKind, tuple[float, float]] = {
    OwnerKind.TEMPLATE: (215, 0.12),
    OwnerKind.ADDED: (22, 0.85),
    OwnerKind.DELIMITER: (195, 0.55),
    OwnerKind.SYSTEM: (215, 0.75),
    OwnerKind.PREAMBLE: (180, 0.60),
    OwnerKind.SCHEMA: (268, 0.60),
    OwnerKind.FENCE: (43, 0.90),
    OwnerKind.CONTEXT: (138, 0.55),
    OwnerKind.GENERATION: (325, 0.60),
}
SEVERITY_HUES: dict[Severity, tuple[float, float]] = {
    "error": (2, 0.75),
    "warning": (38, 0.90),
    "info": (212, 0.70),
}
ROLES = QPalette.ColorRole
LIGHT: dict[QPalette.ColorRole, str] = {
    ROLES.Window: "#eef0f3",
    ROLES.WindowText: "#1d2228",
    ROLES.Base: "#ffffff",
    ROLES.AlternateBase: "#f6f7f9",
    ROLES.Text: "#1d2228",
    ROLES.Button: "#f7f8fa",
    ROLES.ButtonText: "#1d2228",
    ROLES.BrightText: "#ffffff",
    ROLES.Highlight: "#2a63c8",
    ROLES.HighlightedText: "#ffffff",
    ROLES.Link: "#1f57b8",
    ROLES.LinkVisited: "#6b3fb0",
    ROLES.ToolTipBase: "#ffffff",
    ROLES.ToolTipText: "#1d2228",
    ROLES.PlaceholderText: "#69717c",
    ROLES.Light: "#ffffff",
    ROLES.Midlight: "#e6e9ed",
    ROLES.Mid: "#c3c9d1",
    ROLES.Dark: "#a4acb7",
    ROLES.Shadow: "#6f7782",
}
DARK: dict[QPalette.ColorRole, str] = {
    ROLES.Window: "#22252b",
    ROLES.WindowText: "#dde1e7",
    ROLES.Base: "#191b20",
    ROLES.AlternateBase: "#1f2127",
    ROLES.Text: "#dde1e7",
    ROLES.Button: "#2d3138",
    ROLES.ButtonText: "#dde1e7",
    ROLES.BrightText: "#ffffff",
    ROLES.Highlight: "#3a6fd0",
    ROLES.HighlightedText: "#ffffff",
    ROLES.Link: "#8ab4f8",
    ROLES.LinkVisited: "#c5a3f5",
    ROLES.ToolTipBase: "#2d3138",
    ROLES.ToolTipText: "#dde1e7",
    ROLES.PlaceholderText: "#8f98a5",
    ROLES.Light: "#454b55",
    ROLES.Midlight: "#383d46",
    ROLES.Mid: "#3a3f48",
    ROLES.Dark: "#131519",
    ROLES.Shadow: "#08090b",
}


def apply_theme(application: QApplication, theme: Theme) -> None:
    """Give the application the palette of a theme; `system` leaves the platform's own."""
    if theme == "system":
        return
    scheme = Qt.ColorScheme.Dark if theme == "dark" else Qt.ColorScheme.Light
    QGuiApplication.styleHints().setColorScheme(scheme)
    application.setStyle("Fusion")
    application.setPalette(theme_palette(theme))


def theme_palette(theme: Theme) -> QPalette:
    """Build the palette of the light or the dark theme."""
    palette = QPalette()
    for role, name in (DARK if theme == "dark" else LIGHT).items():
        palette.setColor(role, QColor(name))
    muted = mix(palette.color(ROLES.Window), palette.color(ROLES.WindowText), 0.45)
    for role in (ROLES.WindowText, ROLES.Text, ROLES.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, role, muted)
    return palette


def owner_color(palette: QPalette, kind: OwnerKind) -> QColor:
    """Give the background tint of an owner's bytes: body text stays comfortable to read on it."""
    hue, saturation = OWNER_HUES[kind]
    return tint(palette, hue, saturation)


def owner_ink(palette: QPalette, kind: OwnerKind) -> QColor:
    """Give the strong colour of an owner, for its ribbon and its name: readable on the base."""
    hue, saturation = OWNER_HUES[kind]
    return ink(palette, hue, saturation)


def severity_ink(palette: QPalette, severity: Severity) -> QColor:
    """Give the strong colour of a severity, for marks, underlines and words."""
    hue, saturation = SEVERITY_HUES[severity]
    return ink(palette, hue, saturation)


def severity_color(palette: QPalette, severity: Severity) -> QColor:
    """Give the background tint of a severity."""
    hue, saturation = SEVERITY_HUES[severity]
    return tint(palette, hue, saturation)


def muted_ink(palette: QPalette) -> QColor:
    """Give the colour of secondary text: quieter than text and still readable on the base."""
    base, text = palette.color(ROLES.Base), palette.color(ROLES.Text)
    return _readable(mix(base, text, 0.62), palette)


def stale_ink(palette: QPalette) -> QColor:
    """Give the colour of numbers that belong to an older prompt: visibly dimmed."""
    return mix(palette.color(ROLES.Base), palette.color(ROLES.Text), 0.42)


def hairline(palette: QPalette) -> QColor:
    """Give the colour of the quiet lines between areas."""
    return mix(palette.color(ROLES.Window), palette.color(ROLES.WindowText), 0.16)


def is_dark(palette: QPalette) -> bool:
    """Say whether text is lighter than what it stands on."""
    return palette.color(ROLES.Base).lightness() < MIDDLE


def tint(palette: QPalette, hue: float, saturation: float) -> QColor:
    """Mix a hue (degrees) into the base as far as the text's contrast allows."""
    base, text = palette.color(ROLES.Base), palette.color(ROLES.Text)
    strong = QColor.fromHslF(hue / 360, saturation, 0.5)
    wanted = min(COMFORTABLE, contrast(base, text))
    share = 0.26 if is_dark(palette) else 0.17
    while share > 0 and contrast(mix(base, strong, share), text) < wanted:
        share -= 0.02
    return mix(base, strong, max(share, 0.0))


def ink(palette: QPalette, hue: float, saturation: float) -> QColor:
    """Give a hue (degrees) as dark or light as it must be to be readable on the base."""
    strong = QColor.fromHslF(hue / 360, saturation, 0.64 if is_dark(palette) else 0.40)
    return _readable(strong, palette)


def mix(first: QColor, second: QColor, share: float) -> QColor:
    """Mix two colours; `share` (0 to 1) is how much of the second."""
    keep = 1 - share
    return QColor.fromRgbF(
        first.redF() * keep + second.redF() * share,
        first.greenF() * keep + second.greenF() * share,
        first.blueF() * keep + second.blueF() * share,
    )


def contrast(first: QColor, second: QColor) -> float:
    """Give the contrast ratio of two colours, 1 to 21 (WCAG 2.2, relative luminance)."""
    high, low = sorted((_luminance(first), _luminance(second)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def _readable(color: QColor, palette: QPalette) -> QColor:
    base, text = palette.color(ROLES.Base), palette.color(ROLES.Text)
    wanted = min(READABLE, contrast(base, text))
    share = 0.0
    while share < 1 and contrast(mix(color, text, share), base) < wanted:
        share += 0.05
    return mix(color, text, min(share, 1.0))


def _luminance(color: QColor) -> float:
    red, green, blue = (_linear(part) for part in (color.redF(), color.greenF(), color.blueF()))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(channel: float) -> float:
    return channel / 12.92 if channel <= LINEAR_BELOW else ((channel + 0.055) / 1.055) ** 2.4
