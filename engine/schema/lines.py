"""Turn positions in a text into lines and columns, both counted from 1."""

from __future__ import annotations

from bisect import bisect_right

from engine.errors import Place
from engine.schema.fields import Span


class Lines:
    """Know where the lines of one text begin; lines end with LF, columns count code points."""

    def __init__(self, text: str) -> None:
        """Find the line starts once, so that each look-up is logarithmic."""
        self._starts = [0]
        for line in text.split("\n"):
            self._starts.append(self._starts[-1] + len(line) + 1)

    def at(self, position: int) -> tuple[int, int]:
        """Give the line and column of a position."""
        line = bisect_right(self._starts, position, hi=len(self._starts) - 1)
        return line, position - self._starts[line - 1] + 1

    def place(self, span: Span, field: str | None = None) -> Place:
        """Write a span of the schema text as the place of a finding."""
        line, column = self.at(span.start)
        return Place("schema", field, line, column, span.start, span.end)
