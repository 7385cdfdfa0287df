"""Characters that are not seen, or turn text around, in the schema and the context."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from engine.characters import code_point, described
from engine.errors import Finding, Place, Severity
from engine.findings.counted import counted
from engine.findings.owner_words import owner_words
from engine.prompt.segments import Owner, OwnerKind, Segment

BIDI = "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"
INVISIBLE = (
    "\u00a0\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2000-\u200d\u2028\u2029\u202f\u205f"
    "\u2060-\u2065\u206a-\u206f\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb"
    "\U000e0000-\U000e007f\U000e0100-\U000e01ef"
)
# Emoji, Indic scripts and typography need these, so by themselves they are no warning.
_ORDINARY = re.compile("[\u00a0\u200c\u200d\u202f\u3000\ufe0e\ufe0f]*")
_EITHER = re.compile(f"[{BIDI}{INVISIBLE}]")


@dataclass(frozen=True, slots=True)
class _Kind:
    """A kind of character: how it is named, what finds it, its id in context and in schema."""

    name: str
    pattern: re.Pattern[str]
    context_id: str
    schema_id: str


_KINDS = (
    _Kind("invisible", re.compile(f"[{INVISIBLE}]"), "context-invisible", "schema-invisible"),
    _Kind("direction", re.compile(f"[{BIDI}]"), "context-bidi", "schema-bidi"),
)


def invisible_findings(data: bytes, segments: tuple[Segment, ...]) -> tuple[Finding, ...]:
    """Report each kind of character once for each text, with counts, names and first place."""
    if data.isascii():
        return ()
    return tuple(
        finding
        for segment in segments
        if segment.owner.kind in (OwnerKind.CONTEXT, OwnerKind.SCHEMA)
        for finding in _in_segment(data, segment, segments)
    )


def remove_invisible(text: str) -> str:
    """Take the characters away that are not seen."""
    return text if text.isascii() else _EITHER.sub("", text)


def _in_segment(data: bytes, segment: Segment, segments: tuple[Segment, ...]) -> Iterator[Finding]:
    content = data[segment.byte_start : segment.byte_end]
    if content.isascii():
        return
    text = content.decode()
    if _EITHER.search(text) is None:
        return
    for kind in _KINDS:
        first = kind.pattern.search(text)
        if first is not None:
            start = segment.byte_start + len(text[: first.start()].encode())
            end = start + len(first.group().encode())
            found = "".join(kind.pattern.findall(text))
            holder = owner_words(segment.owner, data, segments)
            yield _finding(kind, segment.owner, holder, (start, end), found)


def _finding(kind: _Kind, owner: Owner, holder: str, where: tuple[int, int], found: str) -> Finding:
    in_context = owner.kind is OwnerKind.CONTEXT
    plural = "" if len(found) == 1 else "s"
    ordinary = kind.name == "invisible" and _ORDINARY.fullmatch(found) is not None
    severity: Severity = "info" if ordinary else "warning"
    return Finding(
        kind.context_id if in_context else kind.schema_id,
        severity,
        Place(owner.kind.value, owner.field, byte_start=where[0], byte_end=where[1]),
        f"{holder} holds {len(found)} {kind.name} "
        f"character{plural}: {counted(found, described, 'other kinds')}",
        "The model sees them; remove them if you did not mean them.",
        about=" ".join(map(code_point, sorted(set(found)))),
    )
