"""What hardened tokenization did to a prompt, beside what upstream would send."""

from __future__ import annotations

from engine.errors import Finding, Place
from engine.tokenizers.base import Token, Tokenization

_NAMED = 4


def hardening_finding(
    ordinary: Tokenization, hardened: Tokenization, alien: tuple[Token, ...]
) -> Finding:
    """Say which control tokens became plain text; `alien` are those of the ordinary tokens."""
    if not alien:
        place = Place("tokenizer")
        message = "the user's text has no control tokens, so the ids are the ordinary ones"
    else:
        place = Place("tokenizer", byte_start=alien[0].byte_start, byte_end=alien[0].byte_end)
        shown = ", ".join(_became(token, hardened) for token in alien[:_NAMED])
        more = f", and {len(alien) - _NAMED} more" if len(alien) > _NAMED else ""
        message = (
            f"control tokens in the user's text were read as text: {shown}{more}; "
            f"{len(ordinary.tokens)} tokens became {len(hardened.tokens)}"
        )
    return Finding(
        "hardened",
        "info",
        place,
        f"hardened tokenization is on: {message}",
        "This is not what upstream sends: it reads control tokens wherever they stand. Turn it "
        "off to see upstream's ids and hashes.",
    )


def _became(token: Token, hardened: Tokenization) -> str:
    pieces = [
        one
        for one in hardened.tokens
        if one.byte_start < token.byte_end and token.byte_start < one.byte_end
    ]
    ids = " ".join(str(one.id) for one in pieces)
    return f"{token.data.decode('utf-8', 'replace')} {token.id} is now {ids}"
