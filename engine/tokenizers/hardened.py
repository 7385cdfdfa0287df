"""Cut a prompt into tokens so that the user's text never becomes a control token.

The text is cut at the control tokens that stand wholly outside the user's text, and only there;
each part between them is tokenised in one go by the same tokenizer without its control tokens.
So nothing is cut where the user's text meets the template's: tokens may join the two as ever, and
where the user's text holds no control token the ids are the ordinary ones.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from engine.tokenizers.base import NormalisedSpan, Token, Tokenization, Tokenizer, TokenKind

Range = tuple[int, int]


def harden(
    tokenizer: Tokenizer, data: bytes, ordinary: Tokenization, content: Sequence[Range]
) -> Tokenization:
    """Tokenise a prompt's UTF-8 bytes with control tokens read outside `content` only.

    `content` are the user's byte ranges in order, `ordinary` the prompt's usual tokens, which
    are given back when no control token of theirs touches the content.
    """
    control = ordinary.of_kind(TokenKind.CONTROL)
    if not any(_touches(token, content) for token in control):
        return ordinary
    tokens: list[Token] = []
    spans: list[NormalisedSpan] = []
    start = 0
    for where, token_id in _scaffold_tokens(tokenizer, data, content):
        _lay_plain(tokenizer, data, (start, where[0]), tokens, spans)
        tokens.append(_control_token(tokenizer, token_id, where, len(tokens)))
        start = where[1]
    _lay_plain(tokenizer, data, (start, len(data)), tokens, spans)
    return Tokenization(tuple(tokens), tuple(spans))


def _touches(token: Token, content: Sequence[Range]) -> bool:
    return any(start < token.byte_end and token.byte_start < end for start, end in content)


def _scaffold_tokens(
    tokenizer: Tokenizer, data: bytes, content: Sequence[Range]
) -> Iterator[tuple[Range, int]]:
    """Find the control tokens outside the content; of two at one place the longer one."""
    ids = {text.encode(): token_id for token_id, text in tokenizer.control_tokens.items()}
    longest_first = sorted(ids, key=len, reverse=True)
    pattern = re.compile(b"|".join(map(re.escape, longest_first)))
    start = 0
    for content_start, content_end in (*content, (len(data), len(data))):
        for match in pattern.finditer(data, start, content_start):
            yield match.span(), ids[match.group()]
        start = content_end


def _lay_plain(
    tokenizer: Tokenizer,
    data: bytes,
    part: Range,
    tokens: list[Token],
    spans: list[NormalisedSpan],
) -> None:
    """Add the tokens of one part, read as plain text, behind those that are there."""
    start, end = part
    if start == end:
        return
    plain = tokenizer.tokenize(data[start:end].decode(), plain=True)
    first = len(tokens)
    tokens.extend(
        replace(
            token,
            index=first + token.index,
            byte_start=start + token.byte_start,
            byte_end=start + token.byte_end,
        )
        for token in plain.tokens
    )
    spans.extend(
        replace(span, byte_start=start + span.byte_start, byte_end=start + span.byte_end)
        for span in plain.normalised
    )


def _control_token(tokenizer: Tokenizer, token_id: int, where: Range, index: int) -> Token:
    return Token(
        index=index,
        id=token_id,
        piece=tokenizer.piece(token_id),
        data=tokenizer.token_bytes(token_id),
        byte_start=where[0],
        byte_end=where[1],
        kind=TokenKind.CONTROL,
    )
