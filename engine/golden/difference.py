"""The first difference between an agreed prompt and the live one, as one sentence."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from dataclasses import dataclass

from engine.characters import described
from engine.common_ends import common_start
from engine.prompt.render import RenderedPrompt
from engine.prompt.segments import segment_at
from engine.tokenizers.base import Tokenization

_NONCE = re.compile(r"<<<CONTEXT:(C[0-9a-f]{16})\n")
_NEAR = 64  # characters around a difference in which two normal forms are told apart


@dataclass(frozen=True, slots=True)
class Difference:
    """Where two prompts first differ outside the nonce: byte, owner, token, both characters.

    The owner and the token are of the live prompt; a character is None where its text has ended.
    `byte` is the first one that differs and can lie inside both characters. `remark` says what
    the two characters alone do not tell.
    """

    byte: int
    owner: str
    token: int
    expected: str | None
    got: str | None
    remark: str = ""

    def __str__(self) -> str:
        """Write the sentence that a reviewer reads first."""
        place = f"Differs at byte {self.byte} ({self.owner}, token {self.token})"
        names = f"expected {described(self.expected)}, got {described(self.got)}"
        return f"{place}: {names}{'; ' if self.remark else ''}{self.remark}."


def first_difference(
    expected: str, prompt: RenderedPrompt, tokenization: Tokenization
) -> Difference | None:
    """Compare the agreed text with the live prompt.

    The nonce follows the context, so it is named only where nothing else differs.
    """
    got = prompt.text
    if expected == got:
        return None
    expected, follows = but_for_nonce(expected, got, prompt.nonce)
    at = common_start(expected, got)
    here, there = expected[at : at + 1], got[at : at + 1]
    shared = common_start(here.encode(errors="surrogatepass"), there.encode())
    byte = len(got[:at].encode()) + shared
    owner = segment_at(prompt.segments, min(byte, max(len(prompt.data) - 1, 0))).owner
    token = bisect_right(tokenization.tokens, byte, key=lambda token: token.byte_end)
    remark = "; ".join(filter(None, (text_remark(expected, got, at), nonce_remark(follows))))
    return Difference(byte, str(owner), token, here or None, there or None, remark)


def with_live_nonce(expected: str, prompt: RenderedPrompt) -> str:
    """Put the live nonce in place of the agreed one, at both ends of the context."""
    return _with_nonce(expected, prompt.nonce)


def but_for_nonce(one: str, other: str, nonce: str) -> tuple[str, bool]:
    """Give `one` with the nonce of `other`, and True, where they differ in more than the nonce.

    The nonce follows the context and has one length, so that all byte offsets stay.
    """
    without = _with_nonce(one, nonce)
    follows = without not in {one, other}
    return without if follows else one, follows


def nonce_in(text: str) -> str:
    """Find the nonce in a prompt's fence; empty where there is none."""
    found = _NONCE.search(text)
    return "" if found is None else found[1]


def nonce_remark(follows: bool) -> str:
    """Say that the nonce, which follows the context, differs too."""
    return "the nonce differs too" if follows else ""


def _with_nonce(text: str, nonce: str) -> str:
    own = nonce_in(text)
    return text.replace(f"CONTEXT:{own}", f"CONTEXT:{nonce}") if own and nonce else text


def text_remark(expected: str, live: str, at: int) -> str:
    """Say what a difference at that character is really about, where its names do not tell."""
    pairs = (("expected", expected, "live", live), ("live", live, "expected", expected))
    for one, text, other, other_text in pairs:
        if text == other_text + "\n":
            return f"{one} ends with LF, {other} does not"
        if text == other_text + "\r\n":
            return f"{one} ends with CRLF, {other} does not"
        if text.startswith("\ufeff") and not other_text.startswith("\ufeff"):
            return f"{one} starts with a byte order mark, {other} does not"
        if text.startswith("\r\n", at) and other_text.startswith("\n", at):
            return f"{one} ends this line with CRLF, {other} with LF"
    before = max(at - 1, 0)
    return _form_remark(_word(expected[before : at + _NEAR]), _word(live[before : at + _NEAR]))


def _form_remark(expected: str, live: str) -> str:
    """Say that two words are the same characters in two normal forms, if they are."""
    same = unicodedata.normalize("NFC", expected) == unicodedata.normalize("NFC", live)
    if expected == live or not same:
        return ""
    if unicodedata.is_normalized("NFC", expected) and unicodedata.is_normalized("NFD", live):
        return "the same characters: expected is in NFC, live in NFD"
    if unicodedata.is_normalized("NFD", expected) and unicodedata.is_normalized("NFC", live):
        return "the same characters: expected is in NFD, live in NFC"
    return "the same characters in another normal form"


def _word(text: str) -> str:
    """Take a text's first character and what follows it up to a blank."""
    return text[:1] + re.split(r"\s", text[1:], maxsplit=1)[0]
