"""The vectors of a review as a list that grows while they are judged, and that is filtered."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, Qt

from app.models.model_index import Index
from engine.golden.check import State
from engine.golden.decision import Decision, Entry

ENTRY_ROLE = Qt.ItemDataRole.UserRole
Place = tuple[bool, str]  # what waits sorts before what is fresh; then the name


class Show(StrEnum):
    """Name what the list can be narrowed to, besides the states themselves."""

    TO_REVIEW = "to review"
    ALL = "all"
    TEXT = "text differs"
    INVISIBLE = "only invisible differences"
    KEYS = "same text, other keys"
    REJECTED = "rejected"


@dataclass(frozen=True, slots=True)
class Filter:
    """What is listed: vectors of one kind or state whose name holds every word."""

    show: Show | State = Show.TO_REVIEW
    words: tuple[str, ...] = ()

    def takes(self, entry: Entry) -> bool:
        """Say whether a vector is listed."""
        return self._kind(entry) and all(word in entry.name.lower() for word in self.words)

    def _kind(self, entry: Entry) -> bool:
        if self.show is Show.TO_REVIEW:
            return is_to_review(entry)
        return self.show in _kinds(entry)


def is_to_review(entry: Entry) -> bool:
    """Say whether a vector needs, or was given, a decision in this review."""
    return entry.verdict.state is not State.FRESH or entry.decision is not Decision.OPEN


def _place(entry: Entry) -> Place:
    return not is_to_review(entry), entry.name


class ReviewModel(QAbstractListModel):
    """Look vectors up by row: those that wait come first, each kind in the order of their names.

    It filters by itself: a batch is filtered once when it comes, where a proxy would call Python
    for all rows again and again.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        """Start without vectors."""
        super().__init__(parent)
        self._entries: dict[str, Entry] = {}
        self._rows: list[Place] = []
        self._filter = Filter()
        self.counts: Counter[Show | State] = Counter()

    @property
    def filter(self) -> Filter:
        """Give what is listed."""
        return self._filter

    def entries(self) -> tuple[Entry, ...]:
        """Give every vector, listed or not."""
        return tuple(self._entries.values())

    def listed(self) -> tuple[Entry, ...]:
        """Give the vectors that are listed, in row order."""
        return tuple(self._entries[name] for _, name in self._rows)

    def entry(self, name: str) -> Entry | None:
        """Find a vector by name, listed or not."""
        return self._entries.get(name)

    def row_of(self, name: str) -> int:
        """Give the row of a vector; -1 when it is not listed."""
        entry = self._entries.get(name)
        if entry is None:
            return -1
        place = _place(entry)
        row = bisect_left(self._rows, place)
        return row if row < len(self._rows) and self._rows[row] == place else -1

    def clear(self) -> None:
        """Drop all vectors."""
        self.beginResetModel()
        self._entries, self._rows = {}, []
        self.counts = Counter()
        self.endResetModel()

    def set_filter(self, wanted: Filter) -> None:
        """List other vectors; an equal filter changes nothing."""
        if wanted != self._filter:
            self._filter = wanted
            self.beginResetModel()
            takes = wanted.takes
            self._rows = sorted(_place(entry) for entry in self._entries.values() if takes(entry))
            self.endResetModel()

    def put(self, entries: tuple[Entry, ...]) -> None:
        """Add vectors or replace those of the same name."""
        new: list[Place] = []
        for entry in entries:
            row = self.row_of(entry.name)
            self._count(entry)
            if not self._filter.takes(entry):
                self._remove_row(row)
            self._entries[entry.name] = entry
            if self._filter.takes(entry) and row >= 0:
                row = self._move_row(row, _place(entry))
                self.dataChanged.emit(self.index(row), self.index(row))
            elif self._filter.takes(entry):
                new.append(_place(entry))
        self._insert_rows(sorted(new))

    def remove(self, names: tuple[str, ...]) -> None:
        """Drop vectors that are gone."""
        for name in names:
            if name in self._entries:
                self._remove_row(self.row_of(name))
                self._uncount(self._entries.pop(name))

    def rowCount(self, parent: Index | None = None) -> int:
        """Count the listed vectors."""
        return 0 if parent is not None and parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Look one vector up."""
        if not index.isValid() or index.row() >= len(self._rows):
            return None
        entry = self._entries[self._rows[index.row()][1]]
        if role == ENTRY_ROLE:
            return entry
        if role == Qt.ItemDataRole.DisplayRole:
            return entry.name
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{entry.name}, {entry.verdict.state}, {entry.decision}"
        if role == Qt.ItemDataRole.ToolTipRole:
            return "\n".join(filter(None, (entry.name, entry.verdict.sentence)))
        return None

    def _insert_rows(self, places: list[Place]) -> None:
        """Insert sorted vectors, those that come to stand together at once."""
        found = [(bisect_left(self._rows, place), place) for place in places]
        for row, group in reversed([(r, list(g)) for r, g in groupby(found, lambda one: one[0])]):
            block = [place for _, place in group]
            self.beginInsertRows(QModelIndex(), row, row + len(block) - 1)
            self._rows[row:row] = block
            self.endInsertRows()

    def _move_row(self, row: int, place: Place) -> int:
        """Put a row where it belongs now, and give its number there."""
        target = bisect_left(self._rows, place)
        if target in {row, row + 1}:
            self._rows[row] = place
            return row
        root = QModelIndex()
        self.beginMoveRows(root, row, row, root, target)
        del self._rows[row]
        target -= int(target > row)
        self._rows.insert(target, place)
        self.endMoveRows()
        return target

    def _remove_row(self, row: int) -> None:
        if row >= 0:
            self.beginRemoveRows(QModelIndex(), row, row)
            del self._rows[row]
            self.endRemoveRows()

    def _count(self, entry: Entry) -> None:
        known = self._entries.get(entry.name)
        if known is not None:
            self._uncount(known)
        self.counts.update(_kinds(entry))

    def _uncount(self, entry: Entry) -> None:
        self.counts.subtract(_kinds(entry))


def _kinds(entry: Entry) -> tuple[Show | State, ...]:
    """List what an entry counts as; to review is what still waits for a decision."""
    verdict = entry.verdict
    found: list[Show | State] = [Show.ALL, verdict.state]
    found += [Show.TO_REVIEW] if entry.is_open else []
    found += [Show.TEXT] if verdict.difference is not None else []
    found += [Show.KEYS] if verdict.same_text else []
    found += [Show.INVISIBLE] if verdict.only_invisible else []
    found += [Show.REJECTED] if entry.decision is Decision.REJECTED else []
    return tuple(found)
