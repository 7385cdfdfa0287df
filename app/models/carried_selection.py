"""Where a selection of one prompt lies in the next one."""

from __future__ import annotations

from engine.prompt.positions import segment_at
from engine.prompt.render import RenderedPrompt
from engine.prompt.segments import Segment


def carried(
    before: RenderedPrompt, after: RenderedPrompt, selected: tuple[int, int]
) -> tuple[int, int] | None:
    """Find the same bytes of the same pieces again; None where they are not there any more."""
    if before is after:
        return selected
    start, end = selected
    first = _moved(before, after, start, start)
    last = first if start == end else _moved(before, after, end - 1, end)
    if first is None or last is None or before.data[start:end] != after.data[first:last]:
        return None
    return first, last


def _moved(before: RenderedPrompt, after: RenderedPrompt, byte: int, offset: int) -> int | None:
    """Move an offset with the piece that holds a byte, when its text is still the same."""
    number = segment_at(before.segments, byte)
    if number < 0:
        return None
    old = before.segments[number]
    earlier = sum(one.owner == old.owner for one in before.segments[:number])
    alike = [one for one in after.segments if one.owner == old.owner][earlier : earlier + 1]
    for new in alike:
        if _text(before, old) == _text(after, new):
            return new.byte_start + offset - old.byte_start
    return None


def _text(prompt: RenderedPrompt, segment: Segment) -> bytes:
    return prompt.data[segment.byte_start : segment.byte_end]
