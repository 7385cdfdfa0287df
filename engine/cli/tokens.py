"""`loupe tokens`: the ids, bytes and kind of each token of a text."""

from __future__ import annotations

import json
from pathlib import Path

from engine.cli.streams import read_stdin
from engine.complaint import complaint, utf8_complaint
from engine.errors import GgufError, LoupeError
from engine.tokenizers.base import Token, Tokenizer
from engine.workspace import Workspace, open_workspace


def run(source: str, *, as_json: bool) -> int:
    """Write a line per token of stdin: index, id, kind, bytes in hex, piece."""
    tokenizer = _open(source, open_workspace())
    try:
        text = read_stdin().decode("utf-8")
    except UnicodeDecodeError as error:
        raise LoupeError(f"stdin is {utf8_complaint(error)}") from error
    tokenization = tokenizer.tokenize(text)
    if as_json:
        tokens = [_report(token) for token in tokenization.tokens]
        print(json.dumps({"tokenizer": tokenizer.info.sha256, "tokens": tokens}, indent=2))
        return 0
    for token in tokenization.tokens:
        piece = json.dumps(token.piece, ensure_ascii=False)
        print(token.index, token.id, token.kind, token.data.hex(" "), piece, sep="\t")
    return 0


def _open(source: str, workspace: Workspace) -> Tokenizer:
    """Open the tokenizer of a profile, an asset, a folder or a file."""
    profile = workspace.profile(source)
    assets = [asset.name for asset in workspace.assets.catalog.assets]
    here = Path(source).expanduser().exists() or (workspace.assets.root / source).exists()
    if profile is None and source not in assets and not here:
        profiles = ", ".join(one.name for one in workspace.profiles)
        raise LoupeError(
            f"there is no profile, asset, folder or file {source!r}; the profiles are {profiles}, "
            f"the assets {', '.join(assets)}"
        )
    try:
        return workspace.tokenizers.open(profile.tokenizer if profile else source)
    except GgufError as error:
        if isinstance(error.__cause__, OSError):
            raise LoupeError(complaint(error)) from error
        cure = "name a whole GGUF file, or a folder with a tokenizer.json"
        raise LoupeError(f"{error}; {cure}") from error


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
