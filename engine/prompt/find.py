"""What someone types to find, turned into the byte ranges of the prompt where it stands."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice

from engine.characters import code_point
from engine.prompt.render import RenderedPrompt
from engine.tokenizers.base import Token

MOST_MATCHES = 10_000
LAST_CODE_POINT = 0x10FFFF
_CODE_POINTS = re.compile(r"(?:U\+[0-9A-F]{1,8}[ ,]*)+", re.IGNORECASE)
_TOKENS = re.compile(r"#\d+(?:[ ,]+#?\d+)*[ ,]*")
_HEX = re.compile(r"[0-9A-F]{2}(?: +[0-9A-F]{2})+ *|0x(?:[0-9A-F]{2} *)+", re.IGNORECASE)

Ranges = tuple[tuple[int, int], ...]


class NeedleKind(StrEnum):
    """Say how a needle was read."""

    TEXT = "text"
    BYTES = "bytes"
    CODE_POINTS = "code points"
    TOKENS = "token ids"


@dataclass(frozen=True, slots=True)
class Needle:
    """What is looked for: `data` for text, bytes and code points, `ids` for tokens in a row.

    Text without capitals is found whatever its case (`folded`). `problem` says in words why a
    needle cannot stand in any prompt.
    """

    kind: NeedleKind
    data: bytes = b""
    ids: tuple[int, ...] = ()
    folded: bool = False
    problem: str = ""


def read_needle(typed: str) -> Needle:
    """Read `E2 80 94` or `0xE28094` as bytes, `U+2014` as a character, `#9441` as a token id.

    Everything else is text: `be` is two letters, and only two or more pairs are bytes. Such a
    thing in quotes is text, too, without them.

    >>> read_needle('"10 20"').data, read_needle('"LOW"').data
    (b'10 20', b'"LOW"')
    """
    if _is_quoted(typed):
        return _text(typed[1:-1])
    if _CODE_POINTS.fullmatch(typed):
        return _code_points(typed)
    if _TOKENS.fullmatch(typed):
        return Needle(NeedleKind.TOKENS, ids=tuple(map(int, re.findall(r"\d+", typed))))
    if _HEX.fullmatch(typed):
        return Needle(NeedleKind.BYTES, bytes.fromhex(typed.removeprefix("0x").removeprefix("0X")))
    return _text(typed)


def needle_for(text: str) -> str:
    """Write the needle that finds this very text.

    One that begins with U+FEFF or U+FFFE, which no Qt line is given as it is, in code points.
    """
    if text[:1] in ("\ufeff", "\ufffe"):
        return " ".join(map(code_point, text))
    return f'"{text}"' if _means_more(text) else text


def find_all(needle: Needle, prompt: RenderedPrompt, tokens: Sequence[Token]) -> Ranges:
    """List where a needle stands, in bytes and in order, at most 10,000 times.

    Bytes may begin inside a character; tokens are found as a run of neighbours. Matches do not
    overlap.
    """
    if needle.ids:
        found = _token_runs(needle.ids, tokens)
    elif not needle.data:
        found = iter(())
    elif needle.folded:
        found = _folded(needle.data.decode(), prompt.text)
    else:
        found = (match.span() for match in re.finditer(re.escape(needle.data), prompt.data))
    return tuple(islice(found, MOST_MATCHES))


def _is_quoted(typed: str) -> bool:
    return len(typed) > 1 and typed[0] == typed[-1] == '"' and _means_more(typed[1:-1])


def _means_more(typed: str) -> bool:
    """Say whether something would not be looked for as it stands."""
    patterns = (_CODE_POINTS, _TOKENS, _HEX)
    return any(pattern.fullmatch(typed) for pattern in patterns) or _is_quoted(typed)


def _text(text: str) -> Needle:
    try:
        data = text.encode()
    except UnicodeEncodeError:
        return Needle(NeedleKind.TEXT, problem="a lone surrogate has no UTF-8 bytes")
    return Needle(NeedleKind.TEXT, data, folded=text == text.lower())


def _code_points(typed: str) -> Needle:
    numbers = [int(digits, 16) for digits in re.findall(r"\+([0-9A-Fa-f]+)", typed)]
    for number in numbers:
        if number > LAST_CODE_POINT:
            problem = f"U+{number:X} is beyond U+10FFFF, the last code point"
            return Needle(NeedleKind.CODE_POINTS, problem=problem)
    try:
        data = "".join(map(chr, numbers)).encode()
    except UnicodeEncodeError as error:
        problem = f"U+{numbers[error.start]:04X} is a surrogate and has no UTF-8 bytes"
        return Needle(NeedleKind.CODE_POINTS, problem=problem)
    return Needle(NeedleKind.CODE_POINTS, data)


def _folded(needle: str, text: str) -> Iterator[tuple[int, int]]:
    """Find text whatever its case; byte offsets are counted from match to match."""
    at = byte = 0
    for match in re.finditer(re.escape(needle), text, re.IGNORECASE):
        start = byte + len(text[at : match.start()].encode())
        at, byte = match.end(), start + len(match.group().encode())
        yield start, byte


def _token_runs(ids: tuple[int, ...], tokens: Sequence[Token]) -> Iterator[tuple[int, int]]:
    """Find neighbours with these ids."""
    after = 0
    for index in [token.index for token in tokens if token.id == ids[0]]:
        run = tokens[index : index + len(ids)]
        if index >= after and tuple(token.id for token in run) == ids:
            after = index + len(ids)
            yield run[0].byte_start, run[-1].byte_end
