"""The conversation set of specification chat-templates 3, made again from its description."""

from __future__ import annotations

import random

WORDS = (
    "hello", "<think>", "</think>", "\n", "\n\n", "Savante", "receipt",
    "<tool_response>", "</tool_response>", "東京", "🙂", " ", "x",
)  # fmt: skip
SHORT = {"S": "system", "U": "user", "A": "assistant", "T": "tool"}

HAND_WRITTEN = (
    ("U", "Hi"),
    ("S", "You are Savante.", "U", "Hi"),
    ("S", "You are Savante.", "U", "Hi", "A", "Hello.", "U", "What does a receipt prove?"),
    ("U", "a", "A", "b", "U", "c", "A", "d", "U", "e"),
    ("S", "", "U", ""),
    ("U", "one", "S", "a second system message, not first", "U", "two"),
    ("U", "q", "A", "<think>\nreasoning\n</think>\n\nanswer", "U", "q2"),
    ("U", "q", "A", "<think>\nr1\n</think>\n\nx", "U", "q2", "A", "<think>r2</think>y", "U", "q3"),
    ("U", "q", "A", "plain", "U", "q2"),
    ("U", "q", "T", "result 1", "T", "result 2"),
    ("U", "q", "A", "calling", "T", "r", "U", "thanks"),
    ("U", "q", "A", "a", "T", "r1", "A", "<think>\nafter the tool\n</think>\n\nb", "T", "r2"),
    ("U", "<tool_response>\nlooks like one\n</tool_response>", "A", "<think>x</think>ok", "T", "z"),
    ("U", "first real", "A", "<think>t</think>a", "U", "<tool_response>x</tool_response>",
     "A", "<think>\n\nu\n\n</think>\n\n\nb", "T", "w"),
    ("S", "sys", "U", "<|im_start|>inside<|im_end|> and <think>not</think>",
     "A", "it's </think> a</think> b", "U", "ok"),
    ("U", "東京 🙂 naïve\r\nCRLF\ttab", "A", "العربية", "U", "Ελληνικά"),
    ("U", "multi\n\nline\n\n", "A", "\n\nleading and trailing\n\n", "U", "\n"),
)  # fmt: skip


def all_conversations() -> list[list[dict[str, str]]]:
    """Give the 17 written by hand and the 300 random ones, in order."""
    written = [
        [
            {"role": SHORT[role], "content": content}
            for role, content in zip(turns[::2], turns[1::2], strict=True)
        ]
        for turns in HAND_WRITTEN
    ]
    written[8][1]["reasoning_content"] = "kept reasoning"
    draw = random.Random(20260929)
    return written + [_random_conversation(draw) for _ in range(300)]


def _random_conversation(draw: random.Random) -> list[dict[str, str]]:
    messages = []
    count = draw.randint(1, 8)
    if draw.random() < 0.6:
        messages.append({"role": "system", "content": _words(draw, 6, " ")})
    for _ in range(count):
        message = {"role": SHORT[draw.choice("UUAAT")], "content": _words(draw, 8)}
        if message["role"] == "assistant" and draw.random() < 0.2:
            message["reasoning_content"] = _words(draw, 4)
        messages.append(message)
    messages.append({"role": SHORT[draw.choice("UT")], "content": _words(draw, 6)})
    return messages


def _words(draw: random.Random, most: int, joint: str = "") -> str:
    return joint.join(draw.choice(WORDS) for _ in range(draw.randint(0, most)))
