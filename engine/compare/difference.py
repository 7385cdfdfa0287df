"""Two sides aligned: their texts, their tokens, their facts, and one sentence above all."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from engine.characters import described
from engine.common_ends import common_start
from engine.compare.side import Side
from engine.compare.whole_tokens import with_whole_tokens
from engine.golden.diff import TextDiff, text_diff
from engine.golden.difference import but_for_nonce, nonce_in, nonce_remark, text_remark
from engine.golden.token_diff import TokenDiff, token_diff
from engine.snapshot import PROMPT_HASHES

_HASHES = (*PROMPT_HASHES, "tokenizer_sha256", "template_sha256")
_NAMES = {"expected": "A", "live": "B"}


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing that both sides have a value for; empty where a side does not say."""

    name: str
    a: str
    b: str

    @property
    def differs(self) -> bool:
        """Say whether both are known and not the same."""
        return bool(self.a) and bool(self.b) and self.a != self.b


@dataclass(frozen=True, slots=True)
class Comparison:
    """Side A laid beside side B; in `text` and `tokens` A is the expected one and B the live.

    `by_text`: the tokenizers differ, so tokens are taken for equal by their bytes, not their ids.
    """

    a: Side
    b: Side
    text: TextDiff
    tokens: TokenDiff
    sentence: str
    facts: tuple[Fact, ...]
    by_text: bool = False

    @property
    def differs(self) -> bool:
        """Say whether the model would get anything else."""
        return self.a.text != self.b.text or self.a.tokens.ids != self.b.tokens.ids


def compare(a: Side, b: Side) -> Comparison:
    """Align two prompts."""
    text = text_diff(a.text, b.text)
    by_text = bool(a.tokens.ends and b.tokens.ends) and _other_tokenizer(a, b)
    tokens = _tokens_by_text(a, b, text) if by_text else token_diff(a.tokens, b.tokens, text)
    return Comparison(a, b, text, tokens, _sentence(a, b, tokens), _facts(a, b), by_text)


def readable(comparison: Comparison) -> Comparison:
    """Mark whole control tokens in the texts: for people, who cannot read half of one."""
    a, b = comparison.a.controls, comparison.b.controls
    return replace(comparison, text=with_whole_tokens(comparison.text, a, b))


def _other_tokenizer(a: Side, b: Side) -> bool:
    if a.tokenizer_sha256 and b.tokenizer_sha256:
        return a.tokenizer_sha256 != b.tokenizer_sha256
    return a.profile != b.profile


def _tokens_by_text(a: Side, b: Side, text: TextDiff) -> TokenDiff:
    """Align tokens of two vocabularies by the bytes that they stand for."""
    numbers: dict[bytes, int] = {}
    here, there = (
        replace(side.tokens, ids=tuple(numbers.setdefault(one, len(numbers)) for one in _cut(side)))
        for side in (a, b)
    )
    return replace(token_diff(here, there, text), expected=a.tokens, live=b.tokens)


def _cut(side: Side) -> Iterator[bytes]:
    data = side.text.encode()
    return (data[start:end] for start, end in pairwise((0, *side.tokens.ends)))


def _sentence(a: Side, b: Side, tokens: TokenDiff) -> str:
    """Say where the sides first differ, and how; in the nonce only where nothing else does."""
    if a.text == b.text:
        return _same_text(a, b, tokens)
    text, follows = but_for_nonce(a.text, b.text, nonce_in(b.text))
    at = common_start(text, b.text)
    here, there = text[at : at + 1], b.text[at : at + 1]
    shared = common_start(here.encode(), there.encode())
    byte = len(text[:at].encode()) + shared
    names = f"A has {described(here or None)}, B has {described(there or None)}"
    told = re.sub("expected|live", lambda m: _NAMES[m[0]], text_remark(text, b.text, at))
    remark = "; ".join(filter(None, (told, nonce_remark(follows))))
    place = f"First difference at byte {byte}{_place(a, b, byte)}"
    return f"{place}: {names}{'; ' if remark else ''}{remark}."


def _same_text(a: Side, b: Side, tokens: TokenDiff) -> str:
    size = f"{len(a.text.encode()):,} bytes"
    if a.tokens.ids == b.tokens.ids:
        return f"The prompts are identical: {size}, {len(a.tokens.ids):,} tokens."
    if not a.tokens.ids or not b.tokens.ids:
        return f"The texts are identical, {size}; the tokens of one side are not known."
    if not tokens.changes:
        return f"The same {size}, cut at the same places; the tokens' ids are of two vocabularies."
    first = tokens.changes[0]
    ids = (a.tokens.ids[first.expected_start :][:1], b.tokens.ids[first.live_start :][:1])
    here, there = (f"id {one[0]}" if one else "the end" for one in ids)
    return (
        f"The same {size}, cut into other tokens: first at token {first.expected_start}, "
        f"A has {here}, B has {there}."
    )


def _place(a: Side, b: Side, byte: int) -> str:
    """Say whose byte it is and in which token, as far as a side knows."""
    owners = [name for name in (_owner(a, byte), _owner(b, byte)) if name]
    parts = [" and ".join(dict.fromkeys(owners))] if owners else []
    known = a if a.tokens.ends else b
    if known.tokens.ends:
        parts.append(f"token {bisect_right(known.tokens.ends, byte)}")
    return f" ({', '.join(parts)})" if parts else ""


def _owner(side: Side, byte: int) -> str:
    at = bisect_right(side.owners, byte, key=lambda owned: owned.start) - 1
    inside = at >= 0 and byte < side.owners[at].end
    return side.owners[at].owner if inside else ""


def _facts(a: Side, b: Side) -> tuple[Fact, ...]:
    return (
        Fact("profile", a.profile, b.profile),
        Fact("bytes", str(len(a.text.encode())), str(len(b.text.encode()))),
        Fact("tokens", _count(a), _count(b)),
        *(Fact(name, getattr(a, name), getattr(b, name)) for name in _HASHES),
    )


def _count(side: Side) -> str:
    return str(len(side.tokens.ids)) if side.tokens.ids else ""
