"""Who writes the token that begins a text, and whether it stands there exactly once."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile

from engine.errors import Finding, Place, Severity
from engine.tokenizers.base import Tokenization, TokenizerInfo


def bos_findings(tokenization: Tokenization, info: TokenizerInfo) -> Iterator[Finding]:
    """Count the BOS tokens that open the prompt where the tokenizer is one that writes a BOS."""
    if not info.added_bos:
        return
    bos = info.added_bos.encode()
    leading = tuple(takewhile(lambda token: token.data == bos, tokenization.tokens))
    if not leading:
        yield _finding(
            "bos-missing",
            "warning",
            0,
            f"the prompt does not begin with {info.added_bos}, which these models expect",
            "Let the template write it: nothing else adds it here.",
        )
    elif len(leading) > 1:
        yield _finding(
            "bos-doubled",
            "warning",
            leading[-1].byte_end,
            f"the prompt begins with {info.added_bos} {len(leading)} times; once is right",
            "Remove it from the template's text.",
        )
    else:
        yield _finding(
            "bos-from-template",
            "info",
            leading[0].byte_end,
            f"the template writes {info.added_bos}, once; this tokenizer would write it as well if "
            "it were asked to add special tokens",
            "Send these ids, or encode the prompt without adding special tokens.",
        )


def _finding(identity: str, severity: Severity, end: int, message: str, cure: str) -> Finding:
    place = Place("tokenizer", byte_start=0, byte_end=end)
    return Finding(identity, severity, place, message, cure)
