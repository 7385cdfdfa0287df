"""Colour JSON by pygments' lexer, in colours of the palette."""

from __future__ import annotations

from pygments.lexers.data import JsonLexer
from pygments.token import Token
from PySide6.QtGui import QFont, QTextDocument

from app.views.byte_edit import utf16_length
from app.views.code_highlighter import MAX_COLOURED, CodeHighlighter

HUES = {
    Token.Name.Tag: 212,
    Token.Literal.String: 150,
    Token.Literal.Number: 28,
    Token.Keyword: 280,
    Token.Error: 2,
}


class JsonHighlighter(CodeHighlighter):
    """Colour keys, strings, numbers and words; JSON's tokens never span lines."""

    hues = HUES
    quiet = (Token.Punctuation,)

    def __init__(self, document: QTextDocument, font: QFont) -> None:
        """Make the lexer."""
        super().__init__(document, font)
        self._lexer = JsonLexer()

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
