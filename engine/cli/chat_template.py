"""A GGUF model's chat template and messages in JSON, turned into the prompt on stdout."""

from __future__ import annotations

from pathlib import Path
from typing import BinaryIO, TextIO

from engine.errors import GgufError, LoupeError, TemplateError
from engine.gguf_file import chat_template_of, read_header
from engine.templates.conversation import read_conversation
from engine.templates.pins import NativeTemplate, native_for


def run(model: Path, stdin: bytes, stdout: BinaryIO, stderr: TextIO) -> int:
    """Write the prompt's bytes, nothing added, and return 0; else one line on stderr and 2.

    The template is identified before the messages are read (specification chat-templates 7).
    """
    try:
        template = _template_of(model)
        prompt = template.render(read_conversation(stdin))
    except LoupeError as error:
        print(f"loupe chat-template: {error}", file=stderr)
        return 2
    stdout.write(prompt.encode())
    return 0


def _template_of(model: Path) -> NativeTemplate:
    """Identify a model's template; the texts are those of specification chat-templates 1.8."""
    try:
        text = chat_template_of(read_header(model))
    except GgufError as error:
        if isinstance(error.__cause__, OSError):
            raise
        text = None
    if text is None:
        raise TemplateError("the model carries no chat template")
    return native_for(text)
