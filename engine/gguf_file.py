"""Turn the header of a GGUF file, trusted in nothing, into its metadata and tensor list."""

from __future__ import annotations

import hashlib
import math
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from engine.errors import GgufError
from engine.gguf_values import Cursor, NeedMore, Value

MAGIC = b"GGUF"
FIRST_WINDOW = 32 * 2**20
MAX_HEADER = 512 * 2**20
MAX_TEMPLATE = 2**20
DEFAULT_ALIGNMENT = 32
_SHOWN = 60  # characters of an untrusted name in a message
_KEY_BYTES = 8 + 4 + 1  # the smallest key: an empty name, a type, one byte
_TENSOR_BYTES = 8 + 4 + 4 + 8  # the smallest tensor info: an empty name, no dimensions

# ggml's numbers of the tensor kinds that we read ourselves; a block is (weights, bytes)
F32, F16, Q4_0, Q4_1, Q8_0, BF16 = 0, 1, 2, 3, 8, 30
BLOCKS = {F32: (1, 4), F16: (1, 2), Q4_0: (32, 18), Q4_1: (32, 20), Q8_0: (32, 34), BF16: (1, 2)}


@dataclass(frozen=True, slots=True)
class TensorInfo:
    """One tensor's entry; `shape` in file order (innermost first), `offset` from the data's start.

    `type_id` is ggml's type number.
    """

    name: str
    shape: tuple[int, ...]
    type_id: int
    offset: int


@dataclass(frozen=True, slots=True)
class GgufHeader:
    """Everything before a GGUF file's tensor data; `size` is the whole file's.

    The tensor data, which need not be there, starts at byte `data_offset`. A key that occurs
    more than once has its last value.
    """

    version: int
    alignment: int
    metadata: tuple[tuple[str, Value], ...]
    tensors: tuple[TensorInfo, ...]
    data_offset: int
    size: int

    def get(self, key: str) -> Value | None:
        """Find a metadata value; None when there is no such key."""
        for name, value in self.metadata:
            if name == key:
                return value
        return None


def block_size(kind: int) -> tuple[int, int] | None:
    """Give a ggml type's block as (weights, bytes), or None where the type is unknown."""
    if kind in BLOCKS:
        return BLOCKS[kind]
    from gguf.constants import GGML_QUANT_SIZES, GGMLQuantizationType

    known = {int(member): member for member in GGMLQuantizationType}
    size = GGML_QUANT_SIZES.get(known[kind]) if kind in known else None
    return None if size is None else (int(size[0]), int(size[1]))


def read_header(path: Path) -> GgufHeader:
    """Read a GGUF file's header; GgufError names the file and what is wrong with it.

    When the file itself cannot be opened or read, the error's cause is the OSError.
    """
    try:
        with path.open("rb") as stream:
            size = path.stat().st_size
            return _read_growing(stream, str(path), size)
    except OSError as error:
        raise GgufError(f"{path}: {error.strerror}") from error


def chat_template_of(header: GgufHeader) -> str | None:
    """Give the chat template; None when there is none or the key holds no string."""
    template = header.get("tokenizer.chat_template")
    if not isinstance(template, str):
        return None
    if len(template) > MAX_TEMPLATE:
        raise GgufError(
            f"the chat template has {len(template)} characters; {MAX_TEMPLATE} is the most"
        )
    return template


def file_sha256(path: Path) -> str:
    """Hash a file's bytes; GgufError when it cannot be read."""
    try:
        with path.open("rb") as stream:
            return hashlib.file_digest(stream, "sha256").hexdigest()
    except OSError as error:
        raise GgufError(f"{path}: {error.strerror}") from error


def _read_growing(stream: BinaryIO, name: str, size: int) -> GgufHeader:
    """Parse the first 32 MiB, and while a value ends beyond them, at least twice as much."""
    length = min(FIRST_WINDOW, size)
    while True:
        stream.seek(0)
        cursor = Cursor(name, stream.read(length), size)
        try:
            return _parse(cursor, size)
        except NeedMore as more:
            if more.end > MAX_HEADER or length >= size:
                raise cursor.fail(
                    f"the header needs {more.end} bytes; at most {min(size, MAX_HEADER)} are read"
                ) from None
            length = min(max(more.end, 2 * length), size)


def _parse(cursor: Cursor, size: int) -> GgufHeader:
    _check_magic(cursor, size)
    version = cursor.number("I", "the version")
    tensor_count = cursor.number("Q", "the tensor count")
    key_count = cursor.number("Q", "the key count")
    cursor.spend(key_count, _KEY_BYTES, "keys")
    metadata = tuple(dict(_read_key(cursor) for _ in range(key_count)).items())
    alignment = _alignment(cursor, dict(metadata).get("general.alignment", DEFAULT_ALIGNMENT))
    cursor.spend(tensor_count, _TENSOR_BYTES, "tensors")
    tensors = tuple(_read_tensor(cursor) for _ in range(tensor_count))
    data_offset = -(-cursor.position // alignment) * alignment
    return GgufHeader(version, alignment, metadata, tensors, data_offset, size)


def _check_magic(cursor: Cursor, size: int) -> None:
    """Tell another kind of file from a GGUF file cut off inside its first four bytes."""
    start = cursor.bytes(min(size, len(MAGIC)), "the magic")
    if not MAGIC.startswith(start):
        raise cursor.fail("not a GGUF file")
    cursor.take(len(MAGIC) - len(start), "the magic")


def _read_key(cursor: Cursor) -> tuple[str, Value]:
    key = cursor.string("a key")
    shown = _shown(key)
    type_id = cursor.number("I", f"the type of {shown}")
    return key, cursor.value(type_id, shown)


def _read_tensor(cursor: Cursor) -> TensorInfo:
    name = cursor.string("a tensor's name")
    shown = _shown(name)
    dimensions = cursor.number("I", f"the dimension count of {shown}")
    cursor.spend(dimensions, 8, f"dimensions of {shown}")
    shape = cursor.numbers(dimensions, "Q", f"the dimensions of {shown}")
    type_id = cursor.number("I", f"the type of {shown}")
    return TensorInfo(name, shape, type_id, cursor.number("Q", f"the offset of {shown}"))


def _shown(name: str) -> str:
    """Make an untrusted name short and printable for a message."""
    return repr(name[:_SHOWN])[1:-1]


def _alignment(cursor: Cursor, value: Value) -> int:
    """Take an integer >= 1; a float >= 1 is truncated and True counts as 1."""
    if isinstance(value, bool | int | float) and 1 <= value < math.inf:
        return int(value)
    raise cursor.fail(f"general.alignment {str(value)[:_SHOWN]} is not a positive integer")
