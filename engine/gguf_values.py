"""Turn the bytes of a GGUF header into values, checking every bound before every read.

Layout: https://github.com/ggml-org/ggml/blob/master/docs/gguf.md, all integers little-endian.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass, field

from engine.errors import GgufError

MAX_ARRAY_DEPTH = 64
MAX_ITEMS = 4_000_000
"""Strings, nested arrays, keys, tensors and dimensions of one header together: bounds the work."""

STRING, ARRAY = 8, 9
SCALARS = {
    0: "B", 1: "b", 2: "H", 3: "h", 4: "I", 5: "i", 6: "f", 7: "?", 10: "Q", 11: "q", 12: "d",
}  # fmt: skip
_LENGTH = struct.Struct("<Q")
_NESTED_BYTES = 12  # the smallest array: element type and count

Scalar = bool | int | float | str


class NeedMore(Exception):
    """Say that a value ends at byte `end`, past the window but within the file."""

    def __init__(self, end: int) -> None:
        """Keep the byte offset that the window must reach."""
        super().__init__(end)
        self.end = end


@dataclass(frozen=True, slots=True)
class GgufArray:
    """An array left as it lies in the file; `offset` is where its first element starts there."""

    element_type: int
    count: int
    offset: int
    data: bytes = field(repr=False)

    def strings(self) -> tuple[str, ...]:
        """Decode an array of strings, invalid UTF-8 repaired; GgufError when it is none."""
        if self.element_type != STRING:
            raise GgufError(f"the array at byte {self.offset} does not hold strings")
        return tuple(self._walk_strings())

    def numbers(self) -> tuple[int | float, ...]:
        """Decode an array of numbers or booleans; GgufError when it is none."""
        code = SCALARS.get(self.element_type)
        if code is None:
            raise GgufError(f"the array at byte {self.offset} does not hold numbers")
        return struct.unpack(f"<{self.count}{code}", self.data)

    def _walk_strings(self) -> Iterator[str]:
        data, read, position = self.data, _LENGTH.unpack_from, 0
        for _ in range(self.count):
            start = position + 8
            position = start + read(data, position)[0]
            yield data[start:position].decode("utf-8", "replace")


Value = Scalar | GgufArray


class Cursor:
    """Read values one after another from the first bytes (the window) of a file."""

    def __init__(self, name: str, window: bytes, file_size: int) -> None:
        """Start at byte 0; `name` is the file's, for messages."""
        self.position = 0
        self._name = name
        self._window = window
        self._file_size = file_size
        self._items = 0

    def fail(self, reason: str) -> GgufError:
        """Make the error that names the file and the reason."""
        return GgufError(f"{self._name}: {reason}")

    def take(self, length: int, what: str) -> int:
        """Step over `length` bytes and give where they start; what is missing is an error."""
        start, end = self.position, self.position + length
        if end > self._file_size:
            raise self.fail(
                f"the file is truncated: reading {what} at byte {start} needs {length} bytes, "
                f"and {self._file_size - start} are left"
            )
        if end > len(self._window):
            raise NeedMore(end)
        self.position = end
        return start

    def spend(self, items: int, smallest: int, what: str) -> None:
        """Refuse a count that the file cannot hold, or that would cost unbounded work."""
        start = self.position
        if items > (self._file_size - start) // smallest:
            raise self.fail(
                f"the file is truncated: {items} {what} are announced at byte {start}, "
                f"and {self._file_size - start} bytes are left"
            )
        self._items += items
        if self._items > MAX_ITEMS:
            raise self.fail(f"the gguf header holds more than {MAX_ITEMS} items")

    def bytes(self, length: int, what: str) -> bytes:
        """Read `length` bytes as they are."""
        start = self.take(length, what)
        return self._window[start : start + length]

    def number(self, code: str, what: str) -> int:
        """Read one integer, given its struct code."""
        start = self.take(struct.calcsize("<" + code), what)
        return int(struct.unpack_from("<" + code, self._window, start)[0])

    def numbers(self, count: int, code: str, what: str) -> tuple[int, ...]:
        """Read `count` integers."""
        start = self.take(count * struct.calcsize("<" + code), what)
        return struct.unpack_from(f"<{count}{code}", self._window, start)

    def string(self, what: str) -> str:
        """Read a string, invalid UTF-8 repaired with U+FFFD."""
        length = self.number("Q", f"the length of {what}")
        return self.bytes(length, what).decode("utf-8", "replace")

    def value(self, type_id: int, what: str) -> Value:
        """Read a metadata value: scalars and strings at once, arrays as their bytes."""
        if type_id == STRING:
            return self.string(what)
        if type_id == ARRAY:
            return self._array(what)
        code = SCALARS.get(type_id)
        if code is None:
            raise self.fail(f"unknown gguf value type {type_id}")
        start = self.take(struct.calcsize("<" + code), what)
        value: bool | int | float = struct.unpack_from("<" + code, self._window, start)[0]
        return value

    def _array(self, what: str) -> GgufArray:
        element_type = self.number("I", f"the element type of {what}")
        count = self.number("Q", f"the count of {what}")
        start = self.position
        self._skip_elements(element_type, count, what, 1)
        return GgufArray(element_type, count, start, self._window[start : self.position])

    def _skip_elements(self, element_type: int, count: int, what: str, depth: int) -> None:
        """Step over an array's elements; `depth` counts the arrays around them."""
        if count == 0:
            return
        if element_type == STRING:
            self._skip_strings(count, what)
        elif element_type == ARRAY:
            self._skip_arrays(count, what, depth)
        elif element_type in SCALARS:
            self.take(count * struct.calcsize("<" + SCALARS[element_type]), what)
        else:
            raise self.fail(f"unknown gguf value type {element_type}")

    def _skip_strings(self, count: int, what: str) -> None:
        self.spend(count, _LENGTH.size, f"strings of {what}")
        window, read, position = self._window, _LENGTH.unpack_from, self.position
        size = len(window)
        for _ in range(count):
            start = position + _LENGTH.size
            end = start + read(window, position)[0] if start <= size else start
            if end > size:
                self.position = position
                self.string(f"a string of {what}")  # raises, and says what is missing
            position = end
        self.position = position

    def _skip_arrays(self, count: int, what: str, depth: int) -> None:
        if depth >= MAX_ARRAY_DEPTH:
            raise self.fail(f"gguf arrays nested deeper than {MAX_ARRAY_DEPTH}")
        self.spend(count, _NESTED_BYTES, f"arrays of {what}")
        for _ in range(count):
            element_type = self.number("I", f"a nested element type of {what}")
            elements = self.number("Q", f"a nested count of {what}")
            self._skip_elements(element_type, elements, what, depth + 1)
