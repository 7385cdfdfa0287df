r"""The JSON text of a conversation, edited message by message with everything else kept.

>>> replace_message('[{"role": "user", "name": "x"}]', 0, Message("tool", "a"))
'[\n  {\n    "role": "tool",\n    "name": "x",\n    "content": "a"\n  }\n]\n'
"""

from __future__ import annotations

import json
from collections.abc import Callable

from engine.schema.json_text import with_escaped_surrogates
from engine.templates.conversation import Message

JsonObject = dict[str, object]


def conversation_text(messages: tuple[Message, ...]) -> str:
    """Write messages as JSON, two spaces a level, with a final newline."""
    return _written([_updated({}, message) for message in messages])


def replace_message(text: str, index: int, message: Message) -> str:
    """Give a message another role, content and reasoning; its other keys stay."""

    def edit(entries: list[object]) -> None:
        before = entries[index]
        entries[index] = _updated(before if isinstance(before, dict) else {}, message)

    return _edited(text, edit)


def insert_message(text: str, index: int, message: Message) -> str:
    """Put a message before the one at `index`, or at the end."""
    return _edited(text, lambda entries: entries.insert(index, _updated({}, message)))


def remove_message(text: str, index: int) -> str:
    """Take a message out."""
    return _edited(text, lambda entries: entries.__delitem__(index))


def move_message(text: str, index: int, to: int) -> str:
    """Put a message at another place."""
    return _edited(text, lambda entries: entries.insert(to, entries.pop(index)))


def _edited(text: str, edit: Callable[[list[object]], None]) -> str:
    """Edit the list of messages, alone or under `messages` in an object; ValueError without one."""
    value: object = json.loads(text, strict=False)
    entries = value.get("messages") if isinstance(value, dict) else value
    if not isinstance(entries, list):
        raise ValueError("the text holds no list of messages")  # noqa: TRY004  about JSON, not types
    edit(entries)
    return _written(value)


def _updated(entry: JsonObject, message: Message) -> JsonObject:
    changed = {**entry, "role": message.role, "content": message.content}
    if message.reasoning is None:
        changed.pop("reasoning_content", None)
    else:
        changed["reasoning_content"] = message.reasoning
    return changed


def _written(value: object) -> str:
    """Write as UTF-8 can carry it: unpaired surrogates stay escaped."""
    return with_escaped_surrogates(json.dumps(value, ensure_ascii=False, indent=2) + "\n")
