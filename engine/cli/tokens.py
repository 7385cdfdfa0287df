"""`loupe tokens`: the ids, bytes and kind of each token of a text."""

from __future__ import annotations

import json

from engine.errors import LoupeError
from engine.tokenizers.base import Token
from engine.workspace import open_workspace


def run(source: str, data: bytes, *, as_json: bool) -> int:
    """Write a line per token: index, id, kind, bytes in hex, piece."""
    workspace = open_workspace()
    profile = workspace.profile(source)
    tokenizer = workspace.tokenizers.open(profile.tokenizer if profile else source)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise LoupeError(f"stdin is not UTF-8 at byte {error.start}: {error.reason}") from error
    tokenization = tokenizer.tokenize(text)
    if as_json:
        tokens = [_report(token) for token in tokenization.tokens]
        print(json.dumps({"tokenizer": tokenizer.info.sha256, "tokens": tokens}, indent=2))
        return 0
    for token in tokenization.tokens:
        piece = json.dumps(token.piece, ensure_ascii=False)
        print(token.index, token.id, token.kind, token.data.hex(" "), piece, sep="\t")
    return 0


def _report(token: Token) -> dict[str, int | str | bool]:
    return {
        "id": token.id,
        "piece": token.piece,
        "bytes": token.data.hex(),
        "byte_start": token.byte_start,
        "byte_end": token.byte_end,
        "kind": token.kind.value,
        "normalised": token.normalised,
    }
