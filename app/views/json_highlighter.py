"""Colour JSON by pygments' lexer, in colours of the palette."""

from __future__ import annotations

from pygments.lexers.data import JsonLexer
from pygments.token import Token
from PySide6.QtGui import QFont, QGuiApplication, QPalette, QTextCharFormat, QTextDocument

from app.views.byte_edit import PillHighlighter, utf16_length
from app.views.colors import hue_color, quiet_color

HUES = {
    Token.Name.Tag: 212,
    Token.Literal.String: 150,
    Token.Literal.Number: 28,
    Token.Keyword: 280,
    Token.Error: 2,
}
MAX_COLOURED = 200_000  # characters: past that, colours would cost more than they tell


class JsonHighlighter(PillHighlighter):
    """Colour keys, strings, numbers and words; JSON's tokens never span lines."""

    def __init__(self, document: QTextDocument, font: QFont) -> None:
        """Make the lexer and take the application's palette."""
        super().__init__(document, font)
        self._lexer = JsonLexer()
        self._styles = self._make_styles(QGuiApplication.palette())

    def set_palette(self, palette: QPalette) -> None:
        """Colour everything again for another palette."""
        self._styles = self._make_styles(palette)
        self.rehighlight()

    def highlightBlock(self, text: str) -> None:
        """Colour one line."""
        if self.document().characterCount() <= MAX_COLOURED:
            plain = text.isascii()
            for start, kind, part in self._lexer.get_tokens_unprocessed(text):
                style = self._style(kind)
                if style is not None:
                    unit = start if plain else utf16_length(text[:start])
                    self.setFormat(unit, utf16_length(part), style)
        super().highlightBlock(text)

    def _style(self, kind: object) -> QTextCharFormat | None:
        while kind is not None:
            if kind in self._styles:
                return self._styles[kind]
            kind = getattr(kind, "parent", None)
        return None

    def _make_styles(self, palette: QPalette) -> dict[object, QTextCharFormat]:
        styles: dict[object, QTextCharFormat] = {}
        for kind, hue in HUES.items():
            styles[kind] = QTextCharFormat()
            styles[kind].setForeground(hue_color(palette, hue))
        styles[Token.Punctuation] = QTextCharFormat()
        styles[Token.Punctuation].setForeground(quiet_color(palette))
        return styles
