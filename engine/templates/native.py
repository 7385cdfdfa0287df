"""Conversations rendered by the three pinned chat templates, without a template engine."""

from __future__ import annotations

from engine.errors import TemplateError
from engine.templates.conversation import Message

SMOLLM2_SYSTEM = "You are a helpful AI assistant named SmolLM, trained by Hugging Face"
_CHATML_GENERATION = "<|im_start|>assistant\n"
_QWEN3_GENERATION = "<|im_start|>assistant\n<think>\n\n</think>\n\n"


def render_chatml(messages: tuple[Message, ...]) -> str:
    r"""Write every message, whatever its role, as `<|im_start|>{role}\n{content}<|im_end|>\n`.

    Specification chat-templates 1.6. Raises TemplateError (1.4).
    """
    _check(messages)
    turns = [_turn(message.role, message.content) for message in messages]
    return "".join(turns) + _CHATML_GENERATION


def render_smollm2(messages: tuple[Message, ...]) -> str:
    """Write ChatML, after SmolLM's own system message where the first message is not one.

    Specification chat-templates 1.6. Raises TemplateError (1.4).
    """
    chatml = render_chatml(messages)
    default = "" if messages[0].role == "system" else _turn("system", SMOLLM2_SYSTEM)
    return default + chatml


def render_qwen3(messages: tuple[Message, ...]) -> str:
    """Write Qwen3's turns with thinking off (specification chat-templates 1.7).

    Reasoning is kept only after the last real query, runs of tool results share one user turn,
    and roles that the template does not know render nothing. Raises TemplateError (1.4).
    """
    _check(messages)
    query = _last_query(messages)
    turns = [_qwen3_turn(messages, index, query) for index in range(len(messages))]
    return "".join(turns) + _QWEN3_GENERATION


def _check(messages: tuple[Message, ...]) -> None:
    """Refuse what no pinned template renders (specification chat-templates 1.4)."""
    if not messages:
        raise TemplateError("no messages")
    if messages[-1].role == "assistant":
        raise TemplateError(
            "a conversation ending with an assistant message (a prefill) is not in scope"
        )


def _turn(role: str, content: str) -> str:
    return f"<|im_start|>{role}\n{content}<|im_end|>\n"


def _last_query(messages: tuple[Message, ...]) -> int:
    """Find the last user message that is not a wrapped tool response; else the last message."""
    for index in range(len(messages) - 1, -1, -1):
        if messages[index].role == "user" and not _is_tool_response(messages[index].content):
            return index
    return len(messages) - 1


def _is_tool_response(content: str) -> bool:
    return content.startswith("<tool_response>") and content.endswith("</tool_response>")


def _qwen3_turn(messages: tuple[Message, ...], index: int, query: int) -> str:
    message = messages[index]
    if message.role in {"system", "user"}:
        return _turn(message.role, message.content)
    if message.role == "assistant":
        return _assistant_turn(message, is_after_query=index > query)
    if message.role == "tool":
        return _tool_turn(messages, index)
    return ""


def _assistant_turn(message: Message, *, is_after_query: bool) -> str:
    """Write an answer, with its think block where it has one after the last real query."""
    reasoning, content = _split_reasoning(message)
    if is_after_query and reasoning:
        kept, answer = reasoning.strip("\n"), content.lstrip("\n")
        content = f"<think>\n{kept}\n</think>\n\n{answer}"
    return _turn("assistant", content)


def _split_reasoning(message: Message) -> tuple[str, str]:
    """Part reasoning from answer: the first `</think>` ends the one, the last starts the other.

    `a</think>b</think>c` gives `a` and `c`. Reasoning that came apart leaves the content alone.
    """
    if message.reasoning:
        return message.reasoning, message.content
    parts = message.content.split("</think>")
    if len(parts) == 1:
        return "", message.content
    thought = parts[0].rstrip("\n").split("<think>")[-1].lstrip("\n")
    return thought, parts[-1].lstrip("\n")


def _tool_turn(messages: tuple[Message, ...], index: int) -> str:
    """Write a tool result; a run of them opens and closes one user turn."""
    is_first = index == 0 or messages[index - 1].role != "tool"
    is_last = index == len(messages) - 1 or messages[index + 1].role != "tool"
    opening = "<|im_start|>user" if is_first else ""
    closing = "<|im_end|>\n" if is_last else ""
    return f"{opening}\n<tool_response>\n{messages[index].content}\n</tool_response>{closing}"
