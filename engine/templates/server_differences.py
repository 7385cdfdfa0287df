"""A conversation as parsed JSON, turned into what llama-server would do otherwise with it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from engine.errors import Finding, Place

_SURROGATE = re.compile("[\ud800-\udfff]")
_CURE = "Change the message if the prompt must be the same in both."


def server_difference(messages: object) -> tuple[Finding, ...]:
    """List where llama-server and the native renderers part (specification chat-templates 10.1).

    `messages` is what `messages_from_json` takes. What both refuse is no difference, and what is
    no array of messages at all has none.
    """
    if not isinstance(messages, list):
        return ()
    return tuple(_differences(messages))


def _differences(messages: list[object]) -> Iterator[Finding]:
    if not messages:
        yield _finding("no-messages", "refused here", "renders the generation marker alone")
        return
    if _SURROGATE.search(json.dumps(messages, ensure_ascii=False)):
        yield _finding("surrogate", "an unpaired surrogate becomes U+FFFD", "refuses it")
    for number, message in enumerate(messages, 1):
        if isinstance(message, dict) and isinstance(message.get("role"), str):
            yield from _message_differences(number, message)
    last = messages[-1]
    if isinstance(last, dict) and last.get("role") == "assistant":
        here = f"message {len(messages)} is the assistant's and the last: refused here"
        yield _finding("prefill", here, "continues it as a prefill")


def _message_differences(number: int, message: dict[str, object]) -> Iterator[Finding]:
    place = f"message {number}"
    if message["role"] == "developer":
        here = f"{place} has the role developer, an unknown role like any other"
        yield _finding("developer-role", here, "renames it to system")
    if "tool_calls" in message:
        calls = "takes tool_calls as absent" if not message["tool_calls"] else "renders tool calls"
        yield _finding("tool-calls", f"{place} has tool_calls: refused here", calls)
    if "content" not in message and not message.get("tool_calls"):
        here = f"{place} has no content, which counts as empty"
        yield _finding("missing-content", here, "refuses it")
    if isinstance(message.get("content"), list):
        here = f"{place} has a list of parts: refused here"
        yield _finding("content-parts", here, "joins text parts with a line feed")
    if "reasoning_content" in message and not isinstance(message["reasoning_content"], str):
        here = f"{place} has a reasoning_content that is no text, which is ignored"
        yield _finding("reasoning-type", here, "refuses it")


def _finding(kind: str, here: str, there: str) -> Finding:
    message = f"{here}; llama-server {there}"
    return Finding(f"server-{kind}", "info", Place("template"), message, _CURE)
