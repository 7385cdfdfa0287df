"""Hostile and cut-off GGUF headers: one error, and neither time nor memory."""

from __future__ import annotations

import random
import struct
import tracemalloc
from pathlib import Path

import pytest

from engine.errors import GgufError
from engine.gguf_file import GgufHeader, TensorInfo, read_header
from tests.gguf_bytes import ARRAY, STRING, U8, U32, U64, array, header_bytes, key, text


@pytest.fixture
def read(tmp_path: Path):
    def reader(data: bytes) -> GgufHeader:
        path = tmp_path / "model.gguf"
        path.write_bytes(data)
        return read_header(path)

    return reader


SMALL = header_bytes(
    key("general.alignment", U32, struct.pack("<I", 64)),
    key("names", ARRAY, array(STRING, 2, text("ab") + text("c"))),
    key("nested", ARRAY, array(ARRAY, 1, array(U8, 2, b"xy"))),
    tensors=(text("w") + struct.pack("<IQQIQ", 2, 3, 4, 0, 0),),
)


def test_a_small_header_cut_at_every_byte_is_refused(read) -> None:
    assert read(SMALL).tensors == (TensorInfo("w", (3, 4), 0, 0),)
    for length in range(len(SMALL)):
        with pytest.raises(GgufError, match="the file is truncated"):
            read(SMALL[:length])


def nested(levels: int) -> bytes:
    """`levels` arrays in one another, the innermost empty."""
    return array(ARRAY, 1) * (levels - 1) + array(U8, 0)


def test_sixty_four_nested_arrays_pass_and_sixty_five_are_refused(read) -> None:
    assert read(header_bytes(key("k", ARRAY, nested(64)))).get("k") is not None
    with pytest.raises(GgufError, match=r"gguf arrays nested deeper than 64$"):
        read(header_bytes(key("k", ARRAY, nested(65))))


@pytest.mark.parametrize(
    "data",
    [
        b"GGUF" + struct.pack("<IQQ", 3, 0, 2**64 - 1),
        b"GGUF" + struct.pack("<IQQ", 3, 2**64 - 1, 0),
        header_bytes(text(b"")[:-8] + struct.pack("<Q", 2**64 - 1)),
        header_bytes(key("k", ARRAY, array(STRING, 2**61))),
        header_bytes(key("k", ARRAY, array(ARRAY, 2**60))),
        header_bytes(key("k", ARRAY, array(U64, 2**64 - 1))),
        header_bytes(key("k", STRING, struct.pack("<Q", 2**63) + b"x")),
        header_bytes(tensors=(text("w") + struct.pack("<I", 2**32 - 1),)),
    ],
    ids=["keys", "tensors", "key-name", "strings", "arrays", "numbers", "string", "dimensions"],
)
def test_huge_counts_cost_nothing(read, data: bytes) -> None:
    tracemalloc.start()
    try:
        with pytest.raises(GgufError, match="the file is truncated"):
            read(data)
        assert tracemalloc.get_traced_memory()[1] < 2**20
    finally:
        tracemalloc.stop()


def test_total_work_is_capped(read) -> None:
    many = key("k", ARRAY, array(STRING, 4_000_001, b"\0" * 8 * 4_000_001))
    with pytest.raises(GgufError, match="holds more than 4000000 items"):
        read(header_bytes(many))


@pytest.mark.parametrize("seed", range(10))
def test_a_thousand_mutated_headers_end_in_a_header_or_a_gguf_error(read, seed: int) -> None:
    chance = random.Random(seed)
    outcomes = {"header": 0, "error": 0}
    tracemalloc.start()
    try:
        for _ in range(1_000):
            data = bytearray(SMALL)
            for _ in range(chance.randint(1, 3)):
                place = chance.randrange(len(data))
                size = chance.choice((1, 1, 4, 8))
                data[place : place + size] = chance.choice(
                    (chance.randbytes(size), b"\xff" * size, b"\0" * size, b"")
                )
            try:
                read(bytes(data))
                outcomes["header"] += 1
            except GgufError:
                outcomes["error"] += 1
        assert tracemalloc.get_traced_memory()[1] < 2**20
    finally:
        tracemalloc.stop()
    assert min(outcomes.values()) > 50
