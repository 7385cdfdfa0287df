"""Two texts as a difference of lines that `git apply` takes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from engine.golden.align import AlignedRange, Kind, align_ids

CONTEXT = 3
"""So many lines of a file are shown around what changed."""
NO_END = "\\ No newline at end of file"
_LINE = re.compile(r"[^\n]*\n|[^\n]+")  # as git cuts: no other character ends a line


def lines_of(text: str) -> list[str]:
    r"""Cut a text after each LF, which stays.

    >>> lines_of("a\r\nb\u2028c")
    ['a\r\n', 'b\u2028c']
    """
    return _LINE.findall(text)


def unified_lines(old: list[str], new: list[str], source: str, target: str) -> Iterator[str]:
    """Write what became of a file's lines, with its names before and after; nothing when equal.

    Lines that were exchanged are told apart as far as that is quick: never more work than lines
    times edits, or than a bound.
    """
    numbers = {line: number for number, line in enumerate(dict.fromkeys((*old, *new)))}
    ranges = align_ids([numbers[line] for line in old], [numbers[line] for line in new])
    hunks = _grouped([one for one in ranges if one.kind is not Kind.EQUAL])
    if hunks:
        yield f"--- {source}\n"
        yield f"+++ {target}\n"
    for changes in hunks:
        yield from _hunk(changes, old, new)


def _grouped(changes: list[AlignedRange]) -> list[list[AlignedRange]]:
    """Put changes whose context touches into one hunk."""
    hunks = [changes[:1]] if changes else []
    for before, change in pairwise(changes):
        if change.expected_start - before.expected_end > 2 * CONTEXT:
            hunks.append([])
        hunks[-1].append(change)
    return hunks


def _hunk(changes: list[AlignedRange], old: list[str], new: list[str]) -> Iterator[str]:
    first, last = changes[0], changes[-1]
    lead = min(CONTEXT, first.expected_start)
    trail = min(CONTEXT, len(old) - last.expected_end)
    before = _place(first.expected_start - lead, last.expected_end + trail)
    yield f"@@ -{before} +{_place(first.live_start - lead, last.live_end + trail)} @@\n"
    at = first.expected_start - lead
    for change in changes:
        yield from _marked(" ", old[at : change.expected_start])
        yield from _marked("-", old[change.expected_start : change.expected_end])
        yield from _marked("+", new[change.live_start : change.live_end])
        at = change.expected_end
    yield from _marked(" ", old[at : at + trail])


def _place(start: int, end: int) -> str:
    """Write lines as first line and count, if not one; none are named by the line before them.

    >>> _place(0, 2), _place(4, 5), _place(4, 4)
    ('1,2', '5', '4,0')
    """
    if end == start + 1:
        return str(end)
    return f"{start + 1 if end > start else start},{end - start}"


def _marked(mark: str, lines: list[str]) -> Iterator[str]:
    for line in lines:
        yield f"{mark}{line}" if line.endswith("\n") else f"{mark}{line}\n{NO_END}\n"
