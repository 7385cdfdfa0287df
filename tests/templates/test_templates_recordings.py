"""The native renderers and the findings about llama-server against its recorded answers."""

from __future__ import annotations

import hashlib
import json

import pytest

from engine.templates.conversation import Message
from tests.templates.oracle_conversations import all_conversations
from tests.templates.recordings import (
    Recording,
    compare,
    kinds_of,
    native,
    read_recordings,
    rendered,
)
from tests.templates.wild_conversations import TEXT_ONLY, wild_conversations

QWEN3, SMOLLM2, CHATML = PREFIXES = ("30a75d10e60b57e2", "872be49dbb638044", "9fe579a2c222698c")
EVERY_TEMPLATE = pytest.mark.parametrize("prefix", PREFIXES)
KINDS = (
    "server-content-parts",
    "server-developer-role",
    "server-missing-content",
    "server-no-messages",
    "server-prefill",
    "server-reasoning-type",
    "server-surrogate",
    "server-tool-calls",
)
# Where specification 10.1 says that the server refuses what we render.
REFUSALS = {"server-missing-content", "server-reasoning-type", "server-surrogate"}
# Where it renders what no conversation within our scope renders.
OUT_OF_SCOPE = {"server-no-messages", "server-prefill"}


@pytest.fixture(scope="module")
def recorded() -> tuple[Recording, ...]:
    return read_recordings()


def of_set(recorded: tuple[Recording, ...], name: str) -> tuple[Recording, ...]:
    return tuple(one for one in recorded if one.set_name == name)


def as_the_server_sees(messages: list[object]) -> list[object]:
    """Do to a conversation what specification 10.2 says the server does before templating."""
    seen = []
    for message in messages:
        assert isinstance(message, dict)
        entry = {key: value for key, value in message.items() if key != "tool_calls"}
        if entry["role"] == "developer":
            entry["role"] = "system"
        if isinstance(entry.get("content"), list):
            entry["content"] = "\n".join(part["text"] for part in entry["content"])
        seen.append(entry)
    return seen


def has_tool_calls(messages: list[object]) -> bool:
    return any(isinstance(message, dict) and message.get("tool_calls") for message in messages)


def test_the_recordings_are_of_the_conversations_that_the_generators_give(recorded) -> None:
    asked = [one.messages for one in of_set(recorded, "specification")]
    assert asked == all_conversations()
    wild = [one.messages for one in of_set(recorded, "wild")]
    assert json.dumps(wild) == json.dumps(wild_conversations())
    assert (len(asked), len(wild)) == (317, 1000)


@EVERY_TEMPLATE
def test_all_317_recorded_prompts_are_reproduced(recorded, prefix: str) -> None:
    for one in of_set(recorded, "specification"):
        assert rendered(prefix, one.messages) == one.answers[prefix]["prompt"]


@EVERY_TEMPLATE
def test_wild_prompts_are_reproduced_but_for_the_kinds_of_the_specification(
    recorded, prefix: str
) -> None:
    found = compare(recorded, prefix, "wild")
    assert found.unexplained == ()
    assert set(found.kinds) == set(KINDS)
    assert found.identical + found.both_refuse + found.explained == 1000


@EVERY_TEMPLATE
def test_where_messages_are_text_alone_every_wild_prompt_is_reproduced(
    recorded, prefix: str
) -> None:
    for one in of_set(recorded, "wild")[:TEXT_ONLY]:
        assert rendered(prefix, one.messages) == one.answers[prefix]["prompt"]


@EVERY_TEMPLATE
def test_a_finding_is_no_false_alarm(recorded, prefix: str) -> None:
    for one in recorded:
        if kinds_of(one.messages):
            mine, theirs = rendered(prefix, one.messages), one.prompt(prefix)
            assert mine != theirs or mine is theirs is None


@EVERY_TEMPLATE
def test_what_a_finding_says_of_the_server_gives_the_prompt_of_the_server(
    recorded, prefix: str
) -> None:
    checked = set()
    for one in of_set(recorded, "wild"):
        kinds, prompt = kinds_of(one.messages), one.prompt(prefix)
        if prompt is None or kinds & OUT_OF_SCOPE or has_tool_calls(one.messages):
            continue
        assert rendered(prefix, as_the_server_sees(one.messages)) == prompt
        checked |= kinds
    assert checked == {"server-developer-role", "server-content-parts", "server-tool-calls"}


@EVERY_TEMPLATE
def test_what_a_finding_says_the_server_refuses_it_refuses(recorded, prefix: str) -> None:
    refused = [one for one in recorded if kinds_of(one.messages) & REFUSALS]
    assert len(refused) > 100
    assert all(one.prompt(prefix) is None for one in refused)


@EVERY_TEMPLATE
def test_without_messages_the_server_writes_the_generation_prompt(recorded, prefix: str) -> None:
    (empty,) = [one for one in recorded if not one.messages]
    one_turn = native(prefix).render((Message("user", "Hi"),))
    assert empty.prompt(prefix) == one_turn.rpartition("<|im_end|>\n")[2]


def test_tool_calls_are_written_by_the_server_under_qwen3_alone(recorded) -> None:
    called = [one for one in of_set(recorded, "wild") if has_tool_calls(one.messages)]
    prompts = {prefix: [one.prompt(prefix) or "" for one in called] for prefix in PREFIXES}
    call = '<tool_call>\n{"name": "f", "arguments": {"x": 1}}\n</tool_call>'
    assert any(call in prompt for prompt in prompts[QWEN3])
    assert not any(call in prompt for prompt in prompts[SMOLLM2] + prompts[CHATML])


@pytest.mark.parametrize(
    ("prefix", "size", "sha256"),
    [
        (QWEN3, 122_147, "a55506f85a741b51584d069af70ff735533f52133b93be51dd481c0824a2f704"),
        (SMOLLM2, 119_301, "4bc1e79aaddea411c25bd63cd23ada8cf93599a6b128cc19f1b66d6d3c23fa46"),
        (CHATML, 106_953, "8a904ca2eb2e33fc945eb978a978d7b1a7ea339084b3273ee8c425d4b13d02bf"),
    ],
)
def test_the_server_gave_the_digests_of_the_specification(
    recorded, prefix: str, size: int, sha256: str
) -> None:
    data = "".join(one.prompt(prefix) or "" for one in of_set(recorded, "specification")).encode()
    assert (len(data), hashlib.sha256(data).hexdigest()) == (size, sha256)


def test_the_printed_lines_name_count_and_digests(recorded) -> None:
    lines = str(compare(recorded, QWEN3, "specification")).splitlines()
    assert lines[0] == (
        "30a75d10e60b57e2 specification: 317 conversations, 317 identical, 0 refused by both, "
        "0 different as specification 10.1 lists, 0 otherwise"
    )
    assert lines[1:] == [
        "    kinds: none",
        "    conversations sha256 33d22bda1512fb29aef24f9f07269af44fe3aa4382b0b4a6d2fd695c2230b2af",
        "    server's prompts 122147 bytes, "
        "sha256 a55506f85a741b51584d069af70ff735533f52133b93be51dd481c0824a2f704",
    ]
