"""The three native renderers against llama.cpp's recordings and specification chat-templates."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Callable
from datetime import date

import pytest

from engine.errors import TemplateError
from engine.templates.conversation import Message, messages_from_json
from engine.templates.jinja import JinjaTemplate
from engine.templates.native import render_chatml, render_qwen3, render_smollm2
from engine.templates.pins import NATIVE_TEMPLATES, find_native, native_for
from tests.templates.oracle_conversations import all_conversations

BY_NAME = dict(zip(("bonsai", "smollm2", "chatml"), NATIVE_TEMPLATES, strict=True))
NAMES = tuple(BY_NAME)
# Specification chat-templates 3.2: what llama.cpp rendered for the 317 conversations.
RENDERED = {
    "bonsai": (122_147, "a55506f85a741b51584d069af70ff735533f52133b93be51dd481c0824a2f704"),
    "smollm2": (119_301, "4bc1e79aaddea411c25bd63cd23ada8cf93599a6b128cc19f1b66d6d3c23fa46"),
    "chatml": (106_953, "8a904ca2eb2e33fc945eb978a978d7b1a7ea339084b3273ee8c425d4b13d02bf"),
}
EVERY_RENDERER = pytest.mark.parametrize(
    "render", [render_qwen3, render_smollm2, render_chatml], ids=NAMES
)


def through_jinja(template: JinjaTemplate, messages: tuple[Message, ...]) -> str:
    return template.render_conversation(
        messages, special_tokens={}, kwargs=(), today=date(2026, 1, 2)
    )


def test_the_generated_conversations_have_the_fingerprints_of_the_specification() -> None:
    conversations = all_conversations()
    roles = Counter(message["role"] for talk in conversations for message in talk)
    lines = "".join(json.dumps(talk, ensure_ascii=False) + "\n" for talk in conversations)
    assert len(conversations) == 317
    assert roles == {"user": 728, "system": 192, "assistant": 551, "tool": 411}
    assert hashlib.sha256(lines.encode()).hexdigest() == (
        "33d22bda1512fb29aef24f9f07269af44fe3aa4382b0b4a6d2fd695c2230b2af"
    )


@pytest.mark.parametrize("name", NAMES)
def test_all_317_prompts_together_have_the_digest_that_llama_cpp_gave(name: str) -> None:
    prompts = [BY_NAME[name].render(messages_from_json(talk)) for talk in all_conversations()]
    data = "".join(prompts).encode()
    assert (len(data), hashlib.sha256(data).hexdigest()) == RENDERED[name]


@pytest.mark.parametrize("name", NAMES)
def test_native_and_jinja_agree_on_all_conversations(
    name: str, template: Callable[[str], JinjaTemplate]
) -> None:
    for talk in all_conversations():
        messages = messages_from_json(talk)
        assert through_jinja(template(name), messages) == BY_NAME[name].render(messages)


@pytest.mark.parametrize(("name", "count"), [("bonsai", 8), ("smollm2", 0), ("chatml", 0)])
def test_an_empty_reasoning_content_changes_the_jinja_prompts_that_the_specification_counts(
    name: str, count: int, template: Callable[[str], JinjaTemplate]
) -> None:
    differing = 0
    for talk in all_conversations():
        raw = tuple(Message(m["role"], m["content"], m.get("reasoning_content")) for m in talk)
        expected = BY_NAME[name].render(messages_from_json(talk))
        differing += through_jinja(template(name), raw) != expected
    assert differing == count


@pytest.mark.parametrize("name", NAMES)
def test_a_template_is_known_by_the_sha256_of_its_text(
    name: str, template_text: Callable[[str], str]
) -> None:
    assert native_for(template_text(name)) is BY_NAME[name]
    assert find_native(BY_NAME[name].sha256) is BY_NAME[name]


def test_a_trailing_newline_makes_a_template_unknown_and_the_refusal_lists_the_known(
    template_text: Callable[[str], str],
) -> None:
    text = template_text("smollm2") + "\n"
    sha256 = hashlib.sha256(text.encode()).hexdigest()
    with pytest.raises(TemplateError) as caught:
        native_for(text)
    assert str(caught.value) == (
        f"chat template sha256 {sha256[:16]} is not one reproduced here "
        "(30a75d10e60b57e2… Bonsai / Qwen3, 872be49dbb638044… SmolLM2-Instruct, "
        "9fe579a2c222698c… ChatML (mindx-genN))"
    )
    assert find_native(sha256) is None


@EVERY_RENDERER
def test_an_empty_conversation_is_refused(render: Callable[[tuple[Message, ...]], str]) -> None:
    with pytest.raises(TemplateError, match=r"^no messages$"):
        render(())


@EVERY_RENDERER
def test_a_prefill_is_refused(render: Callable[[tuple[Message, ...]], str]) -> None:
    with pytest.raises(TemplateError) as caught:
        render((Message("user", "Hi"), Message("assistant", "Hello")))
    assert str(caught.value) == (
        "a conversation ending with an assistant message (a prefill) is not in scope"
    )


def test_the_example_of_the_specification_renders_as_written_there() -> None:
    messages = (Message("system", "You are Savante."), Message("user", "Hi"))
    assert render_qwen3(messages) == (
        "<|im_start|>system\nYou are Savante.<|im_end|>\n<|im_start|>user\nHi<|im_end|>\n"
        "<|im_start|>assistant\n<think>\n\n</think>\n\n"
    )


def test_unknown_roles_vanish_on_qwen3_and_are_written_by_chatml() -> None:
    messages = (Message("developer", "d"), Message("user", "u"), Message("", "n"))
    assert render_qwen3(messages).startswith("<|im_start|>user\nu<|im_end|>\n<|im_start|>assis")
    assert render_chatml(messages).startswith("<|im_start|>developer\nd<|im_end|>\n<|im_start|>u")
    assert "<|im_start|>\nn<|im_end|>" in render_chatml(messages)


def test_an_unknown_role_between_two_tool_results_splits_their_turn() -> None:
    messages = (Message("tool", "a"), Message("other", "b"), Message("tool", "c"))
    turn = "<|im_start|>user\n<tool_response>\n{}\n</tool_response><|im_end|>\n"
    assert render_qwen3(messages).startswith(turn.format("a") + turn.format("c"))


def test_the_first_closing_tag_ends_the_reasoning_and_the_last_starts_the_answer() -> None:
    messages = (
        Message("user", "q"),
        Message("assistant", "a</think>b</think>c"),
        Message("tool", "t"),
    )
    assert "<|im_start|>assistant\n<think>\na\n</think>\n\nc<|im_end|>\n" in render_qwen3(messages)


def test_reasoning_of_one_newline_writes_an_empty_think_block() -> None:
    messages = (Message("user", "q"), Message("assistant", "\nc", "\n"), Message("tool", "t"))
    assert "assistant\n<think>\n\n</think>\n\nc<|im_end|>\n" in render_qwen3(messages)


def test_only_newlines_are_stripped_around_reasoning() -> None:
    messages = (
        Message("user", "q"),
        Message("assistant", "<think>\r\n r\t\n</think>\r\n c"),
        Message("tool", ""),
    )
    assert "<think>\n\r\n r\t\n</think>\n\n\r\n c<|im_end|>" in render_qwen3(messages)


def test_a_tool_response_with_a_newline_after_it_is_a_real_query() -> None:
    answer = Message("assistant", "<think>r</think>a")
    wrapped = "<tool_response>x</tool_response>"
    closed = (Message("user", "q"), answer, Message("user", wrapped))
    opened = (Message("user", "q"), answer, Message("user", wrapped + "\n"))
    assert "<think>\nr\n</think>\n\na" in render_qwen3(closed)
    assert "assistant\na<|im_end|>" in render_qwen3(opened)


def test_an_empty_system_message_keeps_the_default_out_on_smollm2() -> None:
    assert render_smollm2((Message("system", ""), Message("user", "Hi"))) == (
        "<|im_start|>system\n<|im_end|>\n<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\n"
    )
    assert render_smollm2((Message("user", "Hi"),)) == (
        "<|im_start|>system\nYou are a helpful AI assistant named SmolLM, trained by Hugging Face"
        "<|im_end|>\n<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\n"
    )
