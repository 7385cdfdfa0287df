"""Two files' bytes told apart: as vectors where both are, else as texts, else as bytes."""

from __future__ import annotations

import json

from engine.errors import DocumentError
from engine.golden.compare import key_differences, other_key_differences
from engine.golden.diff import text_diff
from engine.golden.report import difference_lines
from engine.golden.token_diff import Tokens, token_diff
from engine.vector import Vector, parse_vector


def file_difference(old: bytes, new: bytes) -> tuple[str, ...]:
    """Describe how two files differ; empty only when their bytes are equal."""
    if old == new:
        return ()
    return _vector_lines(old, new) or _text_lines(old, new) or (_byte_line(old, new),)


def _vector_lines(old: bytes, new: bytes) -> tuple[str, ...]:
    before, after = _vector(old), _vector(new)
    if before is None or after is None:
        return ()
    text = text_diff(before.rendered_text, after.rendered_text)
    tokens = None
    if before.token_ids is not None and after.token_ids is not None:
        tokens = token_diff(Tokens(before.token_ids, ()), Tokens(after.token_ids, ()), text)
    keys = key_differences(before, after)
    others = other_key_differences(json.loads(old), json.loads(new), keys)
    return tuple(difference_lines(text, tokens, (*keys, *others)))


def _vector(data: bytes) -> Vector | None:
    try:
        return parse_vector(data.decode("utf-8"))
    except (UnicodeDecodeError, DocumentError):
        return None


def _text_lines(old: bytes, new: bytes) -> tuple[str, ...]:
    text = text_diff(old.decode(errors="backslashreplace"), new.decode(errors="backslashreplace"))
    return tuple(difference_lines(text, None, ()))


def _byte_line(old: bytes, new: bytes) -> str:
    """Name the first byte that differs, where a byte and its escape read the same."""
    shorter = min(len(old), len(new))
    at = next((at for at in range(shorter) if old[at] != new[at]), shorter)
    here, there = (f"{data[at]:#04x}" if at < len(data) else "the end" for data in (old, new))
    return f"byte {at}: {here} -> {there}"
