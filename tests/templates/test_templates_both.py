"""Native beside Jinja: they agree, or the first difference is named."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

import pytest

from engine.errors import TemplateError
from engine.templates.both import Both, Side, TextDifference, first_difference, render_both
from engine.templates.conversation import Message, messages_from_json
from engine.templates.jinja import JinjaTemplate, TemplateRefusal
from engine.templates.pins import NativeTemplate, native_for
from tests.templates.oracle_conversations import all_conversations

HI = (Message("user", "Hi"),)


def jinja(template: JinjaTemplate) -> Callable[[tuple[Message, ...]], str]:
    def render(messages: tuple[Message, ...]) -> str:
        return template.render_conversation(
            messages, special_tokens={}, kwargs=(), today=date(2026, 1, 2)
        )

    return render


def known(text: str) -> NativeTemplate:
    return NativeTemplate("0" * 64, "test", lambda _: text)


def refusing(error: Exception) -> Callable[[tuple[Message, ...]], str]:
    def render(_: tuple[Message, ...]) -> str:
        raise error

    return render


@pytest.mark.parametrize("name", ["bonsai", "smollm2", "chatml"])
def test_both_agree_on_every_conversation_of_the_specification(
    name: str, template: Callable[[str], JinjaTemplate]
) -> None:
    compiled = template(name)
    native, render = native_for(compiled.text), jinja(compiled)
    for talk in all_conversations():
        both = render_both(native, render, messages_from_json(talk))
        assert both.agree
        assert not both.differ
        assert both.verdict == "native and Jinja agree"


def test_a_template_that_is_not_pinned_is_rendered_by_jinja_alone() -> None:
    both = render_both(None, lambda _: "text", HI)
    assert both == Both(None, Side("text"))
    assert not both.agree
    assert both.verdict == "rendered by Jinja alone: the template is not pinned"


def test_the_first_difference_is_named_by_byte_and_characters() -> None:
    both = render_both(known("é b"), lambda _: "é\u00a0b", HI)
    assert both.differ
    assert both.verdict == (
        "native and Jinja differ at byte 2: native has U+0020 SPACE, "
        "Jinja has U+00A0 NO-BREAK SPACE"
    )


def test_a_prefill_is_refused_natively_and_rendered_by_jinja(
    template: Callable[[str], JinjaTemplate],
) -> None:
    compiled = template("chatml")
    both = render_both(native_for(compiled.text), jinja(compiled), (*HI, Message("assistant", "")))
    assert both.differ
    assert both.verdict == (
        "native refuses: a conversation ending with an assistant message (a prefill) is not in "
        "scope; Jinja renders"
    )


def test_jinjas_refusal_keeps_the_templates_sentence_and_line() -> None:
    both = render_both(known("text"), refusing(TemplateRefusal("no system role", 3)), HI)
    assert both.jinja == Side(None, "no system role", 3)
    assert both.verdict == "Jinja refuses: no system role; native renders"


def test_where_both_refuse_they_do_not_differ() -> None:
    native = NativeTemplate("0" * 64, "test", refusing(TemplateError("no messages")))
    both = render_both(native, refusing(TemplateRefusal("list object has no element 0", 1)), ())
    assert not both.differ
    assert both.verdict == "native and Jinja both refuse; native: no messages"


def test_jinja_alone_that_refuses_needs_no_verdict() -> None:
    assert render_both(None, refusing(TemplateRefusal("no")), HI).verdict == ""


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("a", "a", None),
        ("", "", None),
        ("ab", "a", TextDifference(1, "b", None)),
        ("", "x", TextDifference(0, None, "x")),
        ("東京", "東の", TextDifference(3, "京", "の")),
    ],
)
def test_a_difference_is_counted_in_bytes(
    one: str, other: str, expected: TextDifference | None
) -> None:
    assert first_difference(one, other) == expected
