"""One line of the decisions: what stands at a path of fields, choices and steps."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

from engine.scoring.result import (
    ChoiceScore,
    FieldScore,
    MultiScore,
    OptionScore,
    ScalarScore,
    Step,
)

Path = tuple[int, ...]


class LineKind(Enum):
    """Name the sorts of line."""

    FIELD = auto()
    SUMMARY = auto()
    OUTSIDE = auto()
    CHOICE = auto()
    OPTION = auto()
    COUNT = auto()
    STEP = auto()
    LOGITS = auto()


@dataclass(frozen=True, slots=True)
class Line:
    """One line: its sort, the value it writes about, and whether it won or was selected."""

    kind: LineKind
    value: FieldScore | ChoiceScore | OptionScore | Step
    won: bool = False
    number: int = 0


def child_count(fields: tuple[FieldScore, ...], path: Path) -> int:
    """Count the lines below a path: fields, then notes and choices, then steps."""
    if not path:
        return len(fields)
    line = line_at(fields, path)
    value = line.value
    if line.kind is LineKind.FIELD:
        return _notes(value) + _choices(value)
    if line.kind is LineKind.CHOICE and isinstance(value, ChoiceScore):
        return len(value.steps)
    return {LineKind.OPTION: 1, LineKind.COUNT: _choices(value)}.get(line.kind, 0)


def line_at(fields: tuple[FieldScore, ...], path: Path) -> Line:
    """Look up the line at a path."""
    field = fields[path[0]]
    if len(path) == 1:
        return Line(LineKind.FIELD, field)
    number, rest = path[1], path[2:]
    if number == 0:
        return Line(LineKind.SUMMARY, field)
    if isinstance(field, MultiScore):
        return _multi_line(field, number - 1, rest)
    if number < _notes(field):
        return Line(LineKind.OUTSIDE, field)
    return _choice_line(field, number - _notes(field), rest)


def _multi_line(field: MultiScore, number: int, rest: Path) -> Line:
    """Look below a multi field: options, each over its logits, then the count."""
    if number == len(field.options):
        return _choice_line(field.count, rest[0], rest[1:]) if rest else _count_line(field)
    option = field.options[number]
    if rest:
        return Line(LineKind.LOGITS, option)
    return Line(LineKind.OPTION, option, number in field.selected)


def _count_line(field: MultiScore) -> Line:
    return Line(LineKind.COUNT, field.count)


def _choice_line(score: ScalarScore, number: int, rest: Path) -> Line:
    choice = score.choices[number]
    if rest:
        return Line(LineKind.STEP, choice.steps[rest[0]], number=rest[0])
    return Line(LineKind.CHOICE, choice, number == score.winner, number)


def _notes(value: object) -> int:
    """Count the lines above the choices: nothing lies outside where nothing was scored."""
    return 2 if isinstance(value, ScalarScore) and not value.is_fixed else 1


def _choices(value: object) -> int:
    """Count the lines of choices, or of options and their count."""
    if isinstance(value, MultiScore):
        return len(value.options) + 1
    return len(value.choices) if isinstance(value, ScalarScore) else 0
