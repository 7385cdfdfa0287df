"""One row of the prompt turned into the things to draw, placed in columns."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto
from itertools import pairwise

from app.models.marks import SYMBOLS, joins_previous, mark_of
from app.models.prompt_content import PromptContent
from app.models.text_index import Row
from engine.prompt.segments import Owner, OwnerKind
from engine.tokenizers.base import Token, TokenKind

_PARTS = re.compile(r"[!-~]+| +|.", re.DOTALL)


class Tone(Enum):
    """Say how a piece of text is inked."""

    TEXT = auto()
    FENCE = auto()
    CONTROL = auto()
    USER_CONTROL = auto()


@dataclass(frozen=True, slots=True)
class Ink:
    """Text to draw at a column; `cell` says that it is centred in its cells by itself."""

    column: int
    cells: int
    text: str
    tone: Tone
    cell: bool = False
    symbol: bool = False
    mark: bool = False


@dataclass(frozen=True, slots=True)
class Band:
    """The ground of one token (or of an owner where tokens are not known) in columns."""

    left: float
    right: float
    owner: Owner
    odd: bool


@dataclass(frozen=True, slots=True)
class Capsule:
    """The outline around a control token; `user` when it stands in what the user wrote."""

    left: float
    right: float
    user: bool


@dataclass(frozen=True, slots=True)
class PromptRow:
    """Everything that one row draws; `owner` holds most of its bytes."""

    row: Row
    owner: Owner | None
    bands: tuple[Band, ...]
    capsules: tuple[Capsule, ...]
    inks: tuple[Ink, ...]
    nonces: tuple[tuple[float, float], ...]


def lay_out(content: PromptContent, row: Row) -> PromptRow:
    """Turn one row into what is drawn."""
    start, end = content.positions.byte_of(row.start), content.positions.byte_of(row.end)
    tokens = content.tokens_between(start, end)
    controls = tuple(token for token in tokens if token.kind is TokenKind.CONTROL)
    return PromptRow(
        row=row,
        owner=_main_owner(content, start, end),
        bands=tuple(_bands(content, row, tokens, (start, end))),
        capsules=tuple(
            Capsule(*span_columns(content, row, t.byte_start, t.byte_end), content.from_user(t))
            for t in controls
        ),
        inks=tuple(_inks(content, row, controls)),
        nonces=tuple(_nonces(content, row)),
    )


def span_columns(content: PromptContent, row: Row, start: int, end: int) -> tuple[float, float]:
    """Give the columns that a byte range takes in a row; bytes share their character's width."""
    return _column_of_byte(content, row, start), _column_of_byte(content, row, end)


def _column_of_byte(content: PromptContent, row: Row, byte: int) -> float:
    positions = content.positions
    character = positions.code_point_of(byte)
    if character < row.start:
        return 0.0
    left = row.column_of(character)
    if character >= row.end:
        return float(left)
    inside = byte - positions.byte_of(character)
    if not inside:
        return float(left)
    size = len(positions.text[character].encode())
    return left + (row.column_of(character + 1) - left) * inside / size


def _main_owner(content: PromptContent, start: int, end: int) -> Owner | None:
    """Give the owner of most of a row's bytes; for a row without bytes, of the byte before."""
    if start == end:
        return content.owner_at(max(0, start - 1))
    sizes: dict[tuple[OwnerKind, str | None], int] = {}
    owners: dict[tuple[OwnerKind, str | None], Owner] = {}
    for segment in content.segments_between(start, end):
        key = (segment.owner.kind, segment.owner.field)
        size = min(end, segment.byte_end) - max(start, segment.byte_start)
        sizes[key] = sizes.get(key, 0) + size
        owners.setdefault(key, segment.owner)
    return owners[max(sizes, key=sizes.__getitem__)] if sizes else None


def _bands(
    content: PromptContent, row: Row, tokens: tuple[Token, ...], span: tuple[int, int]
) -> Iterator[Band]:
    """Cut tokens where the owner changes, so that each piece has its owner's colour."""
    for segment in content.segments_between(*span):
        start, end = max(span[0], segment.byte_start), min(span[1], segment.byte_end)
        inside = content.tokens_between(start, end) if tokens else ()
        for token in inside:
            borders = max(start, token.byte_start), min(end, token.byte_end)
            left, right = span_columns(content, row, *borders)
            yield Band(left, right, segment.owner, bool(token.index % 2))
        if not inside:
            left, right = span_columns(content, row, start, end)
            yield Band(left, right, segment.owner, odd=False)


def _inks(content: PromptContent, row: Row, controls: tuple[Token, ...]) -> Iterator[Ink]:
    text = content.prompt.text
    for start, end in pairwise(_cuts(content, row, controls)):
        tone = _tone(content, start, controls)
        for part in _PARTS.finditer(text, start, end):
            if not _joined(text, part.start(), row.start):
                yield _ink(text, row, part, tone)


def _ink(text: str, row: Row, part: re.Match[str], tone: Tone) -> Ink:
    piece = part.group()
    start, end = part.span()
    column = row.column_of(start)
    if piece[0] in SYMBOLS:
        symbol = SYMBOLS[piece[0]] * len(piece)
        return Ink(column, row.column_of(end) - column, symbol, tone, symbol=True)
    mark = mark_of(piece[0])
    if mark is not None:
        return Ink(column, row.column_of(end) - column, mark, tone, mark=True)
    while end < row.end and joins_previous(text[end]):
        end += 1
    cells = row.column_of(end) - column
    return Ink(column, cells, text[start:end], tone, cell=not piece.isascii())


def _joined(text: str, at: int, row_start: int) -> bool:
    """Say whether a character was drawn with the one before it."""
    if not joins_previous(text[at]) or at == row_start:
        return False
    return text[at - 1] not in SYMBOLS and mark_of(text[at - 1]) is None


def _cuts(content: PromptContent, row: Row, controls: tuple[Token, ...]) -> list[int]:
    """List where the tone may change: at owners' and control tokens' borders."""
    positions = content.positions
    start, end = positions.byte_of(row.start), positions.byte_of(row.end)
    borders = {start, end}
    borders.update(s.byte_start for s in content.segments_between(start, end))
    for token in controls:
        borders.update((token.byte_start, token.byte_end))
    return [positions.code_point_of(byte) for byte in sorted(borders) if start <= byte <= end]


def _tone(content: PromptContent, character: int, controls: tuple[Token, ...]) -> Tone:
    byte = content.positions.byte_of(character)
    for token in controls:
        if token.byte_start <= byte < token.byte_end:
            return Tone.USER_CONTROL if content.from_user(token) else Tone.CONTROL
    owner = content.owner_at(byte)
    return Tone.FENCE if owner is not None and owner.kind is OwnerKind.FENCE else Tone.TEXT


def _nonces(content: PromptContent, row: Row) -> Iterator[tuple[float, float]]:
    """Find the nonce where it stands in a fence."""
    nonce = content.prompt.nonce
    at = content.prompt.text.find(nonce, row.start, row.end)
    while at >= 0:
        owner = content.owner_at(content.positions.byte_of(at))
        if owner is not None and owner.kind is OwnerKind.FENCE:
            yield float(row.column_of(at)), float(row.column_of(at + len(nonce)))
        at = content.prompt.text.find(nonce, at + 1, row.end)
