"""A profile made ready to use: its tokenizer, its template, and what the template does."""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from typing import Protocol

from engine.complaint import complaint
from engine.errors import (
    AssetMissing,
    Finding,
    GgufError,
    Place,
    StageFailed,
    TemplateError,
    message_and_cure,
)
from engine.profiles import CONTENTS_TEMPLATE, Profile
from engine.prompt.messages import MessagePieces
from engine.prompt.render import TemplateInfo
from engine.templates.contents import render_contents
from engine.templates.jinja import JinjaTemplate, compile_template
from engine.templates.pins import template_sha256
from engine.templates.placement import Placement, place
from engine.templates.probe import TemplateFacts, probe
from engine.tokenizers.base import Tokenizer


class TokenizerSource(Protocol):
    """Open tokenizers by name or path: `engine.tokenizers.store.TokenizerStore`."""

    def open(self, source: str) -> Tokenizer:
        """Give the tokenizer; AssetMissing or GgufError when it cannot be had."""
        ...


@dataclass(frozen=True, slots=True)
class ChatFormat:
    """What renders and tokenises a profile's messages.

    `template` and `facts` are None for the pinned test profile, which only joins the contents.
    """

    profile: Profile
    tokenizer: Tokenizer
    template: JinjaTemplate | None
    facts: TemplateFacts | None
    today: datetime.date

    @property
    def supports_system(self) -> bool:
        """Say whether the system text is a message of its own."""
        if self.profile.system == "probe":
            return self.facts is None or self.facts.supports_system
        return self.profile.system == "dedicated"

    @property
    def info(self) -> TemplateInfo:
        """Say which template renders, how, and which kwargs it ignores."""
        names = tuple(name for name, _ in self.profile.kwargs)
        return TemplateInfo(
            sha256="" if self.template is None else template_sha256(self.template.text),
            engine=CONTENTS_TEMPLATE.value if self.template is None else "jinja",
            kwargs=self.profile.kwargs,
            ignored_kwargs=self.facts.ignored_kwargs if self.facts else names,
            supports_system=self.supports_system,
        )

    def place(self, messages: tuple[MessagePieces, ...]) -> Placement:
        """Render messages and own every byte; TemplateError in the template's own words."""
        if self.template is None:
            return place(render_contents, messages)
        return place(self._render, messages, render_bare=self._render_bare)

    def _render(self, messages: tuple[tuple[str, str], ...]) -> str:
        return self._rendered(messages, add_generation_prompt=True)

    def _render_bare(self, messages: tuple[tuple[str, str], ...]) -> str:
        return self._rendered(messages, add_generation_prompt=False)

    def _rendered(
        self, messages: tuple[tuple[str, str], ...], *, add_generation_prompt: bool
    ) -> str:
        assert self.template is not None
        return self.template.render(
            messages,
            special_tokens=self.tokenizer.special_tokens,
            kwargs=self.profile.kwargs,
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
        raise StageFailed(_missing("tokenizer-unreadable", profile, complaint(error))) from error
    text = tokenizer.chat_template if profile.template is None else profile.template
    if text is None:
        raise StageFailed(_no_template(profile))
    if text is CONTENTS_TEMPLATE:
        return ChatFormat(profile, tokenizer, None, None, today)
    try:
        template = compile_template(text)
        facts = probe(template, tokenizer.special_tokens, profile.kwargs, today)
    except TemplateError as error:
        raise StageFailed(broken_template(profile, str(error))) from error
    return ChatFormat(profile, tokenizer, template, facts, today)


def _missing(identity: str, profile: Profile, text: str) -> Finding:
    message, cure = message_and_cure(f"profile {profile.name}: {text}")
    cure = cure or "Get that file again where it came from, or choose another model or profile."
    return Finding(identity, "error", Place("profile"), message, cure)


def _no_template(profile: Profile) -> Finding:
    return Finding(
        "no-chat-template",
        "error",
        Place("template"),
        f"profile {profile.name}: {profile.tokenizer} carries no chat template",
        "Give the profile a template text, or open a model that carries one.",
    )


def broken_template(profile: Profile, message: str) -> Finding:
    """Say what is wrong with a profile's template, whatever the messages are."""
    return Finding(
        "template-error",
        "error",
        Place("template"),
        f"profile {profile.name}: {message}",
        "Correct the template text, or take the tokenizer's own.",
    )
