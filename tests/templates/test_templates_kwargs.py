"""Which arguments of a template have an effect."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

import pytest

from engine.templates.jinja import JinjaTemplate, compile_template
from engine.templates.kwargs import KwargEffect, kwarg_effects
from engine.templates.probe import Setting

DAY = date(2026, 1, 2)


def effects(template: JinjaTemplate, **kwargs: object) -> dict[str, tuple[str, ...]]:
    found = kwarg_effects(Setting(template, {}, tuple(kwargs.items()), DAY))
    return {one.name: one.values for one in found}


def test_qwen3_writes_an_empty_think_block_for_enable_thinking_false_alone(
    template: Callable[[str], JinjaTemplate],
) -> None:
    assert effects(template("qwen3"))["enable_thinking"] == ("false",)


def test_a_given_argument_is_tried_with_other_values(
    template: Callable[[str], JinjaTemplate],
) -> None:
    found = effects(template("qwen3"), enable_thinking=False)
    assert found["enable_thinking"] == ("true", '"probe"')


@pytest.mark.parametrize("name", ["bonsai", "smollm2", "chatml"])
def test_the_pinned_templates_have_no_argument_with_an_effect(
    name: str, template: Callable[[str], JinjaTemplate]
) -> None:
    assert not any(effects(template(name)).values())


def test_names_that_the_environment_or_a_request_gives_are_no_arguments() -> None:
    text = (
        "{{ bos_token }}{{ raise_exception }}{{ strftime_now('%d') }}{{ tools }}"
        "{% for m in messages %}{{ m.content }}{{ style }}{% endfor %}{{ add_generation_prompt }}"
    )
    found = kwarg_effects(Setting(compile_template(text), {}, (), DAY))
    assert found == (KwargEffect("style", ("true", "false", '"probe"')),)
