"""A rendered prompt, cut into byte ranges that each have one owner."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from engine.common_ends import common_ends
from engine.errors import TemplateError
from engine.prompt.segments import Owner, OwnerKind, Piece, Segment, Trimmed
from engine.templates.scaffold import (
    Render,
    Scaffold,
    find_prose,
    learn_marker_words,
    learn_scaffold,
)

Span = tuple[Owner, str]
TEMPLATE = Owner(OwnerKind.TEMPLATE)
ADDED = Owner(OwnerKind.ADDED)
GENERATION = Owner(OwnerKind.GENERATION)


@dataclass(frozen=True, slots=True)
class Placement:
    """A rendered text with the owner of every byte, and what the template removed.

    `aligned` is False where the template rewrote a content inside, or contents could not be
    found; the bytes in question then count as the template's.
    """

    text: str
    segments: tuple[Segment, ...]
    trimmed: tuple[Trimmed, ...]
    aligned: bool


@dataclass(frozen=True, slots=True)
class _Run:
    """Say that `length` characters of a content, from `offset` on, stand in the text at `start`."""

    message: int
    offset: int
    length: int
    start: int

    @property
    def end(self) -> int:
        return self.start + self.length


@dataclass(frozen=True, slots=True)
class _Reading:
    """Say where the contents stand in the text; `exact` if that accounts for all of them."""

    runs: tuple[_Run, ...]
    exact: bool


def place(
    render: Render,
    messages: tuple[tuple[str, tuple[Piece, ...]], ...],
    *,
    render_bare: Render | None = None,
) -> Placement:
    """Render messages and say for every byte of the text which piece it came from.

    Scaffold is TEMPLATE, but for prose of the template's own, which is ADDED, and for what
    `render` appends to the text of `render_bare` (the same without a generation prompt), which
    is GENERATION. Raises TemplateError where the template refuses the messages.
    """
    contents = tuple("".join(piece.text for piece in pieces) for _, pieces in messages)
    roles = tuple(role for role, _ in messages)
    conversation = tuple(zip(roles, contents, strict=True))
    text = render(conversation)
    reading = _read(text, render, roles, contents)
    generation = _generation_start(text, render_bare, conversation)
    words = learn_marker_words(render) if reading.exact else None
    pieces = tuple(pieces for _, pieces in messages)
    segments = _segments(_own(text, reading.runs, pieces, generation, words))
    removed = tuple(
        _trimmed(role, content, tuple(run for run in reading.runs if run.message == index))
        for index, (role, content) in enumerate(conversation)
    )
    trimmed = tuple(entry for entry in removed if entry.leading or entry.trailing)
    return Placement(text, segments, trimmed if reading.exact else (), reading.exact)


def _read(text: str, render: Render, roles: tuple[str, ...], contents: tuple[str, ...]) -> _Reading:
    """Find the contents: by the scaffold, else by search, else as far as the scaffold goes."""
    inexact = []
    for reading in _readings(text, render, roles, contents):
        if reading.exact:
            return reading
        inexact.append(reading)
    return inexact[0]


def _readings(
    text: str, render: Render, roles: tuple[str, ...], contents: tuple[str, ...]
) -> Iterator[_Reading]:
    """Read by the scaffold around all contents, by that around those not blank, by search."""
    blank = frozenset(index for index, content in enumerate(contents) if not content.strip())
    for empty in dict.fromkeys((frozenset[int](), blank)):
        try:
            reading = _match(text, learn_scaffold(render, roles, empty), contents)
        except TemplateError:
            continue
        if reading is not None:
            yield reading
    yield _search(text, contents)


def _match(text: str, scaffold: Scaffold, contents: tuple[str, ...]) -> _Reading | None:
    """Read the text as scaffold and contents in turn; None where it is anything else."""
    runs: list[_Run] = []
    exact = True
    position = 0
    gaps = tuple(pairwise(scaffold.gaps))
    for index, (slot, (before, after)) in enumerate(zip(scaffold.slots, gaps, strict=True)):
        if not text.startswith(before, position):
            return None
        position += len(before)
        is_last = index == len(gaps) - 1
        end = _content_end(text, position, contents[slot], after, is_last=is_last)
        if end is None:
            return None
        found = _runs_of(slot, contents[slot], text[position:end], position)
        runs.extend(found)
        exact = exact and len(found) == 1
        position = end
    return _Reading(tuple(runs), exact) if text[position:] == scaffold.gaps[-1] else None


def _content_end(text: str, position: int, content: str, gap: str, *, is_last: bool) -> int | None:
    """Find where a content ends: whole or stripped before the next gap, else where a gap is."""
    for _, form in _forms(content):
        end = position + len(form)
        at_gap = text[end:] == gap if is_last else text.startswith(gap, end)
        if at_gap and text.startswith(form, position):
            return end
    end = len(text) - len(gap) if is_last else text.find(gap, position)
    return end if end >= position else None


def _runs_of(message: int, content: str, written: str, start: int) -> tuple[_Run, ...]:
    """Say which characters of a content were written: one run, or two where it was rewritten.

    A rewritten content keeps what its beginning and its end have in common with the text.
    """
    offset = next((at for at, form in _forms(content) if form == written), content.find(written))
    if offset >= 0:
        return (_Run(message, offset, len(written), start),)
    first = 0 if written[:1].isspace() else len(content) - len(content.lstrip())
    head, tail = common_ends(content[first:], written)
    end = start + len(written)
    return (
        _Run(message, first, head, start),
        _Run(message, len(content) - tail, tail, end - tail),
    )


def _forms(content: str) -> tuple[tuple[int, str], ...]:
    """List a content whole and stripped, longest first, each with its offset in the content."""
    stripped = content.lstrip()
    leading = len(content) - len(stripped)
    return (0, content), (leading, stripped), (0, content.rstrip()), (leading, stripped.rstrip())


def _search(text: str, contents: tuple[str, ...]) -> _Reading:
    """Find contents where the scaffold depends on them: in order, each exactly once."""
    runs: list[_Run] = []
    position = 0
    for index, content in enumerate(contents):
        found = _find_once(text, content)
        if content and (found is None or found[0] < position):
            return _Reading((), exact=False)
        if found is not None:
            start, offset, length = found
            runs.append(_Run(index, offset, length, start))
            position = start + length
    return _Reading(tuple(runs), exact=True)


def _find_once(text: str, content: str) -> tuple[int, int, int] | None:
    """Find a content that is not blank, as it is or stripped, if the text has it just once.

    Gives its place in the text, the offset of what was found in the content, and its length.
    """
    for offset, form in _forms(content):
        if form.strip() and form in text:
            return (text.find(form), offset, len(form)) if text.count(form) == 1 else None
    return None


def _generation_start(
    text: str, render_bare: Render | None, conversation: tuple[tuple[str, str], ...]
) -> int:
    """Find where the generation marker starts; the end of the text where that is unknown."""
    if render_bare is None:
        return len(text)
    try:
        bare = render_bare(conversation)
    except TemplateError:
        return len(text)
    return len(bare) if text.startswith(bare) else len(text)


def _own(
    text: str,
    runs: tuple[_Run, ...],
    pieces: tuple[tuple[Piece, ...], ...],
    generation: int,
    words: frozenset[str] | None,
) -> Iterator[Span]:
    """Lay the owners of the whole text end to end; the generation marker follows all contents."""
    position = 0
    for run in runs:
        yield from _own_scaffold(text[position : run.start], words)
        yield from _own_run(run, pieces[run.message])
        position = run.end
    marker = max(position, generation)
    yield from _own_scaffold(text[position:marker], words)
    yield GENERATION, text[marker:]


def _own_scaffold(gap: str, words: frozenset[str] | None) -> Iterator[Span]:
    """Tell prose from markers; where a content was rewritten (no words), all is TEMPLATE."""
    start, end = (0, 0) if words is None else find_prose(gap, words)
    yield TEMPLATE, gap[:start]
    yield ADDED, gap[start:end]
    yield TEMPLATE, gap[end:]


def _own_run(run: _Run, pieces: tuple[Piece, ...]) -> Iterator[Span]:
    """Give each piece the part of it that lies in the run."""
    position = 0
    for piece in pieces:
        start = max(run.offset - position, 0)
        end = max(run.offset + run.length - position, 0)
        yield piece.owner, piece.text[start:end]
        position += len(piece.text)


def _segments(spans: Iterator[Span]) -> tuple[Segment, ...]:
    """Turn owned texts, laid end to end, into ranges of UTF-8 bytes; empty ones have none."""
    segments: list[Segment] = []
    position = 0
    for owner, text in spans:
        if not text:
            continue
        end = position + len(text.encode())
        segments.append(Segment(owner, position, end))
        position = end
    return tuple(segments)


def _trimmed(role: str, content: str, runs: tuple[_Run, ...]) -> Trimmed:
    """Count the bytes of a content before its first and after its last written character."""
    if not runs:
        return Trimmed(role, len(content.encode()), 0)
    first = min(run.offset for run in runs)
    last = max(run.offset + run.length for run in runs)
    return Trimmed(role, len(content[:first].encode()), len(content[last:].encode()))
