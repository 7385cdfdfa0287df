"""Templates and tokenizers of this machine, found by their hash."""

from __future__ import annotations

from collections.abc import Iterator

from engine.chat_format import TokenizerSource
from engine.errors import LoupeError
from engine.golden.cause import Known
from engine.profiles import Profile
from engine.templates.pins import template_sha256
from engine.tokenizers.base import Tokenizer


def known_inputs(profiles: tuple[Profile, ...], tokenizers: TokenizerSource) -> Known:
    """Find templates among those of profiles and tokenizers, and tokenizers among the profiles'."""

    def opened() -> Iterator[tuple[Profile, Tokenizer]]:
        for profile in profiles:
            try:
                yield profile, tokenizers.open(profile.tokenizer)
            except (LoupeError, OSError):
                continue

    def template(sha256: str) -> str | None:
        texts = (
            text
            for profile, tokenizer in opened()
            for text in (profile.template, tokenizer.chat_template)
            if isinstance(text, str)
        )
        return next((text for text in texts if template_sha256(text) == sha256), None)

    def tokenizer(sha256: str) -> str | None:
        found = (one.tokenizer for one, tokenizer in opened() if tokenizer.info.sha256 == sha256)
        return next(found, None)

    return Known(template, tokenizer)
