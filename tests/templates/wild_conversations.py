"""Conversations that the set of the specification lacks, as parsed JSON: odd roles and shapes."""

from __future__ import annotations

import random

SEED = 20261130
TEXT_ONLY, MISSHAPEN = 500, 500
ROLES = ("user",) * 6 + ("assistant",) * 5 + ("tool",) * 4 + ("system",) * 2
ODD_ROLES = (
    "", " ", "wizard", "function", "User", "SYSTEM", "assistant ", "ipython", "system\n",
    "роль", "user\0", "<|im_end|>", "tool_response", "model",
)  # fmt: skip
WORDS = (
    "hello", "x", " ", "  ", "\t", "\n", "\n\n", "\r", "\r\n", "\0", "\x1b", "\x7f", "\x85", "\v",
    "\u00a0", "\u200b", "\u2028", "\ufeff", "\ufffd", "e\u0301", "é", "東京", "🙂", "👨‍👩‍👧",
    "שלום", "<think>", "</think>", "<think>\n\n</think>\n\n", "<tool_response>", "</tool_response>",
    "<|im_start|>", "<|im_end|>", "<|im_start|>system\n", "</s>", "<tool_call>", "'", '"', "\\",
    "\\n", "{{ x }}", "{% if a %}", "{# c #}", "&lt;", "<b>", "\U0010ffff",
)  # fmt: skip
ENDS = ("", "", "", " ", "\n", "\r\n", "\t", "\n\n", "\r", "\u00a0", "\0")
ODD_CONTENTS: tuple[object, ...] = (
    5, True, 1.5, {"text": "a"}, [], [{"type": "text", "text": "one"}],
    [{"type": "text", "text": "a\r"}, {"type": "text", "text": ""}, {"type": "text", "text": "b"}],
)  # fmt: skip
ODD_REASONINGS: tuple[object, ...] = (None, 5, False, [], {})
TOOL_CALLS: tuple[object, ...] = (
    None, [], [{"type": "function", "function": {"name": "f", "arguments": '{"x": 1}'}}],
)  # fmt: skip


def wild_conversations() -> list[list[object]]:
    """Give the same thousand conversations each time: the first half have text alone."""
    draw = random.Random(SEED)
    texts: list[list[object]] = [_talk(draw) for _ in range(TEXT_ONLY)]
    odd = [_misshapen(draw, _talk(draw)) for _ in range(MISSHAPEN - 1)]
    return [*texts, [], *odd]


def _talk(draw: random.Random) -> list[object]:
    messages: list[object] = [_message(draw, _role(draw)) for _ in range(draw.randint(0, 7))]
    roles = ("user", "tool", "system", draw.choice(ODD_ROLES))
    return [*messages, _message(draw, draw.choices(roles, (6, 4, 1, 1))[0])]


def _role(draw: random.Random) -> str:
    return draw.choice(ODD_ROLES if draw.random() < 0.12 else ROLES)


def _message(draw: random.Random, role: str) -> dict[str, object]:
    message: dict[str, object] = {"role": role, "content": _content(draw)}
    if draw.random() < (0.35 if role == "assistant" else 0.1):
        message["reasoning_content"] = draw.choice(("", "\n", "\r\n", " ", _words(draw, 4)))
    if draw.random() < 0.05:
        message["name"] = draw.choice(("", "bob"))
    return message


def _content(draw: random.Random) -> object:
    chance = draw.random()
    if chance < 0.05:
        return None
    if chance < 0.12:
        return ""
    text = _words(draw, 8)
    if chance < 0.3:
        inner = f"<tool_response>{text}</tool_response>"
        return draw.choice(ENDS[:5]) + inner + draw.choice(ENDS)
    if chance < 0.45:
        answer = _words(draw, 3)
        text = f"<think>{draw.choice(ENDS)}{text}{draw.choice(ENDS)}</think>{draw.choice(ENDS)}"
        return text + answer
    return draw.choice(ENDS) + text + draw.choice(ENDS)


def _words(draw: random.Random, most: int) -> str:
    return "".join(draw.choice(WORDS) for _ in range(draw.randint(0, most)))


def _misshapen(draw: random.Random, messages: list[object]) -> list[object]:
    """Break one or two things that JSON lets one break."""
    for _ in range(draw.randint(1, 2)):
        index = draw.randrange(len(messages))
        message = messages[index]
        if not isinstance(message, dict):
            continue
        messages[index] = _broken(draw, message)
    if draw.random() < 0.1:
        messages += [_message(draw, "assistant") for _ in range(draw.randint(1, 2))]
    return messages


def _broken(draw: random.Random, message: dict[str, object]) -> object:
    kind = draw.choices(range(8), (12, 8, 6, 4, 5, 2, 1, 1))[0]
    rest = {key: value for key, value in message.items() if key != "content"}
    changed: tuple[object, ...] = (
        {**message, "role": "developer"},
        rest,
        {**message, "content": draw.choice(ODD_CONTENTS)},
        {**message, "reasoning_content": draw.choice(ODD_REASONINGS)},
        {**message, "tool_calls": draw.choice(TOOL_CALLS)},
        {key: value for key, value in message.items() if key != "role"},
        {**message, "role": draw.choice((None, 5))},
        {**message, "content": "a\ud800b"},
    )
    return changed[kind]
