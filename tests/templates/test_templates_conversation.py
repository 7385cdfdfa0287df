"""Conversations from JSON: specification chat-templates 1.3 and 7."""

from __future__ import annotations

import json

import pytest

from engine.errors import DocumentError
from engine.templates.conversation import Message, messages_from_json, read_conversation


@pytest.mark.parametrize(
    ("value", "refusal"),
    [
        ({"role": "user"}, "messages must be a JSON array"),
        (None, "messages must be a JSON array"),
        ("text", "messages must be a JSON array"),
        ([{"role": "user", "content": "x", "tool_calls": None}], "tool calls are not in scope"),
        ([{"tool_calls": [], "content": 5}], "tool calls are not in scope"),
        ([{"content": "x"}], "a message without a role"),
        ([{"role": 5, "content": []}], "a message without a role"),
        (["user"], "a message without a role"),
        ([None], "a message without a role"),
        ([{"role": "user", "content": 5}], "only text content is in scope"),
        ([{"role": "user", "content": False}], "only text content is in scope"),
        ([{"role": "user", "content": {}}], "only text content is in scope"),
        (
            [{"role": "user", "content": [{"type": "text", "text": "x"}]}],
            "only text content is in scope",
        ),
        ([{"role": "user", "content": 5}, {"content": ""}], "only text content is in scope"),
    ],
)
def test_each_refusal_has_its_own_text_and_the_first_wins(value: object, refusal: str) -> None:
    with pytest.raises(DocumentError) as caught:
        messages_from_json(value)
    assert str(caught.value) == refusal


@pytest.mark.parametrize("extra", [{}, {"content": None}, {"content": ""}])
def test_missing_null_and_empty_content_are_the_empty_text(extra: dict[str, object]) -> None:
    assert messages_from_json([{"role": "", **extra}]) == (Message("", ""),)


@pytest.mark.parametrize("reasoning", [None, "", 5, ["x"], {}])
def test_reasoning_that_is_empty_or_not_text_counts_as_none(reasoning: object) -> None:
    entry = {"role": "assistant", "content": "x", "reasoning_content": reasoning}
    assert messages_from_json([entry]) == (Message("assistant", "x"),)


def test_reasoning_is_kept_for_every_role_and_other_keys_are_ignored() -> None:
    entry = {"role": "user", "content": "x", "reasoning_content": "\n", "name": "n"}
    assert messages_from_json([entry]) == (Message("user", "x", "\n"),)


def test_an_array_and_an_object_with_messages_read_alike() -> None:
    array = b'[{"role": "user", "content": "Hi"}]'
    whole = b'{"model": 1, "messages": ' + array + b"}"
    assert read_conversation(array) == read_conversation(whole) == (Message("user", "Hi"),)


@pytest.mark.parametrize("data", [b"{}", b'{"messages": {}}', b"5", b'"x"', b"null"])
def test_other_json_is_refused_as_no_array(data: bytes) -> None:
    with pytest.raises(DocumentError, match=r"^messages must be a JSON array$"):
        read_conversation(data)


@pytest.mark.parametrize(
    "data",
    [b"", b"[", b"[1,]", b"\xff[]", b"\xef\xbb\xbf[]", b"[NaN]", b"[Infinity]", b"['a']", b"[] x"],
)
def test_what_is_not_json_in_utf8_is_refused_by_the_name_of_its_source(data: bytes) -> None:
    with pytest.raises(DocumentError, match=r"^stdin is not JSON$"):
        read_conversation(data)
    with pytest.raises(DocumentError, match=r"^talk\.json is not JSON$"):
        read_conversation(data, source="talk.json")


def test_nesting_of_128_is_read_and_of_129_is_refused() -> None:
    deepest = b'[{"role": "user", "x": ' + b"[" * 126 + b"]" * 126 + b"}]"
    assert read_conversation(deepest) == (Message("user", ""),)
    deeper = deepest.replace(b"[]", b"[{}]")
    with pytest.raises(DocumentError, match=r"^stdin is not JSON$"):
        read_conversation(deeper)


def test_a_hundred_thousand_brackets_are_refused() -> None:
    with pytest.raises(DocumentError, match=r"^stdin is not JSON$"):
        read_conversation(b"[" * 100_000)


def test_brackets_inside_strings_do_not_nest() -> None:
    content = '\\"' + "[{" * 200
    data = json.dumps([{"role": "user", "content": content}]).encode()
    assert read_conversation(data)[0].content == content


def test_the_last_of_two_equal_keys_wins() -> None:
    data = b'[{"role": "user", "content": 5, "content": "b", "role": "tool"}]'
    assert read_conversation(data) == (Message("tool", "b"),)


def test_raw_control_characters_are_accepted() -> None:
    data = b'[{"role": "user", "content": "a\nb\tc\x00d\x1f"}]'
    assert read_conversation(data)[0].content == "a\nb\tc\x00d\x1f"


def test_unpaired_surrogates_become_replacement_characters_and_pairs_join() -> None:
    data = (
        rb'[{"role": "\ud800", "content": "a\udc00b\ud83d\ude42\ud83d",'
        rb' "reasoning_content": "\udfff"}]'
    )
    assert read_conversation(data) == (Message("�", "a�b🙂�", "�"),)


def test_huge_numbers_do_no_harm() -> None:
    data = b'[{"role": "user", "n": ' + b"9" * 10_000 + b"}]"
    assert read_conversation(data) == (Message("user", ""),)
