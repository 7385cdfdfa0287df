"""The scores as a tree: fields, their choices with probabilities, and each choice's tokens."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from app.models.decision_line import Line, LineKind, Path, child_count, line_at
from app.models.marks import visible
from app.models.number_text import nats_text, percent_text, probability_text
from engine.scoring.result import (
    ChoiceScore,
    FieldScore,
    MultiScore,
    OptionScore,
    ScalarScore,
    Scores,
    Step,
)
from engine.scoring.rows import TokenShare

Index = QModelIndex | QPersistentModelIndex
Pieces = Callable[[int], str]
LINE_ROLE = Qt.ItemDataRole.UserRole
NUMBER_ROLE = Qt.ItemDataRole.UserRole + 1
SHARE_ROLE = Qt.ItemDataRole.UserRole + 2
WARNING_ROLE = Qt.ItemDataRole.UserRole + 3
TIE_ROLE = Qt.ItemDataRole.UserRole + 4

MOST_OUTSIDE = 0.5
MOST_PREFERRED = 3
_LEVEL_BITS = 16
_LEVEL_MASK = (1 << _LEVEL_BITS) - 1


class DecisionModel(QAbstractItemModel):
    """Look lines up by their path; an index's id packs the path of its parent."""

    def __init__(self, parent: QObject | None = None) -> None:
        """Start without scores."""
        super().__init__(parent)
        self._scores: Scores | None = None
        self._pieces: Pieces = str
        self._shape: tuple[object, ...] = ()

    @property
    def fields(self) -> tuple[FieldScore, ...]:
        """Give the fields' scores in schema order."""
        return () if self._scores is None else self._scores.fields

    def set_scores(self, scores: Scores | None, pieces: Pieces = str) -> None:
        """Show scores; `pieces` gives a token's spelling. The same object changes nothing.

        Lines stay where they are (and open) when fields and choices are the same as before.
        """
        if scores is self._scores:
            return
        shape = () if scores is None else tuple(map(_shape, scores.fields))
        if shape == self._shape and scores is not None:
            self._scores, self._pieces = scores, pieces
            self._tell_changed()
            return
        self.beginResetModel()
        self._scores, self._pieces, self._shape = scores, pieces, shape
        self.endResetModel()

    def index(self, row: int, column: int, parent: Index | None = None) -> QModelIndex:
        """Give the index of a line below a parent."""
        path = self._path(parent)
        if column != 0 or not 0 <= row < self._count(path):
            return QModelIndex()
        return self.createIndex(row, column, _packed(path))

    def parent(self, index: Index | None = None) -> Any:
        """Give the line above; without an argument, the QObject that owns the model."""
        if index is None:
            return super().parent()
        path = self._path(index)[:-1]
        return self.createIndex(path[-1], 0, _packed(path[:-1])) if path else QModelIndex()

    def rowCount(self, parent: Index | None = None) -> int:
        """Count the lines below a parent."""
        return self._count(self._path(parent))

    def columnCount(self, parent: Index | None = None) -> int:
        """Give the one column that is drawn."""
        del parent
        return 1

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Look one line up."""
        if not index.isValid():
            return None
        line = line_at(self.fields, self._path(index))
        if role == LINE_ROLE:
            return line
        if role == Qt.ItemDataRole.DisplayRole:
            return self._label(line)
        if role in {Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole}:
            return self._spoken(line)
        looked_up = {
            NUMBER_ROLE: _number,
            SHARE_ROLE: _share,
            WARNING_ROLE: _warning,
            TIE_ROLE: _tie,
        }.get(role)
        return None if looked_up is None else looked_up(line)

    def _count(self, path: Path) -> int:
        return child_count(self.fields, path)

    def _path(self, index: Index | None) -> Path:
        if index is None or not index.isValid():
            return ()
        return (*_unpacked(index.internalId()), index.row())

    def _tell_changed(self) -> None:
        """Say that every line's values may have changed, level by level where lines are few."""
        last = len(self.fields) - 1
        self.dataChanged.emit(self.index(0, 0), self.index(last, 0))
        for row in range(last + 1):
            field = self.index(row, 0)
            children = self.rowCount(field) - 1
            self.dataChanged.emit(self.index(0, 0, field), self.index(children, 0, field))

    def _label(self, line: Line, *, full: bool = False) -> str:
        """Write what stands at the left of a line; in full for screen readers."""
        value = line.value
        if line.kind is LineKind.SUMMARY:
            return self._summary(value, full=full)
        if isinstance(value, OptionScore):
            logits = line.kind is LineKind.LOGITS
            return self._logits(value, full=full) if logits else value.option
        if isinstance(value, Step):
            piece = visible(self._pieces(value.token_id))
            return f"{line.number + 1}.  {piece}  ({value.token_id})"
        if isinstance(value, ScalarScore) and line.kind is LineKind.COUNT:
            return self.tr("count: {0}").format(value.value)
        return value.choice if isinstance(value, ChoiceScore) else value.field

    def _spoken(self, line: Line) -> str:
        """Write a line in full, for screen readers and the tooltip."""
        number = _number(line)
        mark = self.tr("selected") if line.won else ""
        tie = self.tr("tie") if _tie(line) else ""
        return ", ".join(filter(None, (self._label(line, full=True), number, mark, tie)))

    def _summary(self, value: object, *, full: bool) -> str:
        if isinstance(value, MultiScore):
            text = self.tr("margin {0} · decided {1}")
            return text.format(nats_text(value.margin), value.reconciled_by.replace("_", " "))
        if not isinstance(value, ScalarScore):
            return ""
        parts = [self.tr("margin {0} nats").format(nats_text(value.margin_nats))]
        if value.ordinal is not None:
            level = self.tr("expected level {0} of 0–{1}")
            parts.append(
                level.format(f"{value.ordinal.expected_index:.2f}", len(value.choices) - 1)
            )
        parts.append(self._outside(value.legal_mass, value.preferred, full=full))
        return "  ·  ".join(parts)

    def _outside(self, legal_mass: float, preferred: tuple[TokenShare, ...], *, full: bool) -> str:
        """Say how much probability lies outside the allowed answers, and which tokens hold it."""
        share = max(0.0, 1.0 - legal_mass)
        text = self.tr("outside the allowed answers {0}") if full else self.tr("outside {0}")
        text = text.format(percent_text(share))
        if not preferred:
            return text
        tokens = (
            f"`{visible(self._pieces(token.token_id))}` {probability_text(token.probability)}"
            for token in preferred[:MOST_PREFERRED]
        )
        return f"{text}: {', '.join(tokens)}"

    def _logits(self, value: OptionScore, *, full: bool) -> str:
        logits = self.tr("logits yes {0}, no {1}").format(
            nats_text(value.logit_yes), nats_text(value.logit_no)
        )
        return f"{logits}  ·  {self._outside(value.legal_mass, value.preferred, full=full)}"


def _number(line: Line) -> str:
    """Write the number at the right of a line."""
    value = line.value
    if line.kind in {LineKind.SUMMARY, LineKind.LOGITS}:
        return ""
    if isinstance(value, Step):
        if value.log_probability_full is None:
            return nats_text(value.log_probability)
        full = nats_text(value.log_probability_full)
        return f"{nats_text(value.log_probability)}  ({full})"
    share = _share(line)
    return "" if share is None else probability_text(share)


def _share(line: Line) -> float | None:
    """Give the probability that a line's bar shows."""
    value = line.value
    if line.kind in {LineKind.SUMMARY, LineKind.LOGITS}:
        return None
    if isinstance(value, ScalarScore):
        return value.choices[value.winner].probability
    return value.probability if isinstance(value, (ChoiceScore, OptionScore)) else None


def _warning(line: Line) -> bool:
    """Say whether most of the probability lies outside the allowed answers."""
    value = line.value
    legal = value.legal_mass if isinstance(value, (ScalarScore, OptionScore)) else 1.0
    return line.kind in {LineKind.SUMMARY, LineKind.LOGITS} and 1.0 - legal >= MOST_OUTSIDE


def _tie(line: Line) -> bool:
    return line.kind is LineKind.FIELD and isinstance(line.value, ScalarScore) and line.value.tie


def _shape(field: FieldScore) -> tuple[object, ...]:
    """Name a field and count its lines: lines of one shape can change in place."""
    if isinstance(field, MultiScore):
        return field.field, len(field.options), _shape(field.count)
    return field.field, tuple(len(choice.steps) for choice in field.choices)


def _packed(path: Path) -> int:
    """Pack a path, each number plus 1, into 16 bits a level."""
    return sum((number + 1) << (_LEVEL_BITS * level) for level, number in enumerate(path))


def _unpacked(packed: int) -> Path:
    levels: list[int] = []
    while packed:
        levels.append((packed & _LEVEL_MASK) - 1)
        packed >>= _LEVEL_BITS
    return tuple(levels)
