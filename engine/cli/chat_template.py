"""A GGUF model's chat template and messages in JSON, turned into the prompt on stdout."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, TextIO

from engine.errors import DocumentError, GgufError, LoupeError, TemplateError
from engine.gguf_file import chat_template_of, read_header
from engine.templates.conversation import messages_from_json, read_json
from engine.templates.pins import NativeTemplate, native_for

# The sentences are those of specification chat-templates 1.3, 1.4, 1.8 and 7; each has a cure.
_CURES = {
    "stdin is not JSON": "pipe in a JSON array of messages",
    "messages must be a JSON array": 'write [{"role": "user", "content": "…"}]',
    "tool calls are not in scope": "remove the key tool_calls",
    "a message without a role": 'give it a "role", such as "user"',
    "only text content is in scope": 'make its "content" a string',
    "no messages": "write at least one",
    "a conversation ending with an assistant message (a prefill) is not in scope": (
        "end with a user message"
    ),
    "the model carries no chat template": "name a whole GGUF file that has one",
}
_OTHER_TEMPLATE = "`loupe shot --page templates` and the window's page 4 render any template"


def run(model: Path, stdin: bytes, stdout: BinaryIO, stderr: TextIO) -> int:
    """Write the prompt's bytes, nothing added, and return 0; else one line on stderr and 2.

    The template is identified before the messages are read (specification chat-templates 7).
    What is read in another way than it was written is told on stderr.
    """
    try:
        template = _template_of(model)
        value = read_json(stdin)
        prompt = template.render(messages_from_json(value))
    except LoupeError as error:
        print(f"loupe chat-template: {error}{_advice(error, model, stdin)}", file=stderr)
        return 2
    for line in _notes(value):
        print(f"loupe chat-template: {line}", file=stderr)
    stdout.write(prompt.encode())
    return 0


def _template_of(model: Path) -> NativeTemplate:
    """Identify a model's template; the texts are those of specification chat-templates 1.8."""
    try:
        text = chat_template_of(read_header(model))
    except GgufError as error:
        if isinstance(error.__cause__, OSError):
            raise
        raise TemplateError("the model carries no chat template") from error
    if text is None:
        raise TemplateError("the model carries no chat template")
    return native_for(text)


def _advice(error: LoupeError, model: Path, stdin: bytes) -> str:
    """Say in brackets where it is wrong and what to do; the sentence itself stays as specified."""
    sentence = str(error)
    if isinstance(error, GgufError):
        return " (name a GGUF file that can be read)"
    if isinstance(error.__cause__, GgufError):
        return f" ({error.__cause__}; {_CURES[sentence]})"
    if isinstance(error, TemplateError) and "chat template" in sentence:
        return f" ({model}; {_CURES.get(sentence, _OTHER_TEMPLATE)})"
    return f" ({_place(error, stdin)}; {_CURES[sentence]})"


def _place(error: LoupeError, stdin: bytes) -> str:
    cause = error.__cause__
    if isinstance(cause, json.JSONDecodeError):
        return f"line {cause.lineno}, column {cause.colno}: {cause.msg}"
    if isinstance(cause, UnicodeDecodeError):
        return f"not UTF-8 at byte {cause.start}: {cause.reason}"
    if cause is not None:
        return str(cause)
    number = _first_refused(read_json(stdin))
    return f"message {number}" if number else "stdin"


def _first_refused(value: object) -> int:
    """Give the number, from 1, of the message that cannot be read; 0 when it is none of them."""
    for number, item in enumerate(value if isinstance(value, list) else (), 1):
        try:
            messages_from_json([item])
        except DocumentError:
            return number
    return 0


def _notes(value: object) -> Iterator[str]:
    """Tell which messages have no content, and where half a surrogate pair was replaced."""
    for number, item in enumerate(value if isinstance(value, list) else (), 1):
        if not isinstance(item, dict):
            continue
        if item.get("content") is None:
            yield f'message {number} has no content and is rendered empty; give it a "content"'
        for key in ("role", "content", "reasoning_content"):
            text = item.get(key)
            if isinstance(text, str) and any("\ud800" <= one <= "\udfff" for one in text):
                yield (
                    f"message {number}: half a surrogate pair in its {key} is rendered as U+FFFD; "
                    "write the whole character"
                )
