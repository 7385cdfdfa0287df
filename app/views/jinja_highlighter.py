"""Colour a chat template by pygments' Jinja lexer, in colours of the palette."""

from __future__ import annotations

from bisect import bisect_right

from pygments.lexers.templates import DjangoLexer
from pygments.token import Token
from PySide6.QtGui import QFont, QTextDocument

from app.views.byte_edit import utf16_length
from app.views.code_highlighter import MAX_COLOURED, CodeHighlighter

HUES = {
    Token.Comment.Preproc: 318,
    Token.Keyword: 268,
    Token.Name.Builtin: 268,
    Token.Name.Function: 28,
    Token.Name.Variable: 206,
    Token.Literal.String: 150,
    Token.Literal.Number: 28,
    Token.Operator: 46,
    Token.Name.Attribute: 206,
}
Span = tuple[int, int, object]


class JinjaHighlighter(CodeHighlighter):
    """Colour a text that is lexed as a whole: Jinja's tags and comments span lines."""

    hues = HUES
    quiet = (Token.Comment, Token.Punctuation)
    bold = (Token.Comment.Preproc,)

    def __init__(self, document: QTextDocument, font: QFont) -> None:
        """Start with nothing to colour."""
        super().__init__(document, font)
        self._spans: tuple[Span, ...] = ()
        self._starts: tuple[int, ...] = ()

    def set_shown(self, shown: str) -> None:
        """Lex the text that the document is about to hold."""
        self._spans = tuple(_spans(shown)) if len(shown) <= MAX_COLOURED else ()
        self._starts = tuple(start for start, _, _ in self._spans)

    def highlightBlock(self, text: str) -> None:
        """Colour one line."""
        self.setFormat(0, utf16_length(text), self._plain)
        first = self.currentBlock().position()
        last = first + utf16_length(text)
        begin = max(0, bisect_right(self._starts, first) - 1)
        for start, end, kind in self._spans[begin:]:
            if start >= last:
                break
            style = self._style(kind)
            left, right = max(start, first), min(end, last)
            if style is not None and left < right:
                self.setFormat(left - first, right - left, style)
        super().highlightBlock(text)


def _spans(shown: str) -> list[Span]:
    """Give each token's range in UTF-16 units; text outside tags has none."""
    spans: list[Span] = []
    position = 0
    for _, kind, part in DjangoLexer().get_tokens_unprocessed(shown):
        end = position + utf16_length(part)
        if kind is not Token.Other:
            spans.append((position, end, kind))
        position = end
    return spans
