"""Colour code by the kinds of a pygments lexer's tokens, in colours of the palette."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtGui import QFont, QGuiApplication, QPalette, QTextCharFormat, QTextDocument

from app.views.byte_edit import PillHighlighter
from app.views.colors import hue_color, quiet_color, shown_color, text_color

MAX_COLOURED = 200_000  # characters: past that, colours would cost more than they tell


class CodeHighlighter(PillHighlighter):
    """Know the style of each kind of token; a subclass names the kinds and lexes."""

    hues: Mapping[object, int] = {}
    quiet: tuple[object, ...] = ()
    bold: tuple[object, ...] = ()

    def __init__(self, document: QTextDocument, font: QFont) -> None:
        """Take the application's palette."""
        super().__init__(document, font)
        self._palette = QGuiApplication.palette()
        self._dimmed = False
        self._plain = QTextCharFormat()
        self._styles: dict[object, QTextCharFormat] = {}
        self._mix()

    def set_palette(self, palette: QPalette) -> None:
        """Colour everything again for another palette."""
        self._palette = QPalette(palette)
        self._mix()
        self.rehighlight()

    def set_dimmed(self, dimmed: bool) -> None:
        """Fade every colour, or none: the text is shown and not the user's own."""
        if dimmed != self._dimmed:
            self._dimmed = dimmed
            self._mix()
            self.rehighlight()

    def _mix(self) -> None:
        palette = self._palette
        inks = {kind: hue_color(palette, hue) for kind, hue in self.hues.items()}
        inks |= dict.fromkeys(self.quiet, quiet_color(palette))
        self._plain = QTextCharFormat()
        if self._dimmed:
            self._plain.setForeground(shown_color(palette, text_color(palette), stale=True))
        self._styles = {}
        for kind, ink in inks.items():
            style = QTextCharFormat()
            style.setForeground(shown_color(palette, ink, stale=self._dimmed))
            if kind in self.bold:
                style.setFontWeight(QFont.Weight.DemiBold)
            self._styles[kind] = style

    def _style(self, kind: object) -> QTextCharFormat | None:
        """Find the style of a kind, or of the next wider kind that has one."""
        while kind is not None:
            if kind in self._styles:
                return self._styles[kind]
            kind = getattr(kind, "parent", None)
        return None
