"""Colour code by the kinds of a pygments lexer's tokens, in colours of the palette."""

from __future__ import annotations

from PySide6.QtGui import QFont, QGuiApplication, QPalette, QTextCharFormat, QTextDocument

from app.views.byte_edit import PillHighlighter

MAX_COLOURED = 200_000  # characters: past that, colours would cost more than they tell
Styles = dict[object, QTextCharFormat]


class CodeHighlighter(PillHighlighter):
    """Know the style of each kind of token; a subclass makes the styles and lexes."""

    def __init__(self, document: QTextDocument, font: QFont) -> None:
        """Take the application's palette."""
        super().__init__(document, font)
        self._styles = self._make_styles(QGuiApplication.palette())

    def set_palette(self, palette: QPalette) -> None:
        """Colour everything again for another palette."""
        self._styles = self._make_styles(palette)
        self.rehighlight()

    def _make_styles(self, palette: QPalette) -> Styles:
        raise NotImplementedError

    def _style(self, kind: object) -> QTextCharFormat | None:
        """Find the style of a kind, or of the next wider kind that has one."""
        while kind is not None:
            if kind in self._styles:
                return self._styles[kind]
            kind = getattr(kind, "parent", None)
        return None
