"""A template that was opened, turned into a profile that renders a document with it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from engine.profiles import Profile
from engine.templates.source import TemplateSource


def template_profile(origin: Path | Profile, source: TemplateSource, current: Profile) -> Profile:
    """Take the tokenizer, and a GGUF file's model, along; a template alone keeps `current`'s."""
    if isinstance(origin, Profile):
        return origin
    if source.tokenizer is None:
        return replace(
            current,
            name=origin.name,
            title=origin.name,
            template=source.text,
            golden=None,
            revision=None,
        )
    if origin.suffix == ".gguf":
        path = str(origin)
        return Profile(origin.stem, origin.stem, tokenizer=path, model=path)
    return Profile(source.name, source.name, tokenizer=source.tokenizer)
