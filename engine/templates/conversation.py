"""JSON text of chat messages, turned into a tuple of messages or a refusal in one sentence."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass

from engine.errors import DocumentError

MAX_NESTING = 128
_STRUCTURE = re.compile(r'\\.|["\[\]{}]', re.DOTALL)
_SURROGATE = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Message:
    """One turn: any role, its text, and the reasoning that came apart from the text, if any."""

    role: str
    content: str
    reasoning: str | None = None


def read_conversation(data: bytes, source: str = "stdin") -> tuple[Message, ...]:
    """Read an array of messages, or an object that holds one under `messages`.

    Raw control characters are accepted and the last of two equal keys wins (specification
    chat-templates 7). Raises DocumentError; `source` names the input in it.
    """
    return messages_from_json(read_json(data, source))


def read_json(data: bytes, source: str = "stdin") -> object:
    """Parse JSON and take what stands under `messages` where it is an object.

    Raises DocumentError for what is not JSON.
    """
    try:
        text = data.decode("utf-8")
        _check_nesting(text)
        value: object = json.loads(
            text, strict=False, parse_int=float, parse_constant=_refuse_constant
        )
    except (ValueError, RecursionError) as error:
        raise DocumentError(f"{source} is not JSON") from error
    return value.get("messages") if isinstance(value, dict) else value


def messages_from_json(value: object) -> tuple[Message, ...]:
    """Take messages out of a parsed JSON value, or refuse (specification chat-templates 1.3).

    Unpaired surrogates become U+FFFD. Raises DocumentError for the first message that is wrong.
    """
    if not isinstance(value, list):
        raise DocumentError("messages must be a JSON array")
    return tuple(_message(item) for item in value)


def _message(item: object) -> Message:
    """Check one message: tool calls first, then the role, then the content."""
    entry = item if isinstance(item, dict) else {}
    if "tool_calls" in entry:
        raise DocumentError("tool calls are not in scope")
    role = entry.get("role")
    if not isinstance(role, str):
        raise DocumentError("a message without a role")
    content = entry.get("content")
    if content is not None and not isinstance(content, str):
        raise DocumentError("only text content is in scope")
    reasoning = entry.get("reasoning_content")
    kept = _whole(reasoning) if isinstance(reasoning, str) and reasoning else None
    return Message(_whole(role), _whole(content or ""), kept)


def _whole(text: str) -> str:
    """Replace unpaired surrogates, which UTF-8 cannot carry."""
    return _SURROGATE.sub("\ufffd", text)


def _check_nesting(text: str) -> None:
    """Raise ValueError where arrays and objects lie in each other more than 128 deep."""
    depth, quoted = 0, False
    for found in _STRUCTURE.finditer(text):
        mark = found[0]
        if mark == '"':
            quoted = not quoted
        elif not quoted and mark in "[]{}":
            depth += 1 if mark in "[{" else -1
            if depth > MAX_NESTING:
                raise ValueError(f"nested deeper than {MAX_NESTING}")


def _refuse_constant(name: str) -> None:
    """Refuse `NaN` and the infinities, which Python reads and JSON does not have."""
    raise ValueError(f"{name} is not JSON")
