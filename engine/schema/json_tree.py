"""Turn JSON text into a tree whose every node knows where it stands in the text."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from json.decoder import JSONDecodeError, scanstring  # type: ignore[attr-defined]
from typing import TypeVar

from engine.errors import LoupeError
from engine.schema.fields import Span
from engine.schema.lines import Lines

MAX_DEPTH = 100
MAX_DIGITS = 4300

_SPACE = re.compile(r"[ \t\n\r]*")
_INTEGER = re.compile(r"-?(?:0|[1-9][0-9]{0,17})")
_INTEGERS = re.compile(r"\[[-0-9, \t\n\r]+\]")
_ITEM = re.compile(rf"{_SPACE.pattern}({_INTEGER.pattern}){_SPACE.pattern}[,\]]")
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?")
_WORD = re.compile(r"[A-Za-z0-9_]+")
_CONSTANTS: tuple[tuple[str, bool | None], ...] = (("true", True), ("false", False), ("null", None))

_Part = TypeVar("_Part")


@dataclass(frozen=True, slots=True)
class JsonScalar:
    """A string, number, boolean or null; `literal` is its spelling in the text."""

    value: str | float | bool | None
    literal: str
    span: Span


@dataclass(frozen=True, slots=True)
class JsonArray:
    """A list of nodes; the span includes the brackets."""

    items: tuple[JsonNode, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class JsonMember:
    """One `"key": value` of an object; the key's span includes its quotes."""

    key: str
    key_span: Span
    value: JsonNode


@dataclass(frozen=True, slots=True)
class JsonObject:
    """The members in the order of the text, repeated keys included."""

    members: tuple[JsonMember, ...]
    span: Span


JsonNode = JsonScalar | JsonArray | JsonObject


class JsonSyntaxError(LoupeError):
    """Report text that is not JSON: the reason, and the position in code points."""

    def __init__(self, text: str, reason: str, position: int) -> None:
        """Work out the line and column for the message."""
        self.line, self.column = Lines(text).at(position)
        self.reason = reason
        self.position = position
        super().__init__(f"line {self.line}, column {self.column}: {reason}")


def parse_json(text: str) -> JsonNode:
    """Read one JSON value (RFC 8259: no NaN, no comments, no trailing comma).

    Takes what Python's `json` takes, down to lone surrogates written as escapes, but keeps
    repeated keys and spans. Raises JsonSyntaxError, also past MAX_DEPTH levels of nesting.
    """
    if text.startswith("\ufeff"):
        raise JsonSyntaxError(text, "the text starts with a byte order mark (U+FEFF)", 0)
    reader = _Reader(text)
    start = reader.skip(0)
    if start == len(text):
        raise JsonSyntaxError(text, "the text is empty", start)
    node, end = reader.value(start, MAX_DEPTH)
    end = reader.skip(end)
    if end != len(text):
        raise JsonSyntaxError(text, "there is more text after the end of the JSON value", end)
    return node


def is_blank(text: str) -> bool:
    """Say whether a text is nothing but JSON's white space."""
    return not text.strip(" \t\r\n")


def python_value(node: JsonNode) -> object:
    """Give the node as Python's `json` would: the last of repeated keys wins."""
    if isinstance(node, JsonScalar):
        return node.value
    if isinstance(node, JsonArray):
        return [python_value(item) for item in node.items]
    return {member.key: python_value(member.value) for member in node.members}


def _integers(text: str, start: int) -> JsonArray | None:
    """Read a list that holds nothing but integers; None when what begins there is none."""
    whole = _INTEGERS.match(text, start)
    if whole is None:
        return None
    items, end = [], start + 1
    for item in _ITEM.finditer(text, end, whole.end()):
        if item.start() != end:
            return None
        items.append(JsonScalar(int(item[1]), item[1], Span(*item.span(1))))
        end = item.end()
    return JsonArray(tuple(items), Span(*whole.span())) if end == whole.end() else None


class _Reader:
    """Read nodes from one text; each method takes a position and gives a node and its end."""

    def __init__(self, text: str) -> None:
        self._text = text

    def skip(self, position: int) -> int:
        """Step over white space."""
        found = _SPACE.match(self._text, position)
        assert found is not None, "the pattern matches the empty text"
        return found.end()

    def value(self, start: int, depth: int) -> tuple[JsonNode, int]:
        """Read the value that starts here."""
        if self._text.startswith('"', start):
            text, end = self._string(start)
            return JsonScalar(text, self._text[start:end], Span(start, end)), end
        if self._text.startswith(("{", "["), start):
            if depth == 0:
                raise self._error(f"nested deeper than {MAX_DEPTH} levels", start)
            return (
                self._object(start, depth)
                if self._text[start] == "{"
                else self._array(start, depth)
            )
        return self._bare(start)

    def _object(self, start: int, depth: int) -> tuple[JsonNode, int]:
        members, end = self._parts(start, "}", lambda position: self._member(position, depth - 1))
        return JsonObject(members, Span(start, end)), end

    def _array(self, start: int, depth: int) -> tuple[JsonNode, int]:
        integers = _integers(self._text, start)  # a million token ids, say
        if integers is not None:
            return integers, integers.span.end
        items, end = self._parts(start, "]", lambda position: self.value(position, depth - 1))
        return JsonArray(items, Span(start, end)), end

    def _parts(
        self, start: int, closing: str, read: Callable[[int], tuple[_Part, int]]
    ) -> tuple[tuple[_Part, ...], int]:
        """Read what stands between brackets, separated by commas."""
        parts: list[_Part] = []
        position = self.skip(start + 1)
        if self._text.startswith(closing, position):
            return (), position + 1
        while True:
            part, end = read(position)
            parts.append(part)
            end = self.skip(end)
            if self._text.startswith(closing, end):
                return tuple(parts), end + 1
            if not self._text.startswith(",", end):
                raise self._expected(f"',' or '{closing}'", end)
            position = self.skip(end + 1)
            if self._text.startswith(closing, position):
                raise self._error(f"a comma with nothing after it before '{closing}'", end)

    def _member(self, start: int, depth: int) -> tuple[JsonMember, int]:
        if not self._text.startswith('"', start):
            raise self._expected("a key in double quotes", start)
        key, end = self._string(start)
        colon = self.skip(end)
        if not self._text.startswith(":", colon):
            raise self._expected(f"':' after the key {self._text[start:end]}", colon)
        node, value_end = self.value(self.skip(colon + 1), depth)
        return JsonMember(key, Span(start, end), node), value_end

    def _string(self, start: int) -> tuple[str, int]:
        try:
            text, end = scanstring(self._text, start + 1, True)
        except JSONDecodeError as error:
            raise self._error(self._string_reason(error), error.pos) from None
        return str(text), int(end)

    def _string_reason(self, error: JSONDecodeError) -> str:
        if error.msg.startswith("Unterminated"):
            return "the string that starts here has no closing quote"
        if not error.msg.startswith("Invalid control"):
            return "a backslash that starts no JSON escape"
        if self._text[error.pos] in "\r\n":
            return "the line ends inside a string: close the string, or write \\n"
        code = ord(self._text[error.pos])
        return f"a control character inside a string: write it as \\u{code:04x}"

    def _bare(self, start: int) -> tuple[JsonNode, int]:
        """Read a number, true, false or null."""
        number = _NUMBER.match(self._text, start)
        if number is not None:
            literal, span = number[0], Span(start, number.end())
            if number[1] is not None or number[2] is not None:
                return JsonScalar(float(literal), literal, span), span.end
            if len(literal) > MAX_DIGITS:
                raise self._error(f"a number of more than {MAX_DIGITS} digits", start)
            return JsonScalar(int(literal), literal, span), span.end
        word = _WORD.match(self._text, start)
        for literal, value in _CONSTANTS:
            if word is not None and word[0] == literal:
                return JsonScalar(value, literal, Span(start, word.end())), word.end()
        raise self._expected("a value", start)

    def _expected(self, what: str, position: int) -> JsonSyntaxError:
        if position == len(self._text):
            return self._error(f"expected {what}, but the text ends here", position)
        word = _WORD.match(self._text, position)
        found = self._text[position] if word is None else word[0]
        return self._error(f"expected {what}, found {found[:30]!r}", position)

    def _error(self, reason: str, position: int) -> JsonSyntaxError:
        return JsonSyntaxError(self._text, reason, position)
