"""The scores as a tree: fields, their choices with probabilities, and each choice's tokens."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, Qt

from app.models.baseline import Baseline, change_text
from app.models.decision_line import Line, LineKind, Path, child_count, line_at
from app.models.model_index import Index
from app.models.number_text import nats_text, percent_text, probability_text
from app.models.readable import readable_name
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

LINE_ROLE = Qt.ItemDataRole.UserRole
NUMBER_ROLE = Qt.ItemDataRole.UserRole + 1
SHARE_ROLE = Qt.ItemDataRole.UserRole + 2
WARNING_ROLE = Qt.ItemDataRole.UserRole + 3
TIE_ROLE = Qt.ItemDataRole.UserRole + 4
PINNED_ROLE = Qt.ItemDataRole.UserRole + 5
CHANGE_ROLE = Qt.ItemDataRole.UserRole + 6

MOST_OUTSIDE = 0.5
MOST_PREFERRED = 3
_NOTES = {LineKind.SUMMARY, LineKind.OUTSIDE, LineKind.LOGITS}
_LEVEL_BITS = 16
_LEVEL_MASK = (1 << _LEVEL_BITS) - 1


class DecisionModel(QAbstractItemModel):
    """Look lines up by their path; an index's id packs the path of its parent."""

    def __init__(self, parent: QObject | None = None) -> None:
        """Start without scores."""
        super().__init__(parent)
        self._scores: Scores | None = None
        self._spelt: dict[int, str] = {}
        self._baseline: Baseline | None = None
        self._shape: tuple[object, ...] = ()

    @property
    def fields(self) -> tuple[FieldScore, ...]:
        """Give the fields' scores in schema order."""
        return () if self._scores is None else self._scores.fields

    @property
    def scores(self) -> Scores | None:
        """Give what is shown."""
        return self._scores

    @property
    def pinned(self) -> bool:
        """Say whether changes from a baseline are shown."""
        return self._baseline is not None

    def set_baseline(self, scores: Scores | None) -> None:
        """Show how probabilities differ from these; None shows no changes."""
        self._baseline = None if scores is None else Baseline(scores)
        if self._scores is not None and self._scores.fields:
            self._tell_changed()

    def set_scores(self, scores: Scores | None) -> None:
        """Show scores; the same object changes nothing.

        Lines stay where they are (and open) when fields and choices are the same as before.
        """
        if scores is self._scores:
            return
        shape = () if scores is None else tuple(map(_shape, scores.fields))
        spelt = {} if scores is None else dict(scores.pieces)
        if shape == self._shape and scores is not None:
            self._scores, self._spelt = scores, spelt
            self._tell_changed()
            return
        self.beginResetModel()
        self._scores, self._spelt, self._shape = scores, spelt, shape
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
        path = self._path(index)
        line = line_at(self.fields, path)
        if role in {PINNED_ROLE, CHANGE_ROLE}:
            return self._compared(path, line, role)
        if role == LINE_ROLE:
            return line
        if role == Qt.ItemDataRole.DisplayRole:
            return self._label(line)
        if role in {Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole}:
            return self._spoken(path, line)
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
            return self._summary(value)
        if line.kind is LineKind.OUTSIDE and isinstance(value, ScalarScore):
            return self._outside(value.legal_mass, value.preferred, full=full)
        if isinstance(value, OptionScore):
            logits = line.kind is LineKind.LOGITS
            return self._logits(value, full=full) if logits else readable_name(value.option)
        if isinstance(value, Step):
            return f"{line.number + 1}.  {self._spell(value.token_id)}  ({value.token_id})"
        if isinstance(value, ScalarScore) and line.kind is LineKind.COUNT:
            return self.tr("count: {0}").format(value.value)
        return readable_name(value.choice if isinstance(value, ChoiceScore) else value.field)

    def _compared(self, path: Path, line: Line, role: int) -> float | str | None:
        """Give a line's pinned probability, or how far it is from it as text."""
        value, share = line.value, _share(line)
        if self._baseline is None or share is None:
            return None
        field = self.fields[path[0]]
        if isinstance(field, MultiScore) and not isinstance(value, OptionScore):
            field = field.count
        choice = _compared_choice(value)
        pinned = None if choice is None else self._baseline.probability(field.field, choice)
        if pinned is None or role == PINNED_ROLE:
            return pinned
        return change_text(share - pinned)

    def _spoken(self, path: Path, line: Line) -> str:
        """Write a line in full, for screen readers and the tooltip."""
        number = _number(line)
        change = self._compared(path, line, CHANGE_ROLE)
        number += "" if change is None else self.tr(" ({0} from the baseline)").format(change)
        mark = self.tr("selected") if line.won else ""
        tie = self.tr("tie") if _tie(line) else ""
        return ", ".join(filter(None, (self._label(line, full=True), number, mark, tie)))

    def _spell(self, token_id: int) -> str:
        return self._spelt.get(token_id, str(token_id))

    def _summary(self, value: object) -> str:
        if isinstance(value, MultiScore):
            text = self.tr("margin {0} · decided {1}")
            return text.format(nats_text(value.margin), value.reconciled_by.replace("_", " "))
        if not isinstance(value, ScalarScore):
            return ""
        if value.is_fixed:
            return self.tr("fixed by its one choice, not scored")
        parts = [self.tr("margin {0} nats").format(nats_text(value.margin_nats))]
        if value.ordinal is not None:
            level = self.tr("expected level {0} of 0–{1}")
            parts.append(
                level.format(f"{value.ordinal.expected_index:.2f}", len(value.choices) - 1)
            )
        return "  ·  ".join(parts)

    def _outside(self, legal_mass: float, preferred: tuple[TokenShare, ...], *, full: bool) -> str:
        """Say how much probability lies outside the allowed answers, and which tokens hold it."""
        share = max(0.0, 1.0 - legal_mass)
        text = self.tr("outside the allowed answers {0}") if full else self.tr("outside {0}")
        text = text.format(percent_text(share))
        if not preferred:
            return text
        return f"{text}: {', '.join(map(self._preferred, preferred[:MOST_PREFERRED]))}"

    def _preferred(self, token: TokenShare) -> str:
        named = f"`{self._spell(token.token_id)}` {probability_text(token.probability)}"
        if not token.after:
            return named
        before = "".join(map(self._spell, token.after))
        return self.tr("{0} after `{1}`").format(named, before)

    def _logits(self, value: OptionScore, *, full: bool) -> str:
        logits = self.tr("logits yes {0}, no {1}").format(
            nats_text(value.logit_yes), nats_text(value.logit_no)
        )
        return f"{logits}  ·  {self._outside(value.legal_mass, value.preferred, full=full)}"


def _compared_choice(value: object) -> str | None:
    """Name the choice or option whose probability a line shows."""
    if isinstance(value, ScalarScore):
        return value.value
    if isinstance(value, OptionScore):
        return value.option
    return value.choice if isinstance(value, ChoiceScore) else None


def _number(line: Line) -> str:
    """Write the number at the right of a line."""
    value = line.value
    if line.kind in _NOTES:
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
    if line.kind in _NOTES:
        return None
    if isinstance(value, ScalarScore):
        return value.choices[value.winner].probability
    return value.probability if isinstance(value, (ChoiceScore, OptionScore)) else None


def _warning(line: Line) -> bool:
    """Say whether most of the probability lies outside the allowed answers."""
    value = line.value
    legal = value.legal_mass if isinstance(value, (ScalarScore, OptionScore)) else 1.0
    return line.kind in {LineKind.OUTSIDE, LineKind.LOGITS} and 1.0 - legal >= MOST_OUTSIDE


def _tie(line: Line) -> bool:
    return line.kind is LineKind.FIELD and isinstance(line.value, ScalarScore) and line.value.tie


def _shape(field: FieldScore) -> tuple[object, ...]:
    """Name a field and count its lines: lines of one shape can change in place."""
    if isinstance(field, MultiScore):
        return field.field, len(field.options), _shape(field.count)
    return field.field, field.is_fixed, tuple(len(choice.steps) for choice in field.choices)


def _packed(path: Path) -> int:
    """Pack a path, each number plus 1, into 16 bits a level."""
    return sum((number + 1) << (_LEVEL_BITS * level) for level, number in enumerate(path))


def _unpacked(packed: int) -> Path:
    levels: list[int] = []
    while packed:
        levels.append((packed & _LEVEL_MASK) - 1)
        packed >>= _LEVEL_BITS
    return tuple(levels)
