"""A comparison laid out in lines, ready to be drawn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from engine.golden.check import Judged
from engine.golden.comparison import Comparer, VectorComparison
from engine.golden.diff import TextDiff, text_diff
from engine.golden.rows import InlineRow, LineRow, inline_rows, side_by_side

LONG = 100_000  # bytes of a prompt that takes more than a moment to render again


@dataclass(frozen=True, slots=True)
class LaidText:
    """Two texts aligned, as lines side by side and as lines in one."""

    diff: TextDiff
    sides: tuple[LineRow, ...]
    inline: tuple[InlineRow, ...]


@dataclass(frozen=True, slots=True)
class Laid:
    """A comparison with its texts and plans; without one side the other is laid beside itself.

    `is_explained`: its causes were looked for, which takes a while for long texts.
    """

    comparison: VectorComparison
    text: LaidText | None
    plan: LaidText | None
    is_explained: bool = True

    @property
    def has_both(self) -> bool:
        """Say whether there is an agreed and a live side."""
        return self.comparison.text is not None


def lay_out(comparison: VectorComparison) -> Laid:
    """Lay out what a comparison knows."""
    text = comparison.text
    if text is None:
        only = _only_side(comparison)
        text = None if only is None else text_diff(only, only)
    live = comparison.live_plan
    plan = None if live is None else text_diff(comparison.expected_plan or live, live)
    return Laid(comparison, _laid(text), _laid(plan))


def lay_out_in_steps(comparer: Comparer, judged: Judged) -> Iterator[Laid]:
    """Lay a judged vector out; a long one at first without its causes."""
    sides = comparer.sides(judged)
    laid = lay_out(sides)
    if sides.live is not None and len(sides.live.prompt.data) > LONG:
        yield replace(laid, is_explained=False)
    yield replace(laid, comparison=replace(sides, causes=comparer.causes(judged)))


def _only_side(comparison: VectorComparison) -> str | None:
    if comparison.live is not None:
        return comparison.live.prompt.text
    return None if comparison.expected is None else comparison.expected.rendered_text


def _laid(diff: TextDiff | None) -> LaidText | None:
    return None if diff is None else LaidText(diff, side_by_side(diff), inline_rows(diff))
