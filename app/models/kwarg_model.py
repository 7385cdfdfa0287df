"""A template's keyword arguments as rows of name and JSON value, with an empty row to add one."""

from __future__ import annotations

import json
from typing import Any

from PySide6.QtCore import (
    QModelIndex,
    QObject,
    Qt,
    Signal,
)

from app.models.model_index import Index
from app.models.titled_table import TitledTable
from engine.profiles import KwargValue

Row = tuple[str, str]
NAME, VALUE = 0, 1


class KwargModel(TitledTable):
    """Hold rows as they were typed, right or wrong; `edited` follows a change by the user."""

    edited = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        """Start without rows."""
        super().__init__(parent)
        self._titles = (self.tr("Argument"), self.tr("Value (JSON)"))
        self._rows: tuple[Row, ...] = ()
        self._read_only = False

    def set_kwargs(self, kwargs: tuple[tuple[str, KwargValue], ...], *, read_only: bool) -> None:
        """Show keyword arguments; rows that mean the same stay as they were typed."""
        if self.problem() is None and self.kwargs() == kwargs and read_only == self._read_only:
            return
        self.beginResetModel()
        self._rows = tuple((name, json.dumps(value)) for name, value in kwargs)
        self._read_only = read_only
        self.endResetModel()

    def kwargs(self) -> tuple[tuple[str, KwargValue], ...]:
        """Give the rows' values; only when there is no `problem`."""
        return tuple((name, json.loads(value)) for name, value in self._rows)

    def problem(self) -> str | None:
        """Say what is wrong with the first row that is."""
        names = [name for name, _ in self._rows]
        for name, value in self._rows:
            if not name:
                return self.tr("an argument has no name")
            if names.count(name) > 1:
                return self.tr("{name} stands twice").format(name=name)
            if not _is_value(value):
                wrong = self.tr('{name}: {value} is not true, false, null, a number or "text"')
                return wrong.format(name=name, value=value)
        return None

    def remove(self, row: int) -> None:
        """Take a row away."""
        if 0 <= row < len(self._rows) and not self._read_only:
            self.beginRemoveRows(QModelIndex(), row, row)
            self._rows = (*self._rows[:row], *self._rows[row + 1 :])
            self.endRemoveRows()
            self.edited.emit()

    # QAbstractTableModel

    def count(self) -> int:
        """Count the rows and the empty one."""
        return len(self._rows) + (0 if self._read_only else 1)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Look one cell up."""
        if not index.isValid() or role not in (
            Qt.ItemDataRole.DisplayRole,
            Qt.ItemDataRole.EditRole,
        ):
            return None
        return self._row(index.row())[index.column()]

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Take what was typed; a name in the empty row makes an argument that is true."""
        if self._read_only or not index.isValid() or role != Qt.ItemDataRole.EditRole:
            return False
        row, text = index.row(), str(value).strip()
        new = row == len(self._rows)
        if text == self._row(row)[index.column()] or (new and not text):
            return False
        if new:
            added = (text, "true") if index.column() == NAME else ("", text)
            self.beginInsertRows(QModelIndex(), row, row)
            self._rows = (*self._rows, added)
            self.endInsertRows()
        else:
            name, old = self._rows[row]
            changed = (text, old) if index.column() == NAME else (name, text)
            self._rows = (*self._rows[:row], changed, *self._rows[row + 1 :])
            self.dataChanged.emit(index, index)
        self.edited.emit()
        return True

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Let every cell be edited, unless the profile is built in."""
        flags = super().flags(index)
        fixed = self._read_only or not index.isValid()
        return flags if fixed else flags | Qt.ItemFlag.ItemIsEditable

    def _row(self, row: int) -> Row:
        return self._rows[row] if row < len(self._rows) else ("", "")


def _is_value(text: str) -> bool:
    try:
        value = json.loads(text, parse_constant=_refuse)
    except ValueError:
        return False
    return value is None or isinstance(value, str | int | float | bool)


def _refuse(name: str) -> None:
    raise ValueError(name)
