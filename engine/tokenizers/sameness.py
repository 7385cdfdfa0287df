"""Whether two files hold the same tokenizer, whatever their form."""

from __future__ import annotations

from itertools import zip_longest

from engine.tokenizers.base import Tokenizer
from engine.tokenizers.library import LibraryTokenizer

PROBE = (
    "I'll say: it's 1234567 -- don't! WE'LL see...\r\n\n\tif (x_1 != y) { return 3.14e-10; }  \n"
    "naïve cafe\u0301 Straße \u1112\u1161\u11ab 한국어 日本語の文 العربية हिन्दी ไทย Ελλάδα "
    "😀👩🏽‍💻 ①②③ ½ \u00a0\u2003\ufeff end "
)
"""Words, numbers, signs and spaces of many kinds: another way of cutting shows in their ids."""


def first_difference(ours: Tokenizer, theirs: Tokenizer) -> str:
    """Say where a model's tokenizer first differs from a profile's; empty when nowhere.

    Every id of ours must be the same token there, every merge have the same rank, the same added
    tokens be looked for, and a probing text be cut into the same ids. Further ids of a model that
    no text can reach are padding.
    """
    if not (isinstance(ours, LibraryTokenizer) and isinstance(theirs, LibraryTokenizer)):
        return f"it is a {theirs.info.class_name}, not a {ours.info.class_name}"
    return (
        _first_token(ours.vocabulary(), theirs.vocabulary())
        or _first_added(ours.added_tokens(), theirs.added_tokens())
        or _first_merge(ours.merges(), theirs.merges())
        or _first_cut(ours, theirs)
    )


def _first_token(ours: dict[str, int], theirs: dict[str, int]) -> str:
    differing = ours.items() - theirs.items()
    if not differing:
        return ""
    token, token_id = min(differing, key=lambda item: item[1])
    there = next((text for text, other in theirs.items() if other == token_id), None)
    found = "missing" if there is None else repr(there)
    return f"its token {token_id} is {found}, not {token!r}"


def _first_added(ours: dict[str, int], theirs: dict[str, int]) -> str:
    lacking, further = sorted(ours.keys() - theirs.keys()), sorted(theirs.keys() - ours.keys())
    if lacking:
        return f"{lacking[0]!r} is no added token of it"
    return f"{further[0]!r} is an added token of it alone" if further else ""


def _first_merge(ours: list[tuple[str, str]], theirs: list[tuple[str, str]]) -> str:
    for rank, (our, their) in enumerate(zip_longest(ours, theirs)):
        if our != their:
            return f"its merge {rank} is {_merge(their)}, not {_merge(our)}"
    return ""


def _merge(pair: tuple[str, str] | None) -> str:
    return "missing" if pair is None else repr(" ".join(pair))


def _first_cut(ours: LibraryTokenizer, theirs: LibraryTokenizer) -> str:
    for index, pair in enumerate(zip_longest(ours.encode(PROBE), theirs.encode(PROBE))):
        if pair[0] != pair[1]:
            return f"its token {index} of a probing text is {pair[1]}, not {pair[0]}"
    return ""
