"""What the findings about llama-server say: specification chat-templates 10.1, row by row."""

from __future__ import annotations

import pytest

from engine.templates.server_differences import server_difference

USER = {"role": "user", "content": "Hi"}


@pytest.mark.parametrize(
    ("messages", "message"),
    [
        ([], "refused here; llama-server renders the generation marker alone"),
        (
            [{"role": "developer", "content": "d"}, USER],
            "message 1 has the role developer, an unknown role like any other; "
            "llama-server renames it to system",
        ),
        (
            [USER, {"role": "tool"}],
            "message 2 has no content, which counts as empty; llama-server refuses it",
        ),
        (
            [{"role": "user", "content": [{"type": "text", "text": "a"}]}],
            "message 1 has a list of parts: refused here; "
            "llama-server joins text parts with a line feed",
        ),
        (
            [{"role": "user", "content": "a", "reasoning_content": None}],
            "message 1 has a reasoning_content that is no text, which is ignored; "
            "llama-server refuses it",
        ),
        (
            [{"role": "assistant", "content": "a", "tool_calls": []}, USER],
            "message 1 has tool_calls: refused here; llama-server takes tool_calls as absent",
        ),
        (
            [{"role": "assistant", "tool_calls": [{"function": {"name": "f"}}]}, USER],
            "message 1 has tool_calls: refused here; llama-server renders tool calls",
        ),
        (
            [USER, {"role": "assistant", "content": "Well"}],
            "message 2 is the assistant's and the last: refused here; "
            "llama-server continues it as a prefill",
        ),
        (
            [{"role": "user", "content": "\ud800"}],
            "an unpaired surrogate becomes U+FFFD; llama-server refuses it",
        ),
    ],
)
def test_each_kind_is_named_with_its_message(messages: object, message: str) -> None:
    (finding,) = server_difference(messages)
    assert finding.message == message
    assert finding.severity == "info"


@pytest.mark.parametrize(
    "messages",
    [
        None,
        {"messages": []},
        [USER],
        [{"role": "user", "content": None}],
        [{"role": "wizard", "content": ""}],
        ["text"],
        [{"content": "no role"}],
        [{"role": "user", "content": 5}],
    ],
)
def test_what_both_render_alike_or_both_refuse_is_no_difference(messages: object) -> None:
    assert server_difference(messages) == ()
