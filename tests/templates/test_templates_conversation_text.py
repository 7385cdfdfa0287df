"""A conversation's JSON edited message by message, with everything else kept."""

from __future__ import annotations

import json

import pytest

from engine.templates.conversation import Message, read_conversation
from engine.templates.conversation_text import (
    conversation_text,
    insert_message,
    move_message,
    remove_message,
    replace_message,
)

THREE = conversation_text(
    (Message("system", "s"), Message("user", "u"), Message("assistant", "a", "r"))
)


def roles(text: str) -> list[str]:
    return [message["role"] for message in json.loads(text)]


def test_what_is_written_reads_back_as_the_same_messages() -> None:
    messages = (Message("", 'a"\\\n\r\0東'), Message("assistant", "", "why"))
    assert read_conversation(conversation_text(messages).encode()) == messages


def test_the_text_is_indented_utf8_with_a_final_newline() -> None:
    assert conversation_text((Message("user", "東"),)) == (
        '[\n  {\n    "role": "user",\n    "content": "東"\n  }\n]\n'
    )


def test_a_replaced_message_keeps_its_other_keys() -> None:
    text = '[{"role": "user", "content": "a", "name": "bob", "reasoning_content": "r"}]'
    changed = json.loads(replace_message(text, 0, Message("tool", "b")))
    assert changed == [{"role": "tool", "content": "b", "name": "bob"}]


def test_an_object_around_the_messages_stays() -> None:
    text = '{"model": "m", "messages": [{"role": "user"}]}'
    changed = json.loads(replace_message(text, 0, Message("user", "b", "r")))
    message = {"role": "user", "content": "b", "reasoning_content": "r"}
    assert changed == {"model": "m", "messages": [message]}


def test_messages_are_inserted_removed_and_moved() -> None:
    assert roles(insert_message(THREE, 1, Message("tool", ""))) == [
        "system", "tool", "user", "assistant",
    ]  # fmt: skip
    assert roles(insert_message(THREE, 3, Message("tool", "")))[-1] == "tool"
    assert roles(remove_message(THREE, 1)) == ["system", "assistant"]
    assert roles(move_message(THREE, 0, 2)) == ["user", "assistant", "system"]
    assert roles(move_message(THREE, 2, 0)) == ["assistant", "system", "user"]


def test_an_unpaired_surrogate_stays_an_escape() -> None:
    text = '[{"role": "user", "content": "a"}, {"role": "user", "content": "\\ud800"}]'
    changed = replace_message(text, 0, Message("user", "b"))
    assert "\\ud800" in changed
    changed.encode()


def test_a_text_without_messages_cannot_be_edited() -> None:
    with pytest.raises(ValueError, match="holds no list of messages"):
        remove_message('{"other": []}', 0)
