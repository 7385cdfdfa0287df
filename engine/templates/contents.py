"""The test template of the specification: the messages' contents, joined by a newline."""

from __future__ import annotations


def render_contents(messages: tuple[tuple[str, str], ...]) -> str:
    """Join the contents; roles and a generation marker are not written."""
    return "\n".join(content for _, content in messages)
