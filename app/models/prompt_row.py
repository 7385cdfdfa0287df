"""One row of the prompt turned into the things to draw, placed in columns."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto
from itertools import accumulate, pairwise

from app.models.cells import joins_previous
from app.models.prompt_content import PromptContent
from app.models.text_index import Row
from engine.characters import SYMBOLS, mark_of
from engine.prompt.segments import Owner, OwnerKind
from engine.tokenizers.base import Token, TokenKind

SCAFFOLD = (OwnerKind.TEMPLATE, OwnerKind.GENERATION)
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
    """The outline around a control token; `user` when it stands in what the user wrote.

    A `defused` one is hollow: hardened tokenization has read it as text.
    """

    left: float
    right: float
    user: bool
    defused: bool = False


@dataclass(frozen=True, slots=True)
class PromptRow:
    """Everything that one row draws; `owner` is whose text it holds."""

    row: Row
    owner: Owner | None
    bands: tuple[Band, ...]
    capsules: tuple[Capsule, ...]
    inks: tuple[Ink, ...]
    nonces: tuple[tuple[float, float], ...]


class _Places:
    """Where a row's bytes, characters and columns meet."""

    __slots__ = ("_offsets", "content", "end", "row", "start")

    def __init__(self, content: PromptContent, row: Row) -> None:
        text = content.prompt.text[row.start : row.end]
        self.content, self.row = content, row
        self.start = content.positions.byte_of(row.start)
        sizes = (len(character.encode()) for character in text)
        self._offsets = range(len(text) + 1) if text.isascii() else [*accumulate(sizes, initial=0)]
        self.end = self.start + self._offsets[-1]

    def character(self, byte: int) -> int:
        """Give the row's character that holds a byte; its first or its end outside it."""
        return self.row.start + max(0, bisect_right(self._offsets, byte - self.start) - 1)

    def byte(self, character: int) -> int:
        """Give the byte at which one of the row's characters starts."""
        return self.start + self._offsets[character - self.row.start]

    def column(self, byte: int) -> float:
        """Give the column of a byte; the bytes of one character share its width."""
        character = self.character(byte)
        left = self.row.column_of(character)
        inside = byte - self.byte(character)
        if inside <= 0 or character >= self.row.end:
            return left
        size = self.byte(character + 1) - self.byte(character)
        return left + (self.row.column_of(character + 1) - left) * inside / size

    def owner(self, character: int) -> Owner | None:
        """Give the owner of one of the row's characters."""
        return self.content.owner_at(self.byte(character))


def lay_out(content: PromptContent, row: Row) -> PromptRow:
    """Turn one row into what is drawn."""
    places = _Places(content, row)
    tokens = content.tokens_between(places.start, places.end)
    controls = tuple(token for token in tokens if token.kind is TokenKind.CONTROL)
    capsules = (
        Capsule(places.column(t.byte_start), places.column(t.byte_end), content.from_user(t))
        for t in controls
    )
    hollow = (
        Capsule(places.column(start), places.column(end), user=True, defused=True)
        for start, end in content.defused_between(places.start, places.end)
    )
    return PromptRow(
        row=row,
        owner=_main_owner(places),
        bands=tuple(_bands(places, tokens)),
        capsules=(*capsules, *hollow),
        inks=tuple(_inks(places, controls)),
        nonces=tuple(_nonces(places)),
    )


def _main_owner(places: _Places) -> Owner | None:
    """Give whose text a row holds most of, the template's own only where there is no other.

    A row without bytes belongs to the owner of the byte before it.
    """
    start, end = places.start, places.end
    if start == end:
        return places.content.owner_at(max(0, start - 1))
    sizes: dict[tuple[OwnerKind, str | None], tuple[bool, int]] = {}
    owners: dict[tuple[OwnerKind, str | None], Owner] = {}
    for segment in places.content.segments_between(start, end):
        key = (segment.owner.kind, segment.owner.field)
        size = min(end, segment.byte_end) - max(start, segment.byte_start)
        text = segment.owner.kind not in SCAFFOLD
        sizes[key] = (text, sizes.get(key, (text, 0))[1] + size)
        owners.setdefault(key, segment.owner)
    return owners[max(sizes, key=sizes.__getitem__)] if sizes else None


def _bands(places: _Places, tokens: tuple[Token, ...]) -> Iterator[Band]:
    """Cut tokens where the owner changes, so that each piece has its owner's colour."""
    content = places.content
    for segment in content.segments_between(places.start, places.end):
        start, end = max(places.start, segment.byte_start), min(places.end, segment.byte_end)
        inside = content.tokens_between(start, end) if tokens else ()
        for token in inside:
            left = places.column(max(start, token.byte_start))
            right = places.column(min(end, token.byte_end))
            yield Band(left, right, segment.owner, bool(token.index % 2))
        if not inside:
            yield Band(places.column(start), places.column(end), segment.owner, odd=False)


def _inks(places: _Places, controls: tuple[Token, ...]) -> Iterator[Ink]:
    text, row = places.content.prompt.text, places.row
    for start, end in pairwise(_cuts(places, controls)):
        tone = _tone(places, start, controls)
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
    if at == row_start or not joins_previous(text[at]):
        return False
    return text[at - 1] not in SYMBOLS and mark_of(text[at - 1]) is None


def _cuts(places: _Places, controls: tuple[Token, ...]) -> list[int]:
    """List the characters where the tone may change: owners' and control tokens' borders."""
    segments = places.content.segments_between(places.start, places.end)
    borders = {places.start, places.end, *(segment.byte_start for segment in segments)}
    for token in controls:
        borders.update((token.byte_start, token.byte_end))
    inside = (byte for byte in borders if places.start <= byte <= places.end)
    return [places.character(byte) for byte in sorted(inside)]


def _tone(places: _Places, character: int, controls: tuple[Token, ...]) -> Tone:
    byte = places.byte(character)
    for token in controls:
        if token.byte_start <= byte < token.byte_end:
            return Tone.USER_CONTROL if places.content.from_user(token) else Tone.CONTROL
    owner = places.owner(character)
    return Tone.FENCE if owner is not None and owner.kind is OwnerKind.FENCE else Tone.TEXT


def _nonces(places: _Places) -> Iterator[tuple[float, float]]:
    """Find the nonce where it stands in a fence."""
    prompt, row = places.content.prompt, places.row
    at = prompt.text.find(prompt.nonce, row.start, row.end)
    while at >= 0:
        owner = places.owner(at)
        if owner is not None and owner.kind is OwnerKind.FENCE:
            yield row.column_of(at), row.column_of(at + len(prompt.nonce))
        at = prompt.text.find(prompt.nonce, at + 1, row.end)
