"""`loupe chat-template`: specification chat-templates 7."""

from __future__ import annotations

import io
import struct
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.cli.chat_template import run

TALK = b'[{"role": "system", "content": "You are Savante."}, {"role": "user", "content": "Hi"}]'


def outcome(model: Path, stdin: bytes) -> tuple[int, bytes, str]:
    stdout, stderr = io.BytesIO(), io.StringIO()
    return run(model, stdin, stdout, stderr), stdout.getvalue(), stderr.getvalue()


def string(text: str) -> bytes:
    data = text.encode()
    return struct.pack("<Q", len(data)) + data


def write_gguf(path: Path, key: str, kind: int, value: bytes) -> Path:
    entry = string(key) + struct.pack("<I", kind) + value
    path.write_bytes(b"GGUF" + struct.pack("<IQQ", 3, 0, 1) + entry)
    return path


@pytest.fixture
def bonsai(tmp_path: Path, template_text: Callable[[str], str]) -> Path:
    text = string(template_text("bonsai"))
    return write_gguf(tmp_path / "bonsai.gguf", "tokenizer.chat_template", 8, text)


def test_the_prompt_is_written_with_nothing_added(bonsai: Path) -> None:
    assert outcome(bonsai, TALK) == (
        0,
        b"<|im_start|>system\nYou are Savante.<|im_end|>\n<|im_start|>user\nHi<|im_end|>\n"
        b"<|im_start|>assistant\n<think>\n\n</think>\n\n",
        "",
    )


def test_the_smollm2_model_of_the_assets_is_identified(asset: Callable[[str], Path]) -> None:
    model = asset("smollm2-135m/SmolLM2-135M-Instruct.Q4_1.gguf")
    assert outcome(model, TALK) == (
        0,
        b"<|im_start|>system\nYou are Savante.<|im_end|>\n<|im_start|>user\nHi<|im_end|>\n"
        b"<|im_start|>assistant\n",
        "",
    )


def test_bytes_beyond_ascii_and_carriage_returns_pass_unchanged(bonsai: Path) -> None:
    _, prompt, _ = outcome(bonsai, '[{"role": "user", "content": "東\\r\\n—\\u0000"}]'.encode())
    assert b"user\n" + "東\r\n—\0".encode() + b"<|im_end|>" in prompt


@pytest.mark.parametrize(
    ("stdin", "message", "place", "cure"),
    [
        (b"nonsense", "stdin is not JSON", "line 1, column 1", "JSON array"),
        (b'[{"role": "user",}]', "stdin is not JSON", "line 1, column 18", "JSON array"),
        (b'["\xff"]', "stdin is not JSON", "not UTF-8 at byte 2", "JSON array"),
        (b"[" * 200, "stdin is not JSON", "nested deeper than 128", "JSON array"),
        (b"[NaN]", "stdin is not JSON", "NaN", "JSON array"),
        (b"{}", "messages must be a JSON array", "stdin", '"role": "user"'),
        (b"[]", "no messages", "stdin", "at least one"),
        (
            b'[{"role": "user", "content": "a"}, {}]',
            "a message without a role",
            "message 2",
            "role",
        ),
        (
            b'[{"role": "user", "tool_calls": []}]',
            "tool calls are not in scope",
            "message 1",
            "rem",
        ),
        (b'[{"role": "u", "content": []}]', "only text content is in scope", "message 1", "string"),
        (
            b'[{"role": "assistant", "content": ""}]',
            "a conversation ending with an assistant message (a prefill) is not in scope",
            "stdin",
            "end with a user message",
        ),
    ],
)
def test_refused_messages_give_one_line_with_place_and_cure_and_exit_2(
    bonsai: Path, stdin: bytes, message: str, place: str, cure: str
) -> None:
    status, prompt, told = outcome(bonsai, stdin)
    assert (status, prompt, told.count("\n")) == (2, b"", 1)
    assert told.startswith(f"loupe chat-template: {message} (")
    assert place in told
    assert cure in told


def test_a_message_without_content_is_rendered_empty_and_told(bonsai: Path) -> None:
    for stdin in (b'[{"role": "user"}]', b'[{"role": "user", "content": null}]'):
        status, prompt, told = outcome(bonsai, stdin)
        assert (status, b"<|im_start|>user\n<|im_end|>\n" in prompt) == (0, True)
        assert told == (
            "loupe chat-template: message 1 has no content and is rendered empty; "
            'give it a "content"\n'
        )


def test_half_a_surrogate_pair_is_replaced_as_specified_but_not_in_silence(bonsai: Path) -> None:
    status, prompt, told = outcome(bonsai, b'[{"role": "user", "content": "\\ud800"}]')
    assert (status, "\ufffd".encode() in prompt) == (0, True)
    assert told.startswith("loupe chat-template: message 1: half a surrogate pair in its content")


def test_a_missing_file_is_named_before_the_messages_are_read(tmp_path: Path) -> None:
    missing = tmp_path / "none.gguf"
    status, prompt, message = outcome(missing, b"nonsense")
    assert (status, prompt) == (2, b"")
    told = f"loupe chat-template: {missing}: No such file or directory ("
    assert message.startswith(told)


def test_models_without_a_readable_template_share_one_message(tmp_path: Path) -> None:
    other_key = write_gguf(tmp_path / "a", "tokenizer.other", 8, string("x"))
    wrong_type = write_gguf(tmp_path / "b", "tokenizer.chat_template", 4, struct.pack("<I", 1))
    truncated = write_gguf(tmp_path / "c", "tokenizer.chat_template", 8, struct.pack("<Q", 99))
    no_gguf = tmp_path / "d"
    no_gguf.write_bytes(b"something else")
    for path in (other_key, wrong_type, truncated, no_gguf):
        status, prompt, message = outcome(path, TALK)
        assert (status, prompt) == (2, b"")
        assert message.startswith(
            f"loupe chat-template: the model carries no chat template ({path}"
        )


def test_an_unknown_template_is_refused_by_its_hash(tmp_path: Path) -> None:
    model = write_gguf(tmp_path / "m", "tokenizer.chat_template", 8, string("x"))
    status, prompt, message = outcome(model, TALK)
    # sha256("x") = 2d711642b726b044...
    assert (status, prompt) == (2, b"")
    assert message.startswith(
        "loupe chat-template: chat template sha256 2d711642b726b044 is not one reproduced here ("
    )


def test_a_file_that_is_no_gguf_file_is_said_to_be_none(tmp_path: Path) -> None:
    path = tmp_path / "own.loupe.json"
    path.write_text('{"format": "loupe-document/1"}')
    code, prompt, said = outcome(path, TALK)
    assert (code, prompt) == (2, b"")
    assert said.startswith("loupe chat-template: the model carries no chat template (")
    assert f"{path}: not a GGUF file" in said
    assert said.count("\n") == 1
