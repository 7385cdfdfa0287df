"""The nonce fence that encloses a context (specification section 4)."""

from __future__ import annotations

import hashlib

from engine.prompt.segments import Owner, OwnerKind, Piece

FENCE = Owner(OwnerKind.FENCE)
CONTEXT = Owner(OwnerKind.CONTEXT)


def context_nonce(context: str) -> str:
    """Give `C` and the first 16 hex digits of the context's sha256.

    UnicodeEncodeError on a lone surrogate.

    >>> context_nonce("The applicant pays late sometimes.")
    'C389525abe2404839'
    """
    return "C" + hashlib.sha256(context.encode("utf-8")).hexdigest()[:16]


def fenced_context(context: str) -> tuple[Piece, ...]:
    """Enclose the context, verbatim, in its two fence lines."""
    nonce = context_nonce(context)
    return (
        Piece(f"<<<CONTEXT:{nonce}\n", FENCE),
        Piece(context, CONTEXT),
        Piece(f"\nCONTEXT:{nonce}>>>", FENCE),
    )
