"""Text and marks are readable in both themes."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QPalette

from app.theme import theme_palette
from app.views import colors
from engine.prompt.segments import OwnerKind

ROLES = QPalette.ColorRole


def linear(channel):
    return channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4


def luminance(color):
    red, green, blue = (linear(part) for part in (color.redF(), color.greenF(), color.blueF()))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(first, second):
    """The contrast ratio of WCAG 2.2."""
    high, low = sorted((luminance(first), luminance(second)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.fixture(params=["light", "dark"])
def palette(request):
    return theme_palette(request.param)


@pytest.mark.parametrize("kind", list(OwnerKind))
def test_an_owners_name_is_readable_and_text_on_its_tint_is_comfortable(palette, kind):
    owner = colors.owner_color(palette, kind)
    tint = colors.token_tint(palette, owner, odd=True)
    assert contrast(owner, palette.color(ROLES.Base)) >= 4.5
    assert contrast(palette.color(ROLES.Text), tint) >= 7


@pytest.mark.parametrize("severity", ["error", "warning", "info"])
def test_severities_are_readable(palette, severity):
    ink = colors.severity_color(palette, severity)
    assert contrast(ink, palette.color(ROLES.Base)) >= 4.5


def test_secondary_text_is_readable(palette):
    for ground in (ROLES.Base, ROLES.AlternateBase, ROLES.Window):
        assert contrast(colors.quiet_color(palette), palette.color(ground)) >= 4.5


@pytest.mark.parametrize(
    "pair",
    [
        (ROLES.Text, ROLES.Base),
        (ROLES.WindowText, ROLES.Window),
        (ROLES.ButtonText, ROLES.Button),
        (ROLES.HighlightedText, ROLES.Highlight),
        (ROLES.ToolTipText, ROLES.ToolTipBase),
        (ROLES.Link, ROLES.Base),
    ],
    ids=lambda pair: pair[0].name,
)
def test_every_text_role_stands_out_from_its_ground(palette, pair):
    text, ground = pair
    assert contrast(palette.color(text), palette.color(ground)) >= 4.5
