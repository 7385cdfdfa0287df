"""What the probe finds out; expected facts from the complaints' table of real templates."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date

import pytest

from engine.templates.jinja import JinjaTemplate, TemplateCrash, compile_template
from engine.templates.probe import TemplateFacts, probe

THINKING = (("enable_thinking", False),)
PLAIN = TemplateFacts(
    supports_system=True,
    refusal="",
    drops_system=False,
    ignored_kwargs=(),
    strict_alternation=False,
    trims_content=False,
    default_text="",
    uses_clock=False,
    writes_bos=False,
)
FACTS = {
    "qwen2.5": replace(
        PLAIN,
        ignored_kwargs=("enable_thinking",),
        default_text="You are Qwen, created by Alibaba Cloud. You are a helpful assistant.",
    ),
    "qwen3": PLAIN,
    "gemma": replace(
        PLAIN,
        supports_system=False,
        refusal="System role not supported",
        ignored_kwargs=("enable_thinking",),
        strict_alternation=True,
        trims_content=True,
        writes_bos=True,
    ),
    "smollm2": replace(
        PLAIN,
        ignored_kwargs=("enable_thinking",),
        default_text="You are a helpful AI assistant named SmolLM, trained by Hugging Face",
    ),
    "bonsai": replace(PLAIN, ignored_kwargs=("enable_thinking",)),
    "chatml": replace(PLAIN, ignored_kwargs=("enable_thinking",)),
}


def facts_of(text: str, kwargs: tuple[tuple[str, object], ...] = ()) -> TemplateFacts:
    return probe(compile_template(text), {"bos_token": "<bos>"}, kwargs, date(2025, 3, 4))


@pytest.mark.parametrize("name", FACTS)
def test_the_facts_of_real_templates(name: str, template: Callable[[str], JinjaTemplate]) -> None:
    found = probe(template(name), {"bos_token": "<bos>"}, THINKING, date(2025, 3, 4))
    assert found == FACTS[name]


def test_a_system_message_that_is_silently_dropped_is_noticed() -> None:
    text = "{% for m in messages if m.role != 'system' %}{{ m.content }}{% endfor %}"
    assert facts_of(text) == replace(PLAIN, drops_system=True)


def test_a_refused_system_message_is_not_a_dropped_one() -> None:
    text = "{% if messages[0].role == 'system' %}{{ raise_exception('No.') }}{% endif %}"
    facts = facts_of(text)
    assert (facts.supports_system, facts.drops_system, facts.refusal) == (False, False, "No.")


def test_an_undefined_variable_counts_as_a_refusal_and_a_wrong_type_does_not() -> None:
    assert not facts_of("{{ missing.part }}").supports_system
    with pytest.raises(TemplateCrash):
        facts_of("{{ messages[0].content + 1 }}")


@pytest.mark.parametrize("form", ["%Y", "%m", "%d", "%A"])
def test_every_part_of_the_date_shows_the_use_of_the_clock(form: str) -> None:
    assert facts_of(f"{{{{ strftime_now('{form}') }}}}").uses_clock


def test_a_clock_that_only_some_messages_reach_is_noticed() -> None:
    text = "{% if messages[0].role == 'system' %}{{ strftime_now('%d') }}{% endif %}"
    assert facts_of(text).uses_clock


def test_arguments_are_ignored_one_by_one() -> None:
    kwargs = (("a", 1), ("b", 2), ("c", 3))
    assert facts_of("{{ b }}{{ messages[-1].content }}", kwargs).ignored_kwargs == ("a", "c")


def test_trimming_of_the_system_message_alone_is_noticed() -> None:
    text = (
        "{% for m in messages %}"
        "{{ m.content | trim if m.role == 'system' else m.content }}{% endfor %}"
    )
    assert facts_of(text).trims_content


def test_a_date_line_before_a_lone_user_message_is_added_text() -> None:
    text = (
        "{{ bos_token }}<|h|>system<|/h|>\n\nToday Date: {{ strftime_now('%d %b %Y') }}\n\n"
        "<|eot|>{% for m in messages %}<|h|>{{ m.role }}<|/h|>\n\n{{ m.content }}<|eot|>"
        "{% endfor %}"
    )
    facts = facts_of(text)
    assert facts.default_text == "Today Date: 04 Mar 2025"
    assert facts.writes_bos
