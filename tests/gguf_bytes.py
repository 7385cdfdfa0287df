"""GGUF headers written by hand, byte by byte, for tests."""

from __future__ import annotations

import struct

U8, U32, FLOAT32, BOOL, STRING, ARRAY, U64 = 0, 4, 6, 7, 8, 9, 10


def text(value: str | bytes) -> bytes:
    data = value.encode() if isinstance(value, str) else value
    return struct.pack("<Q", len(data)) + data


def key(name: str, type_id: int, value: bytes) -> bytes:
    return text(name) + struct.pack("<I", type_id) + value


def array(element_type: int, count: int, elements: bytes = b"") -> bytes:
    return struct.pack("<IQ", element_type, count) + elements


def header_bytes(*keys: bytes, tensors: tuple[bytes, ...] = (), version: int = 3) -> bytes:
    counts = struct.pack("<IQQ", version, len(tensors), len(keys))
    return b"GGUF" + counts + b"".join(keys) + b"".join(tensors)
