"""`loupe chat-template` on models that are cut off, hostile or without a template it knows."""

from __future__ import annotations

import io
import os
import random
import struct
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.cli.chat_template import run
from tests.gguf_bytes import ARRAY, STRING, U8, U32, array, header_bytes, key, text

TALK = b'[{"role": "user", "content": "Hi"}]'
NONE = "loupe chat-template: the model carries no chat template ("
END_OF_INFOS = 1785664  # of the SmolLM2 file's header, found by hand


def outcome(model: Path) -> tuple[int, bytes, str]:
    stdout, stderr = io.BytesIO(), io.StringIO()
    return run(model, TALK, stdout, stderr), stdout.getvalue(), stderr.getvalue()


def test_the_smollm2_header_cut_at_two_hundred_places_carries_no_template(
    asset: Callable[[str], Path], tmp_path: Path
) -> None:
    model = asset("smollm2-135m/SmolLM2-135M-Instruct.Q4_1.gguf")
    cut = tmp_path / "cut.gguf"
    with model.open("rb") as stream:
        cut.write_bytes(stream.read(END_OF_INFOS))
    status, prompt, message = outcome(cut)
    assert (status, message) == (0, "")
    assert prompt.endswith(b"<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\n")
    for number in range(200):
        os.truncate(cut, END_OF_INFOS - 1 - number * 8900)
        status, prompt, message = outcome(cut)
        assert (status, prompt) == (2, b"")
        assert message.startswith(NONE)


def seeds() -> bytes:
    """Write a small header with a template between other keys."""
    return header_bytes(
        key("general.alignment", U32, struct.pack("<I", 64)),
        key("tokenizer.chat_template", STRING, text("{{ messages }}")),
        key("names", ARRAY, array(STRING, 2, text("ab") + text("c"))),
        key("nested", ARRAY, array(ARRAY, 1, array(U8, 2, b"xy"))),
        tensors=(text("w") + struct.pack("<IQQIQ", 2, 3, 4, 0, 0),),
    )


@pytest.mark.parametrize("seed", range(10))
def test_ten_thousand_fuzzed_headers_give_one_of_two_messages(tmp_path: Path, seed: int) -> None:
    chance, small = random.Random(1000 + seed), seeds()
    path = tmp_path / "fuzzed.gguf"
    outcomes = {"none": 0, "unknown": 0}
    tracemalloc.start()
    try:
        for _ in range(1_000):
            data = bytearray(small)
            for _ in range(chance.randint(1, 3)):
                place, size = chance.randrange(len(data)), chance.choice((1, 1, 4, 8))
                data[place : place + size] = chance.choice(
                    (chance.randbytes(size), b"\xff" * size, b"\0" * size, b"")
                )
            path.write_bytes(data)
            status, prompt, message = outcome(path)
            assert (status, prompt) == (2, b"")
            known = message.startswith(NONE)
            assert known or " is not one reproduced here (30a75d10e60b57e2… " in message
            outcomes["none" if known else "unknown"] += 1
        assert tracemalloc.get_traced_memory()[1] < 2**20
    finally:
        tracemalloc.stop()
    assert min(outcomes.values()) > 50
