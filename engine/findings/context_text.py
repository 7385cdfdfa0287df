"""What lies in a context that people could misread: fences, NUL, CR and other controls."""

from __future__ import annotations

import re
from collections.abc import Iterator

from engine.characters import code_point
from engine.errors import Finding, Place, Severity
from engine.findings.counted import counted
from engine.prompt.segments import OwnerKind, Segment

_FENCE_LIKE = re.compile(rb"<<<CONTEXT\b|CONTEXT(?::\w*)?>>>")
_C0 = re.compile(rb"[\x01-\x08\x0b\x0c\x0e-\x1f\x7f]")
_C1 = re.compile(rb"\xc2[\x80-\x9f]")


def context_findings(data: bytes, segments: tuple[Segment, ...]) -> tuple[Finding, ...]:
    """Report fence-like text and control characters, each with its first place."""
    return tuple(
        finding
        for segment in segments
        if segment.owner.kind is OwnerKind.CONTEXT
        for finding in _in_segment(data, segment)
    )


def _in_segment(data: bytes, segment: Segment) -> Iterator[Finding]:
    content = data[segment.byte_start : segment.byte_end]
    fence = _FENCE_LIKE.search(content) if b"CONTEXT" in content else None
    if fence is not None:
        text = fence.group().decode()
        yield _finding(
            "fence-like-text",
            "info",
            (segment.byte_start + fence.start(), segment.byte_start + fence.end()),
            f"the context holds {text}, which looks like a fence",
            "It is inert: the nonce of the real fence is another. Nothing to do.",
        )
    for identity, byte, name in (("context-nul", b"\0", "NUL"), ("context-cr", b"\r", "CR")):
        count = content.count(byte)
        if count:
            start = segment.byte_start + content.index(byte)
            plural = "s" if count > 1 else ""
            yield _characters(identity, "info", start, f"{count} {name} character{plural}")
    first = [match.start() for match in (_C0.search(content), _C1.search(content)) if match]
    if first:
        found = (*_C0.findall(content), *_C1.findall(content))
        named = counted(found, lambda one: code_point(one.decode()), "other kinds")
        start = segment.byte_start + min(first)
        yield _characters("context-control", "warning", start, f"control characters: {named}")


def _characters(identity: str, severity: Severity, start: int, what: str) -> Finding:
    return _finding(
        identity,
        severity,
        (start, start + 1),
        f"the context holds {what}",
        "They are sent to the model as they are; remove them if you did not mean them.",
    )


def _finding(
    identity: str, severity: Severity, where: tuple[int, int], message: str, cure: str
) -> Finding:
    place = Place("context", byte_start=where[0], byte_end=where[1])
    return Finding(identity, severity, place, message, cure)
