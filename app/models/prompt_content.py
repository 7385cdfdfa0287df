"""A rendered prompt with its tokens, made ready for looking up what stands at a byte."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.characters import code_point, name_of
from engine.prompt.fence import context_nonce
from engine.prompt.positions import TextPositions, segment_at, tokens_between
from engine.prompt.render import RenderedPrompt
from engine.prompt.segments import Owner, OwnerKind, Segment
from engine.snapshot import TokenView
from engine.tokenizers.base import Token, TokenKind

USER_KINDS = frozenset({OwnerKind.CONTEXT, OwnerKind.SCHEMA})
RIBBON_NAMES = {OwnerKind.GENERATION: "generation", OwnerKind.ADDED: "added by template"}


@dataclass(frozen=True, slots=True)
class CharacterDetails:
    """Everything known about one character of the prompt; `tokens` hold its bytes.

    `part` is the one byte of the character that is asked about, counted from 0; None for all.
    `defused` says that it is of a control token that was read as text.
    """

    code_point: str
    name: str
    data: bytes
    byte: int
    character: int
    utf16: int
    tokens: tuple[Token, ...]
    owner: Owner | None
    part: int | None = None
    defused: bool = False


class PromptContent:
    """One prompt and, when they are known, its tokens; answers questions about bytes."""

    __slots__ = ("_field_numbers", "defused", "positions", "prompt", "tokens")

    def __init__(self, prompt: RenderedPrompt, tokens: TokenView | None) -> None:
        """Index the text and number the schema's fields in the order in which they appear."""
        self.prompt = prompt
        self.positions = TextPositions(prompt.text)
        self.tokens = () if tokens is None else tokens.tokenization.tokens
        self.defused = () if tokens is None else tokens.defused
        names = (segment.owner.field for segment in prompt.segments)
        fields = dict.fromkeys(name for name in names if name is not None)
        self._field_numbers = {name: number for number, name in enumerate(fields)}

    def owner_at(self, byte: int) -> Owner | None:
        """Give the owner of a byte; None past the end."""
        segment = self._segment_at(byte)
        return None if segment is None else segment.owner

    def segments_between(self, start: int, end: int) -> tuple[Segment, ...]:
        """List the segments that share a byte with start..end."""
        segments = self.prompt.segments
        first = max(0, segment_at(segments, start))
        return segments[first : segment_at(segments, max(start, end - 1)) + 1]

    def tokens_between(self, start: int, end: int) -> tuple[Token, ...]:
        """List the tokens that share a byte with start..end."""
        found = tokens_between(self.tokens, start, end)
        return tuple(self.tokens[found.start : found.stop])

    def span_of(self, token: Token) -> tuple[int, int]:
        """Give the bytes to select for a token; one without bytes of its own has its character's.

        Such a token is made by a normaliser that writes one character as several.
        """
        if token.byte_start < token.byte_end:
            return token.byte_start, token.byte_end
        last = max(0, self.positions.byte_length - 1)
        return self.positions.whole(min(token.byte_start, last), min(token.byte_start, last) + 1)

    def cut_characters(self, token: Token) -> str:
        """Give the characters of which a token holds only some bytes: at most two."""
        start, end = token.byte_start, token.byte_end
        first, last = self.positions.whole(start, end)
        found = []
        if first < start:
            found.append(self.positions.code_point_of(start))
        if last > end:
            found.append(self.positions.code_point_of(end))
        return "".join(self.prompt.text[character] for character in dict.fromkeys(found))

    def from_user(self, token: Token) -> bool:
        """Say whether a control token stands in what the user wrote."""
        owner = self.owner_at(token.byte_start)
        return token.kind is TokenKind.CONTROL and owner is not None and owner.kind in USER_KINDS

    def defused_between(self, start: int, end: int) -> tuple[tuple[int, int], ...]:
        """List the bytes of control tokens read as text that share a byte with start..end."""
        return tuple(one for one in self.defused if one[0] < end and start < one[1])

    def field_number(self, owner: Owner) -> int:
        """Give the number, from 0, of an owner's field in the prompt; 0 for other owners."""
        return 0 if owner.field is None else self._field_numbers[owner.field]

    def details_at(self, byte: int) -> CharacterDetails | None:
        """Describe the character that holds a byte and which of its bytes this is."""
        details = self.details(self.positions.code_point_of(byte))
        if details is None or len(details.data) == 1:
            return details
        return replace(details, part=byte - details.byte)

    def details(self, character: int) -> CharacterDetails | None:
        """Describe one character; None at the end of the text."""
        if character >= len(self.prompt.text):
            return None
        text = self.prompt.text[character]
        data = text.encode()
        byte = self.positions.byte_of(character)
        return CharacterDetails(
            code_point=code_point(text),
            name=name_of(text),
            data=data,
            byte=byte,
            character=character,
            utf16=self.positions.utf16_of(character),
            tokens=self.tokens_between(byte, byte + len(data)),
            owner=self.owner_at(byte),
            defused=bool(self.defused_between(byte, byte + len(data))),
        )

    def _segment_at(self, byte: int) -> Segment | None:
        found = segment_at(self.prompt.segments, byte)
        if found < 0 or byte >= self.prompt.segments[found].byte_end:
            return None
        return self.prompt.segments[found]


def owner_name(owner: Owner) -> str:
    """Name an owner in the ribbon: a schema's bytes carry their field's name."""
    return owner.field or RIBBON_NAMES.get(owner.kind, owner.kind.value)


def nonce_holds(prompt: RenderedPrompt) -> bool:
    """Recompute the nonce from the context's bytes in the prompt; say whether it is equal."""
    ranges = (s for s in prompt.segments if s.owner.kind is OwnerKind.CONTEXT)
    context = b"".join(prompt.data[s.byte_start : s.byte_end] for s in ranges)
    return context_nonce(context.decode()) == prompt.nonce
