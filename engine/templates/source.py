"""A GGUF file, a tokenizer's folder or a template's own file, opened as a chat template's text."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from engine.complaint import os_complaint
from engine.errors import AssetMissing, DocumentError, GgufError, StageFailed, TemplateError
from engine.gguf_file import MAX_TEMPLATE, chat_template_of, read_header
from engine.profiles import KwargValue, Profile
from engine.templates.pins import find_native, template_sha256
from engine.text_file import read_text
from engine.tokenizers.base import Tokenizer

TOKENIZER_FILES = frozenset({"tokenizer.json", "tokenizer_config.json"})


class TokenizerSource(Protocol):
    """Open tokenizers by name or path: `engine.tokenizers.store.TokenizerStore`."""

    def open(self, source: str) -> Tokenizer:
        """Give the tokenizer; a LoupeError says why it cannot be had."""
        ...


@dataclass(frozen=True, slots=True)
class TemplateSource:
    """A template's text and where it is from.

    `label` names the pinned template that it is. `tokenizer` is what the tokenizer it came with
    is opened by; None when it came alone or `note` says why that tokenizer cannot be used.
    """

    name: str
    text: str
    sha256: str
    label: str | None
    special_tokens: tuple[tuple[str, str], ...] = ()
    kwargs: tuple[tuple[str, KwargValue], ...] = ()
    tokenizer: str | None = None
    note: str = ""


def open_template(origin: Path | Profile, tokenizers: TokenizerSource) -> TemplateSource:
    """Open what carries a template.

    Raises DocumentError for a file that cannot be read and TemplateError where there is no
    template in it; what the tokenizer store raises comes as it is.
    """
    if isinstance(origin, Profile):
        return _of_profile(origin, tokenizers)
    if origin.name in TOKENIZER_FILES:
        origin = origin.parent
    if origin.is_dir():
        return _of_tokenizer(origin.name, str(origin), tokenizers.open(str(origin)))
    if origin.suffix == ".gguf":
        return _of_gguf(origin, tokenizers)
    return _source(origin.name, _read_text(origin))


def _of_profile(profile: Profile, tokenizers: TokenizerSource) -> TemplateSource:
    tokenizer = tokenizers.open(profile.tokenizer)
    text = tokenizer.chat_template if profile.template is None else profile.template
    if not isinstance(text, str):
        raise TemplateError(f"profile {profile.name} has no chat template")
    special = tuple(tokenizer.special_tokens.items())
    return _source(profile.title, text, special, profile.kwargs, tokenizer=profile.tokenizer)


def _of_tokenizer(name: str, opened_by: str, tokenizer: Tokenizer) -> TemplateSource:
    if tokenizer.chat_template is None:
        raise TemplateError(f"{name} carries no chat template")
    special = tuple(tokenizer.special_tokens.items())
    return _source(name, tokenizer.chat_template, special, tokenizer=opened_by)


def _of_gguf(path: Path, tokenizers: TokenizerSource) -> TemplateSource:
    """Take the template even where the tokenizer beside it is of a kind that we cannot build."""
    text = chat_template_of(read_header(path))
    if text is None:
        raise TemplateError(f"{path.name}: the model carries no chat template")
    try:
        return _of_tokenizer(path.name, str(path), tokenizers.open(str(path)))
    except (AssetMissing, GgufError, StageFailed) as error:
        return _source(path.name, text, note=f"its tokenizer cannot be used: {error}")


def _read_text(path: Path) -> str:
    """Read a template's file with its line ends as they are."""
    try:
        size = path.stat().st_size
    except OSError as error:
        raise DocumentError(os_complaint(error)) from error
    if size > MAX_TEMPLATE:
        raise DocumentError(f"{path}: more than {MAX_TEMPLATE} bytes are no chat template")
    return read_text(path, str(path))


def _source(
    name: str,
    text: str,
    special_tokens: tuple[tuple[str, str], ...] = (),
    kwargs: tuple[tuple[str, KwargValue], ...] = (),
    tokenizer: str | None = None,
    note: str = "",
) -> TemplateSource:
    sha256 = template_sha256(text)
    known = find_native(sha256)
    label = None if known is None else known.label
    return TemplateSource(name, text, sha256, label, special_tokens, kwargs, tokenizer, note)
