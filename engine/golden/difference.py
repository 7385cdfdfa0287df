"""The first difference between an agreed prompt and the live one, as one sentence."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

from engine.findings.control_tokens import owner_at
from engine.prompt.render import RenderedPrompt
from engine.tokenizers.base import Tokenization


@dataclass(frozen=True, slots=True)
class Difference:
    """Where two prompts first differ: a byte offset, its owner and token, and both characters.

    The owner and the token are of the live prompt; a character is None where its text has ended.
    """

    byte: int
    owner: str
    token: int
    expected: str | None
    got: str | None

    def __str__(self) -> str:
        """Write the sentence that a reviewer reads first."""
        place = f"Differs at byte {self.byte} ({self.owner}, token {self.token})"
        return f"{place}: expected {character_name(self.expected)}, got {character_name(self.got)}."


def first_difference(
    expected: str, prompt: RenderedPrompt, tokenization: Tokenization
) -> Difference | None:
    """Compare the agreed text with the live prompt, character by character."""
    got = prompt.text
    if expected == got:
        return None
    at = _first_unequal(expected, got)
    byte = len(got[:at].encode("utf-8"))
    last = max(len(prompt.data) - 1, 0)
    owner = owner_at(prompt.segments, min(byte, last)).owner
    token = next(
        (token.index for token in tokenization.tokens if token.byte_end > byte),
        len(tokenization.tokens),
    )
    return Difference(
        byte, str(owner), token, expected[at : at + 1] or None, got[at : at + 1] or None
    )


def character_name(character: str | None) -> str:
    r"""Name a character as U+XXXX NAME, and the end of the text as such.

    >>> character_name("\u00a0")
    'U+00A0 NO-BREAK SPACE'
    """
    if character is None:
        return "the end"
    names = {"\n": "LINE FEED", "\r": "CARRIAGE RETURN", "\t": "TAB", "\0": "NULL"}
    name = names.get(character) or unicodedata.name(character, "(no name)")
    return f"U+{ord(character):04X} {name}"


def _first_unequal(one: str, other: str) -> int:
    low, high = 0, min(len(one), len(other))
    while low < high:  # the longest common prefix, by halving
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low
