"""Turn tokenizer.json and tokenizer_config.json into a tokenizer."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from engine.errors import Finding, Place, StageFailed
from engine.tokenizers.base import TokenizerInfo
from engine.tokenizers.library import LibraryTokenizer

if TYPE_CHECKING:
    import tokenizers

TOKENIZER_FILE = "tokenizer.json"
CONFIG_FILE = "tokenizer_config.json"
TEMPLATE_FILE = "chat_template.jinja"
REVISION_DIGITS = 12
_NO_WINDOW = 1 << 40
DEFAULT_CLASS = "PreTrainedTokenizerFast"
_CURE = "open a folder with the tokenizer.json of the model, as its publisher made it"
_SPECIAL_NAMES = (
    "bos_token",
    "eos_token",
    "unk_token",
    "sep_token",
    "pad_token",
    "cls_token",
    "mask_token",
)


def open_folder(folder: Path, name: str, revision: str | None = None) -> LibraryTokenizer:
    """Open a folder with tokenizer.json and, if they are there, its configuration and template.

    `revision` is the first 12 hex digits of tokenizer.json's sha256 unless it is given.
    StageFailed, with a finding, when a file is missing or cannot be read.
    """
    path = folder / TOKENIZER_FILE
    data = _read(path)
    config = _config(folder / CONFIG_FILE)
    sha256 = hashlib.sha256(data).hexdigest()
    class_name = config.get("tokenizer_class")
    library, special = _library(path, data), _special_tokens(config)
    info = TokenizerInfo(
        name=name,
        revision=revision or sha256[:REVISION_DIGITS],
        sha256=sha256,
        class_name=class_name if isinstance(class_name, str) else DEFAULT_CLASS,
        added_bos=_added_bos(library, special.get("bos_token", "")),
        context_length=_context_length(config),
    )
    template = _template(folder / TEMPLATE_FILE, config)
    return LibraryTokenizer(library, info, template, special)


def _library(path: Path, data: bytes) -> tokenizers.Tokenizer:
    import tokenizers

    try:
        return tokenizers.Tokenizer.from_buffer(data)
    except ValueError as error:
        raise _unreadable(path, str(error)) from error


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise _unreadable(path, str(error.strerror)) from error


def _text(path: Path) -> str:
    try:
        return _read(path).decode()
    except UnicodeDecodeError as error:
        raise _unreadable(path, f"it is not UTF-8 at byte {error.start}") from error


def _config(path: Path) -> Mapping[str, object]:
    if not path.exists():
        return {}
    try:
        config = json.loads(_text(path))
    except (ValueError, RecursionError) as error:
        raise _unreadable(path, str(error)) from error
    if not isinstance(config, dict):
        raise _unreadable(path, "it is not a JSON object")
    return config


def _template(path: Path, config: Mapping[str, object]) -> str | None:
    """Take the template file, which replaces the configuration's as in transformers."""
    if path.exists():
        return _text(path)
    template = config.get("chat_template")
    if isinstance(template, list):
        named = [entry for entry in template if isinstance(entry, dict)]
        template = next(
            (entry.get("template") for entry in named if entry.get("name") == "default"), None
        )
    return template if isinstance(template, str) else None


def _special_tokens(config: Mapping[str, object]) -> dict[str, str]:
    """Collect the special tokens that are written as a text or as `{"content": text}`."""
    found = {}
    for name in _SPECIAL_NAMES:
        token = config.get(name)
        content = token.get("content") if isinstance(token, dict) else token
        if isinstance(content, str):
            found[name] = content
    return found


def _added_bos(library: tokenizers.Tokenizer, bos: str) -> str:
    """Give the BOS token's text if the library writes it before a text."""
    first = library.encode("", add_special_tokens=True).tokens[:1]
    return bos if bos and first == [bos] else ""


def _context_length(config: Mapping[str, object]) -> int | None:
    """Read the model's window; transformers writes 10^30 where it is not known."""
    length = config.get("model_max_length")
    return length if isinstance(length, int) and 0 < length < _NO_WINDOW else None


def _unreadable(path: Path, reason: str) -> StageFailed:
    message = f"the tokenizer cannot be read: {path}: {reason}"
    return StageFailed(Finding("tokenizer-unreadable", "error", Place("tokenizer"), message, _CURE))
