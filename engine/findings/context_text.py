"""What lies in a context that people do not see or could misread."""

from __future__ import annotations

import re
from collections.abc import Iterator

from engine.errors import Finding, Place
from engine.prompt.segments import OwnerKind, Segment

_FENCE_LIKE = re.compile(rb"<<<CONTEXT\b|CONTEXT(?::\w*)?>>>")


def context_findings(data: bytes, segments: tuple[Segment, ...]) -> tuple[Finding, ...]:
    """Report NUL, CR and fence-like text of the context, at the first place each stands."""
    return tuple(
        finding
        for segment in segments
        if segment.owner.kind is OwnerKind.CONTEXT
        for finding in _in_segment(data, segment)
    )


def _in_segment(data: bytes, segment: Segment) -> Iterator[Finding]:
    content = data[segment.byte_start : segment.byte_end]
    fence = _FENCE_LIKE.search(content)
    if fence is not None:
        text = fence.group().decode()
        yield _finding(
            "fence-like-text",
            segment.byte_start + fence.start(),
            len(fence.group()),
            f"the context holds {text}, which looks like a fence",
            "It is inert: the nonce of the real fence is another. Nothing to do.",
        )
    for identity, byte, name in (("context-nul", b"\0", "NUL"), ("context-cr", b"\r", "CR")):
        count = content.count(byte)
        if count:
            yield _finding(
                identity,
                segment.byte_start + content.index(byte),
                1,
                f"the context holds {count} {name} character{'s' if count > 1 else ''}",
                "They are sent to the model as they are; remove them if you did not mean them.",
            )


def _finding(identity: str, start: int, length: int, message: str, cure: str) -> Finding:
    place = Place("context", byte_start=start, byte_end=start + length)
    return Finding(identity, "info", place, message, cure)
