"""The vectors of a review as a list that grows while they are judged, and that is filtered."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from engine.golden.check import State
from engine.golden.decision import Decision, Entry

Index = QModelIndex | QPersistentModelIndex
ENTRY_ROLE = Qt.ItemDataRole.UserRole


class Show(StrEnum):
    """Name what the list can be narrowed to, besides the states themselves."""

    TO_REVIEW = "to review"
    ALL = "all"
    INVISIBLE = "only invisible differences"
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
        if self.show is Show.INVISIBLE:
            return entry.verdict.only_invisible
        if self.show is Show.REJECTED:
            return entry.decision is Decision.REJECTED
        return self.show is Show.ALL or entry.verdict.state is self.show


def is_to_review(entry: Entry) -> bool:
    """Say whether a vector needs, or was given, a decision in this review."""
    return entry.verdict.state is not State.FRESH or entry.decision is not Decision.OPEN


class ReviewModel(QAbstractListModel):
    """Look vectors up by row, in the order of their names.

    It filters by itself: a batch is filtered once when it comes, where a proxy would call Python
    for all rows again and again.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        """Start without vectors."""
        super().__init__(parent)
        self._entries: dict[str, Entry] = {}
        self._rows: list[str] = []
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
        return tuple(self._entries[name] for name in self._rows)

    def entry(self, name: str) -> Entry | None:
        """Find a vector by name, listed or not."""
        return self._entries.get(name)

    def row_of(self, name: str) -> int:
        """Give the row of a vector; -1 when it is not listed."""
        row = bisect_left(self._rows, name)
        return row if row < len(self._rows) and self._rows[row] == name else -1

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
            self._rows = sorted(name for name, entry in self._entries.items() if takes(entry))
            self.endResetModel()

    def put(self, entries: tuple[Entry, ...]) -> None:
        """Add vectors or replace those of the same name."""
        new: list[str] = []
        for entry in entries:
            self._count(entry)
            self._entries[entry.name] = entry
            row = self.row_of(entry.name)
            if not self._filter.takes(entry):
                self._remove_row(row)
            elif row >= 0:
                self.dataChanged.emit(self.index(row), self.index(row))
            else:
                new.append(entry.name)
        self._insert_rows(sorted(new))

    def remove(self, names: tuple[str, ...]) -> None:
        """Drop vectors that are gone."""
        for name in names:
            if name in self._entries:
                self._uncount(self._entries.pop(name))
                self._remove_row(self.row_of(name))

    def rowCount(self, parent: Index | None = None) -> int:
        """Count the listed vectors."""
        return 0 if parent is not None and parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Look one vector up."""
        if not index.isValid() or index.row() >= len(self._rows):
            return None
        entry = self._entries[self._rows[index.row()]]
        if role == ENTRY_ROLE:
            return entry
        if role == Qt.ItemDataRole.DisplayRole:
            return entry.name
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{entry.name}, {entry.verdict.state}, {entry.decision}"
        if role == Qt.ItemDataRole.ToolTipRole:
            return "\n".join(filter(None, (entry.name, entry.verdict.sentence)))
        return None

    def _insert_rows(self, names: list[str]) -> None:
        """Insert sorted names, those that come to stand together at once."""
        places = [(bisect_left(self._rows, name), name) for name in names]
        for place, group in reversed(
            [(p, list(g)) for p, g in groupby(places, lambda one: one[0])]
        ):
            block = [name for _, name in group]
            self.beginInsertRows(QModelIndex(), place, place + len(block) - 1)
            self._rows[place:place] = block
            self.endInsertRows()

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
    """List what an entry counts as."""
    found: list[Show | State] = [Show.ALL, entry.verdict.state]
    found += [Show.TO_REVIEW] if is_to_review(entry) else []
    found += [Show.INVISIBLE] if entry.verdict.only_invisible else []
    found += [Show.REJECTED] if entry.decision is Decision.REJECTED else []
    return tuple(found)
