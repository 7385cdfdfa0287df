"""What a chat template does to messages, found out by rendering probes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from engine.errors import TemplateError
from engine.templates.jinja import JinjaTemplate, TemplateCrash, TemplateRefusal
from engine.templates.scaffold import Render, find_prose, learn_marker_words, learn_scaffold

Messages = tuple[tuple[str, str], ...]

# Two dates that share no year, month, day or weekday.
CLOCK_DATES = (date(1999, 12, 31), date(2001, 2, 3))
SYSTEM_TURN = ("system", "system probe")
USER_TURN = ("user", "probe")
ONE_USER = (USER_TURN,)
TWO_USERS = (USER_TURN, USER_TURN)
SYSTEM_AND_USER = (SYSTEM_TURN, USER_TURN)
THREE_TURNS = (USER_TURN, ("assistant", "<think>\nthought\n</think>\n\nanswer"), USER_TURN)
SPACED = "  \n spaced \n\n"


@dataclass(frozen=True, slots=True)
class TemplateFacts:
    """What a template does; a probe that it refuses leaves its fact False.

    `refusal` is the template's sentence against a system message, empty where it takes one.
    `drops_system` says that it takes one and writes nothing of it. `ignored_kwargs` change no
    probe. `default_text` is prose that it writes before a lone user message.
    """

    supports_system: bool
    refusal: str
    drops_system: bool
    ignored_kwargs: tuple[str, ...]
    strict_alternation: bool
    trims_content: bool
    default_text: str
    uses_clock: bool
    writes_bos: bool


@dataclass(frozen=True, slots=True)
class Setting:
    """What a template is rendered with, but for the messages."""

    template: JinjaTemplate
    special_tokens: Mapping[str, str]
    kwargs: tuple[tuple[str, object], ...]
    today: date

    def render(self, messages: Messages) -> str:
        """Render (role, content) pairs; raises as JinjaTemplate.render does."""
        return self.template.render(
            messages, special_tokens=self.special_tokens, kwargs=self.kwargs, today=self.today
        )

    def try_render(self, messages: Messages) -> str | None:
        """Render, or give None where the template refuses."""
        try:
            return self.render(messages)
        except TemplateError:
            return None

    def texts(self) -> tuple[str | None, ...]:
        """Render the probes: a user, a system and a user, three turns with a think block."""
        return tuple(map(self.try_render, (ONE_USER, SYSTEM_AND_USER, THREE_TURNS)))


def probe(
    template: JinjaTemplate,
    special_tokens: Mapping[str, str],
    kwargs: tuple[tuple[str, object], ...],
    today: date,
) -> TemplateFacts:
    """Render probes and compare; only a refusal says that there is no system role.

    Raises TemplateCrash where a system and a user message make the template's code fail, as
    the protocol does (specification prompt-protocol 5).
    """
    setting = Setting(template, special_tokens, kwargs, today)
    with_system, refusal = _render_system(setting)
    alone = setting.try_render(ONE_USER)
    bos = special_tokens.get("bos_token", "")
    return TemplateFacts(
        supports_system=with_system is not None,
        refusal=refusal,
        drops_system=with_system is not None and SYSTEM_TURN[1] not in with_system,
        ignored_kwargs=tuple(name for name, _ in kwargs if _is_ignored(setting, name)),
        strict_alternation=alone is not None and setting.try_render(TWO_USERS) is None,
        trims_content=_trims(setting),
        default_text=_default_text(setting.render),
        uses_clock=_uses_clock(setting),
        writes_bos=bool(bos) and (with_system or alone or "").startswith(bos),
    )


def _render_system(setting: Setting) -> tuple[str | None, str]:
    try:
        return setting.render(SYSTEM_AND_USER), ""
    except TemplateCrash:
        raise
    except TemplateRefusal as error:
        return None, error.sentence


def _is_ignored(setting: Setting, name: str) -> bool:
    """Say whether the probes are the same without this argument."""
    rest = tuple(entry for entry in setting.kwargs if entry[0] != name)
    without = Setting(setting.template, setting.special_tokens, rest, setting.today)
    return setting.texts() == without.texts()


def _trims(setting: Setting) -> bool:
    """Say whether white space around the content of some message is missing from the text."""
    texts = map(setting.try_render, ((("user", SPACED),), (("system", SPACED), USER_TURN)))
    return any(SPACED.strip() in text and SPACED not in text for text in texts if text)


def _default_text(render: Render) -> str:
    try:
        opening = learn_scaffold(render, ("user",), frozenset()).gaps[0]
    except TemplateError:
        return ""
    start, end = find_prose(opening, learn_marker_words(render))
    return opening[start:end]


def _uses_clock(setting: Setting) -> bool:
    first, second = (
        Setting(setting.template, setting.special_tokens, setting.kwargs, day).texts()
        for day in CLOCK_DATES
    )
    return first != second
