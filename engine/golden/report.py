"""A difference written as text: what `golden diff`, patches and git show."""

from __future__ import annotations

from collections.abc import Iterator

from engine.characters import described
from engine.golden.align import Kind
from engine.golden.compare import KeyDifference
from engine.golden.comparison import VectorComparison
from engine.golden.diff import TextDiff
from engine.golden.invisible import with_marks
from engine.golden.rows import LineRow, Part, side_by_side
from engine.golden.token_diff import TokenDiff
from engine.golden.unified import lines_of, unified_lines

CONTEXT_LINES = 2
MAX_LINE = 2000
SHOWN_IDS = 12
SHOWN_NAMES = 6
ALIKE = frozenset("Il1|O0")  # alone, each can be taken for another


def comparison_lines(comparison: VectorComparison) -> Iterator[str]:
    """Write all that is known of a vector's difference, the sentence first."""
    verdict = comparison.verdict
    yield f"{with_marks(verdict.name)}: {verdict.state}"
    if verdict.sentence:
        yield with_marks(verdict.sentence)
    for cause in comparison.causes:
        proof = " (rendered again with it: equal)" if cause.proven else ""
        yield f"cause: {with_marks(str(cause))}{proof}"
    if comparison.text is None:
        if comparison.live is not None:
            yield from (f"+ {with_marks(line)}" for line in comparison.live.prompt.text.split("\n"))
        return
    yield from difference_lines(comparison.text, comparison.tokens, comparison.keys)
    yield from plan_lines(comparison.expected_plan, comparison.live_plan)


def difference_lines(
    text: TextDiff, tokens: TokenDiff | None, keys: tuple[KeyDifference, ...]
) -> Iterator[str]:
    """Write the changed lines of a text, its changes in bytes, the tokens and the keys."""
    if text.changes:
        yield ""
        yield from text_lines(text)
        yield ""
        yield from change_lines(text)
    if tokens is not None and tokens.changes:
        yield ""
        yield from token_lines(tokens)
    if keys:
        yield ""
        yield from (with_marks(str(key)) for key in keys)


def text_lines(text: TextDiff) -> Iterator[str]:
    """Write changed lines with `-` and `+`, some lines around them, characters all visible."""
    rows = side_by_side(text)
    changed = [index for index, row in enumerate(rows) if row.is_changed]
    near = {index + step for index in changed for step in range(-CONTEXT_LINES, CONTEXT_LINES + 1)}
    before = -1
    for index in sorted(near & set(range(len(rows)))):
        if index != before + 1:
            yield f"@@ line {rows[index].expected_line or rows[index].live_line} @@"
        yield from _row_lines(text, rows[index])
        before = index


def change_lines(text: TextDiff) -> Iterator[str]:
    """Write each change with its bytes; few characters by name, where not all are plainly seen."""
    if text.only_invisible:
        yield "Only characters that people do not see differ."
    for change in text.changes:
        here, there = text.expected_text(change), text.live_text(change)
        place = byte_range(change.expected_start, change.expected_end)
        live = byte_range(change.live_start, change.live_end)
        named = _is_hard_to_see(here) or _is_hard_to_see(there)
        sides = f"{_side(here, named=named)} -> {_side(there, named=named)}"
        yield f"{change.kind} {place} (live {live}): {sides}"


def token_lines(tokens: TokenDiff) -> Iterator[str]:
    """Write each change of token ids, and say where text and ids do not go together."""
    for change in tokens.changes:
        here = tokens.expected.ids[change.expected_start : change.expected_end]
        there = tokens.live.ids[change.live_start : change.live_end]
        same = "; the text under them is the same" if change.same_text else ""
        start, live = change.expected_start, change.live_start
        yield f"{change.kind} tokens at {start} (live {live}): {_ids(here)} -> {_ids(there)}{same}"
    for hunk in tokens.silent:
        place = byte_range(hunk.live_start, hunk.live_end)
        yield f"{place} changed, the token ids did not"


def byte_range(start: int, end: int) -> str:
    """Name bytes, the last one included; an empty range by the byte before which it lies.

    >>> byte_range(458, 474), byte_range(458, 459), byte_range(458, 458)
    ('bytes 458 to 473', 'byte 458', 'before byte 458')
    """
    if end == start:
        return f"before byte {start}"
    return f"byte {start}" if end == start + 1 else f"bytes {start} to {end - 1}"


def plan_lines(expected: str | None, live: str | None) -> Iterator[str]:
    """Write two plans' difference; nothing when they are equal or one is not known."""
    if expected is None or live is None or expected == live:
        return
    yield ""
    before, after = (lines_of(f"{plan}\n") for plan in (expected, live))
    for line in unified_lines(before, after, "plan expected", "plan live"):
        yield with_marks(line.rstrip("\n"))


def _row_lines(text: TextDiff, row: LineRow) -> Iterator[str]:
    if not row.is_changed:
        yield f"  {_written(text.live, row.live)}"
        return
    if row.expected:
        yield f"- {_written(text.expected, row.expected)}"
    if row.live:
        yield f"+ {_written(text.live, row.live)}"


def _written(data: bytes, parts: tuple[Part, ...]) -> str:
    """Write a line with its changes in braces, marks in place of what is not seen."""
    written = ""
    for part in parts:
        marked = with_marks(data[part.start : part.end].decode()[: MAX_LINE + 1])
        marked = marked.removesuffix("⟨LF⟩") if part.kind is Kind.EQUAL else marked
        written += marked if part.kind is Kind.EQUAL else f"{{{marked}}}"
    return written if len(written) <= MAX_LINE else f"{written[:MAX_LINE]}…"


def _is_hard_to_see(text: str) -> bool:
    """Say whether a text is blank, is more than plain ASCII, or a character with a double."""
    plain = text.isascii() and text.isprintable()
    return bool(text) and (not plain or text.isspace() or text in ALIKE)


def _side(text: str, *, named: bool) -> str:
    if not text:
        return "nothing"
    if named and len(text) <= SHOWN_NAMES:
        return " ".join(described(character) for character in text)
    written = with_marks(text[: MAX_LINE + 1])
    return f'"{written if len(written) <= MAX_LINE else written[:MAX_LINE] + "…"}"'


def _ids(ids: tuple[int, ...]) -> str:
    more = "" if len(ids) <= SHOWN_IDS else f", … {len(ids)} in all"
    return f"[{', '.join(map(str, ids[:SHOWN_IDS]))}{more}]"
