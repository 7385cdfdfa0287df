"""The palettes of the light and the dark theme; without either, the platform's own."""

from __future__ import annotations

from typing import Literal

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication

from app.views.colors import mixed

Theme = Literal["system", "light", "dark"]
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
    ROLES.Mid: "#98a1ad",
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
    ROLES.Mid: "#646c79",
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
    muted = mixed(palette.color(ROLES.Window), palette.color(ROLES.WindowText), 0.45)
    for role in (ROLES.WindowText, ROLES.Text, ROLES.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, role, muted)
    return palette
