"""Colours of owners, tokens, marks and severities, derived from a palette."""

from __future__ import annotations

from PySide6.QtGui import QColor, QPalette

from engine.errors import Severity
from engine.prompt.segments import OwnerKind

DARK_BELOW = 128
READABLE = 4.5  # WCAG AA for text
LINEAR_BELOW = 0.04045  # sRGB
STEPS = 20
OWNER_HUES = {
    OwnerKind.TEMPLATE: None,
    OwnerKind.ADDED: 28,
    OwnerKind.DELIMITER: 28,
    OwnerKind.SYSTEM: 268,
    OwnerKind.PREAMBLE: 232,
    OwnerKind.FENCE: 46,
    OwnerKind.CONTEXT: 206,
    OwnerKind.GENERATION: None,
}
FIELD_HUES = (150, 184, 100)
SEVERITY_HUES: dict[Severity, int] = {"error": 2, "warning": 36, "info": 212}


def is_dark(palette: QPalette) -> bool:
    """Say whether text stands on a dark ground."""
    return palette.color(QPalette.ColorRole.Base).lightness() < DARK_BELOW


def mixed(first: QColor, second: QColor, share: float) -> QColor:
    """Mix two colours; `share` (0 to 1) is the second one's."""
    return QColor(
        round(first.red() + (second.red() - first.red()) * share),
        round(first.green() + (second.green() - first.green()) * share),
        round(first.blue() + (second.blue() - first.blue()) * share),
    )


def base_color(palette: QPalette) -> QColor:
    """Give the ground of views."""
    return palette.color(QPalette.ColorRole.Base)


def text_color(palette: QPalette) -> QColor:
    """Give the colour of text in views."""
    return palette.color(QPalette.ColorRole.Text)


def quiet_color(palette: QPalette) -> QColor:
    """Give the colour of secondary text, still readable on the ground."""
    return readable_color(palette, mixed(text_color(palette), base_color(palette), 0.32))


def faint_color(palette: QPalette) -> QColor:
    """Give the colour of dots for spaces and of hairlines."""
    return mixed(text_color(palette), base_color(palette), 0.68)


def hairline_color(palette: QPalette) -> QColor:
    """Give the colour of separating lines."""
    return mixed(text_color(palette), base_color(palette), 0.86)


def hue_color(palette: QPalette, hue: int | None) -> QColor:
    """Give a hue as strong as it can be and still be read on the ground; None is grey."""
    lightness = 160 if is_dark(palette) else 105
    if hue is None:
        return readable_color(palette, QColor.fromHsl(220, 16, lightness))
    color = QColor.fromHsl(hue, 140 if is_dark(palette) else 165, lightness)
    return readable_color(palette, color)


def readable_color(palette: QPalette, color: QColor) -> QColor:
    """Move a colour towards the text's until it can be read on the ground."""
    ground, text = base_color(palette), text_color(palette)
    wanted = min(READABLE, contrast(ground, text))
    for step in range(STEPS):
        moved = mixed(color, text, step / STEPS)
        if contrast(moved, ground) >= wanted:
            return moved
    return text


def contrast(first: QColor, second: QColor) -> float:
    """Give the contrast ratio of two colours, 1 to 21 (WCAG 2.2, relative luminance)."""
    high, low = sorted((_luminance(first), _luminance(second)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def _luminance(color: QColor) -> float:
    red, green, blue = (_linear(part) for part in (color.redF(), color.greenF(), color.blueF()))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(channel: float) -> float:
    return channel / 12.92 if channel <= LINEAR_BELOW else ((channel + 0.055) / 1.055) ** 2.4


def owner_color(palette: QPalette, kind: OwnerKind, number: int = 0) -> QColor:
    """Give an owner's line colour; a schema's fields, counted from 0, take turns."""
    hue = OWNER_HUES[kind] if kind in OWNER_HUES else FIELD_HUES[number % len(FIELD_HUES)]
    return hue_color(palette, hue)


def token_tint(palette: QPalette, owner: QColor, *, odd: bool) -> QColor:
    """Give the ground of a token in its owner's colour; neighbours differ in strength."""
    strength = 0.20 if is_dark(palette) else 0.15
    return mixed(base_color(palette), owner, strength if odd else strength * 0.45)


def severity_color(palette: QPalette, severity: Severity) -> QColor:
    """Give the colour of a severity's word and icon."""
    return hue_color(palette, SEVERITY_HUES[severity])


def mark_color(palette: QPalette) -> QColor:
    """Give the colour of the marks that stand for invisible characters."""
    return hue_color(palette, 318)


def match_color(palette: QPalette) -> QColor:
    """Give the ground of what a search has found."""
    return mixed(base_color(palette), hue_color(palette, 50), 0.45)


def selection_color(palette: QPalette, *, active: bool) -> QColor:
    """Give the ground of selected text, light enough for the text's own colours."""
    highlight = palette.color(QPalette.ColorRole.Highlight)
    return mixed(base_color(palette), highlight, 0.5 if active else 0.3)


def selected_palette(palette: QPalette) -> QPalette:
    """Give the palette of what is drawn on a selected row: its ground is the highlight."""
    selected = QPalette(palette)
    selected.setColor(QPalette.ColorRole.Base, palette.color(QPalette.ColorRole.Highlight))
    selected.setColor(QPalette.ColorRole.Text, palette.color(QPalette.ColorRole.HighlightedText))
    return selected


def stale_palette(palette: QPalette) -> QPalette:
    """Give the palette in which values of an older prompt are drawn: text fades to the ground."""
    dimmed = QPalette(palette)
    roles = (
        (QPalette.ColorRole.Text, QPalette.ColorRole.Base),
        (QPalette.ColorRole.WindowText, QPalette.ColorRole.Window),
        (QPalette.ColorRole.Highlight, QPalette.ColorRole.Base),
    )
    for role, ground in roles:
        dimmed.setColor(role, mixed(palette.color(role), palette.color(ground), 0.5))
    return dimmed


def shown_color(palette: QPalette, color: QColor, *, stale: bool) -> QColor:
    """Give a colour as it is drawn: half faded to the ground when its value is stale."""
    return mixed(color, base_color(palette), 0.5) if stale else color
