"""Sort the tokens of an added-token table into control tokens and mere text."""

from __future__ import annotations

import re

from engine.tokenizers.base import TokenKind
from engine.tokenizers.token_bytes import SPACE_MARK

_HTML_TAG = re.compile(
    r"</?(?:a|b|blockquote|body|br|caption|code|dd|div|dl|dt|em|h[1-6]|head|hr|html|i|li|ol|p|pre"
    r"|s|small|span|strong|sub|sup|table|tbody|td|tfoot|th|thead|tr|u|ul)>"
)
"""Text markup only: `<image>` or `<video>` in a vocabulary steers the model."""


def added_kind(text: str, *, special: bool) -> TokenKind:
    """Say whether an added token is a control token.

    It is one when it has a character other than white space and U+2581; only an HTML tag that
    the table does not flag special (Gemma's `<table>`, but not Llama's `<s>`) is mere text.
    """
    if all(character.isspace() or character == SPACE_MARK for character in text):
        return TokenKind.ADDED
    if not special and _HTML_TAG.fullmatch(text):
        return TokenKind.ADDED
    return TokenKind.CONTROL
