"""A profile made ready to use: its tokenizer, its template, and what the template does."""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from typing import Protocol

from engine.errors import AssetMissing, Finding, GgufError, Place, StageFailed, TemplateError
from engine.profiles import CONTENTS_TEMPLATE, KwargValue, Profile
from engine.templates.contents import ContentsTemplate
from engine.templates.jinja import JinjaTemplate
from engine.templates.probe import TemplateFacts, probe
from engine.tokenizers.base import Tokenizer


class TokenizerSource(Protocol):
    """Open tokenizers by name or path: `engine.tokenizers.store.TokenizerStore`."""

    def open(self, source: str) -> Tokenizer:
        """Give the tokenizer; AssetMissing or GgufError when it cannot be had."""
        ...


@dataclass(frozen=True, slots=True)
class ChatFormat:
    """What renders and tokenises a profile's messages."""

    profile: Profile
    tokenizer: Tokenizer
    template: JinjaTemplate | ContentsTemplate
    facts: TemplateFacts
    today: datetime.date

    @property
    def supports_system(self) -> bool:
        """Say whether the system text is a message of its own."""
        if self.profile.system == "probe":
            return self.facts.supports_system
        return self.profile.system == "dedicated"

    @property
    def engine(self) -> str:
        """Name what renders: "jinja", or "contents" for the pinned test profile."""
        return "contents" if isinstance(self.template, ContentsTemplate) else "jinja"

    def render(
        self, messages: tuple[tuple[str, str], ...], *, add_generation_prompt: bool = True
    ) -> str:
        """Render (role, content) pairs; TemplateError in the template's own words."""
        return self.template.render(
            messages,
            special_tokens=self.tokenizer.special_tokens,
            kwargs=dict(self.profile.kwargs),
            today=self.today,
            add_generation_prompt=add_generation_prompt,
        )


def open_chat_format(
    profile: Profile, tokenizers: TokenizerSource, today: datetime.date
) -> ChatFormat:
    """Open the profile's tokenizer and template; StageFailed with a finding and its cure."""
    try:
        tokenizer = tokenizers.open(profile.tokenizer)
    except AssetMissing as error:
        raise StageFailed(_missing("tokenizer-missing", profile, str(error))) from error
    except (GgufError, OSError) as error:
        raise StageFailed(_missing("tokenizer-unreadable", profile, str(error))) from error
    text = profile.template or tokenizer.chat_template
    if text is None:
        raise StageFailed(_no_template(profile))
    try:
        template = ContentsTemplate() if text == CONTENTS_TEMPLATE else JinjaTemplate(text)
        kwargs: dict[str, KwargValue] = dict(profile.kwargs)
        facts = probe(template, tokenizer.special_tokens, kwargs, today)
    except TemplateError as error:
        raise StageFailed(_broken_template(profile, str(error))) from error
    return ChatFormat(profile, tokenizer, template, facts, today)


def _missing(identity: str, profile: Profile, message: str) -> Finding:
    place = Place("profile")
    cure = f"Get it with `loupe fetch {profile.tokenizer}`, or choose another profile."
    return Finding(identity, "error", place, f"profile {profile.name}: {message}", cure)


def _no_template(profile: Profile) -> Finding:
    return Finding(
        "no-chat-template",
        "error",
        Place("template"),
        f"profile {profile.name}: {profile.tokenizer} carries no chat template",
        "Give the profile a template text, or open a model that carries one.",
    )


def _broken_template(profile: Profile, message: str) -> Finding:
    return Finding(
        "template-error",
        "error",
        Place("template"),
        f"profile {profile.name}: {message}",
        "Correct the template text, or take the tokenizer's own.",
    )
