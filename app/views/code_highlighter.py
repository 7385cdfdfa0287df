"""Colour code by the kinds of a pygments lexer's tokens, in colours of the palette."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtGui import QFont, QGuiApplication, QPalette, QTextCharFormat, QTextDocument

from app.views.byte_edit import PillHighlighter
from app.views.colors import hue_color, quiet_color

MAX_COLOURED = 200_000  # characters: past that, colours would cost more than they tell


class CodeHighlighter(PillHighlighter):
    """Know the style of each kind of token; a subclass names the kinds and lexes."""

    hues: Mapping[object, int] = {}
    quiet: tuple[object, ...] = ()
    bold: tuple[object, ...] = ()

    def __init__(self, document: QTextDocument, font: QFont) -> None:
        """Take the application's palette."""
        super().__init__(document, font)
        self._styles = self._styles_in(QGuiApplication.palette())

    def set_palette(self, palette: QPalette) -> None:
        """Colour everything again for another palette."""
        self._styles = self._styles_in(palette)
        self.rehighlight()

    def _styles_in(self, palette: QPalette) -> dict[object, QTextCharFormat]:
        inks = {kind: hue_color(palette, hue) for kind, hue in self.hues.items()}
        inks |= dict.fromkeys(self.quiet, quiet_color(palette))
        styles: dict[object, QTextCharFormat] = {}
        for kind, ink in inks.items():
            styles[kind] = QTextCharFormat()
            styles[kind].setForeground(ink)
            if kind in self.bold:
                styles[kind].setFontWeight(QFont.Weight.DemiBold)
        return styles

    def _style(self, kind: object) -> QTextCharFormat | None:
        """Find the style of a kind, or of the next wider kind that has one."""
        while kind is not None:
            if kind in self._styles:
                return self._styles[kind]
            kind = getattr(kind, "parent", None)
        return None
