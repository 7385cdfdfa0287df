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
    ("stdin", "message"),
    [
        (b"nonsense", "stdin is not JSON"),
        (b"{}", "messages must be a JSON array"),
        (b"[]", "no messages"),
        (b"[{}]", "a message without a role"),
        (
            b'[{"role": "assistant", "content": ""}]',
            "a conversation ending with an assistant message (a prefill) is not in scope",
        ),
    ],
)
def test_refused_messages_give_one_line_and_exit_2(
    bonsai: Path, stdin: bytes, message: str
) -> None:
    assert outcome(bonsai, stdin) == (2, b"", f"loupe chat-template: {message}\n")


def test_a_missing_file_is_named_before_the_messages_are_read(tmp_path: Path) -> None:
    missing = tmp_path / "none.gguf"
    message = f"loupe chat-template: {missing}: No such file or directory\n"
    assert outcome(missing, b"nonsense") == (2, b"", message)


def test_models_without_a_readable_template_share_one_message(tmp_path: Path) -> None:
    message = "loupe chat-template: the model carries no chat template\n"
    other_key = write_gguf(tmp_path / "a", "tokenizer.other", 8, string("x"))
    wrong_type = write_gguf(tmp_path / "b", "tokenizer.chat_template", 4, struct.pack("<I", 1))
    truncated = write_gguf(tmp_path / "c", "tokenizer.chat_template", 8, struct.pack("<Q", 99))
    no_gguf = tmp_path / "d"
    no_gguf.write_bytes(b"something else")
    for path in (other_key, wrong_type, truncated, no_gguf):
        assert outcome(path, TALK) == (2, b"", message)


def test_an_unknown_template_is_refused_by_its_hash(tmp_path: Path) -> None:
    model = write_gguf(tmp_path / "m", "tokenizer.chat_template", 8, string("x"))
    status, prompt, message = outcome(model, TALK)
    # sha256("x") = 2d711642b726b044...
    assert (status, prompt) == (2, b"")
    assert message.startswith(
        "loupe chat-template: chat template sha256 2d711642b726b044 is not one reproduced here ("
    )
