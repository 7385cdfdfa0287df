"""A schema's fields, with their choices below them, as a tree of two columns."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import IntEnum
from typing import Any

from PySide6.QtCore import (
    QAbstractItemModel,
    QMimeData,
    QModelIndex,
    QObject,
    Qt,
    Signal,
)
from PySide6.QtGui import QIcon

from app.models.model_index import Index
from app.models.readable import readable, readable_name
from engine.errors import Severity
from engine.prompt.projection import text_to_shown, to_text
from engine.schema.outline import ChoiceRow, FieldRow, worst

Part = tuple[int, int | None]
MIME = "application/x-loupe-schema-part"
FIELD_ID = 0  # a choice's id is its field's number + 1
Flag = Qt.ItemFlag


class Column(IntEnum):
    """Name the columns."""

    NAME = 0
    ABOUT = 1


class SchemaTreeModel(QAbstractItemModel):
    """Look rows up by field and choice; edits and moves are only asked for."""

    edited = Signal(object, int, object)
    move_asked = Signal(object, int)

    def __init__(self, parent: QObject | None = None) -> None:
        """Start without fields."""
        super().__init__(parent)
        self._rows: tuple[FieldRow, ...] = ()
        self._icons: Mapping[Severity, QIcon] = {}
        self._read_only = False

    @property
    def rows(self) -> tuple[FieldRow, ...]:
        """Give the fields shown."""
        return self._rows

    @property
    def read_only(self) -> bool:
        """Say whether edits and moves are refused."""
        return self._read_only

    def set_rows(self, rows: tuple[FieldRow, ...]) -> bool:
        """Show fields; True when the tree was reset, because rows came, went or moved."""
        if rows is self._rows:
            return False
        before, self._rows = self._rows, rows
        if not _same_shape(before, rows):
            self.beginResetModel()
            self.endResetModel()
            return True
        self._changed(QModelIndex(), _differing(before, rows))
        for number, (old, new) in enumerate(zip(before, rows, strict=True)):
            if old.choices is not new.choices:
                self._changed(self.index(number, 0), _differing(old.choices, new.choices))
        return False

    def set_icons(self, icons: Mapping[Severity, QIcon]) -> None:
        """Mark findings with these icons."""
        self._icons = icons
        self._changed(QModelIndex(), range(len(self._rows)))

    def set_read_only(self, read_only: bool) -> None:
        """Refuse edits and moves while the schema's text cannot be read."""
        self._read_only = read_only

    def part(self, index: Index) -> Part | None:
        """Give the field and choice of an index."""
        if not index.isValid():
            return None
        if index.internalId() == FIELD_ID:
            return index.row(), None
        return int(index.internalId()) - 1, index.row()

    def index_of(self, part: Part, column: int = Column.NAME) -> QModelIndex:
        """Give the index of a part; an invalid one when it is not there."""
        field, choice = part
        if choice is None:
            return self.index(field, column)
        return self.index(choice, column, self.index(field, 0))

    def row_at(self, part: Part) -> FieldRow | ChoiceRow:
        """Give the row of a part that is there."""
        field, choice = part
        row = self._rows[field]
        return row if choice is None else row.choices[choice]

    # QAbstractItemModel

    def index(self, row: int, column: int, parent: Index | None = None) -> QModelIndex:
        """Find a field below the root, a choice below a field."""
        if parent is None or not parent.isValid():
            inside = 0 <= row < len(self._rows) and 0 <= column < len(Column)
            return self.createIndex(row, column, FIELD_ID) if inside else QModelIndex()
        inside = 0 <= row < self.rowCount(parent) and 0 <= column < len(Column)
        return self.createIndex(row, column, parent.row() + 1) if inside else QModelIndex()

    def parent(self, index: Index | None = None) -> Any:
        """Give a choice's field."""
        if index is None:
            return super().parent()
        if not index.isValid() or index.internalId() == FIELD_ID:
            return QModelIndex()
        return self.createIndex(int(index.internalId()) - 1, 0, FIELD_ID)

    def rowCount(self, parent: Index | None = None) -> int:
        """Count the fields, or a field's choices."""
        if parent is None or not parent.isValid():
            return len(self._rows)
        if parent.internalId() != FIELD_ID or parent.column() != 0:
            return 0
        return len(self._rows[parent.row()].choices)

    def columnCount(self, parent: Index | None = None) -> int:
        """Give both columns everywhere."""
        del parent
        return len(Column)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """Title the columns."""
        if orientation is Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return (self.tr("Field, choices"), self.tr("Type, glosses"))[section]
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Look one cell up."""
        part = self.part(index)
        if part is None:
            return None
        row, column = self.row_at(part), Column(index.column())
        reads: dict[int, Callable[[FieldRow | ChoiceRow, Column], object]] = {
            Qt.ItemDataRole.DisplayRole: self._readable,
            Qt.ItemDataRole.EditRole: self._shown,
            Qt.ItemDataRole.ToolTipRole: self._tool_tip,
            Qt.ItemDataRole.AccessibleTextRole: self._spoken,
            Qt.ItemDataRole.DecorationRole: self._icon,
        }
        read = reads.get(role)
        return None if read is None else read(row, column)

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Ask for a rename or another gloss; the row changes when the schema does."""
        part = self.part(index)
        if part is None or role != Qt.ItemDataRole.EditRole or self._read_only:
            return False
        if value != self.data(index, role):
            self.edited.emit(part, index.column(), to_text(str(value)))
        return True

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Allow inline edits of names, choices and glosses, and moves."""
        part = self.part(index)
        if part is None:
            return Flag.NoItemFlags if self._read_only else Flag.ItemIsDropEnabled
        flags = Flag.ItemIsSelectable | Flag.ItemIsEnabled
        if part[1] is not None:
            flags |= Flag.ItemNeverHasChildren
        if self._read_only:
            return flags
        flags |= Flag.ItemIsDragEnabled
        if part[1] is None:
            flags |= Flag.ItemIsDropEnabled
        if part[1] is not None or index.column() == Column.NAME:
            flags |= Flag.ItemIsEditable
        return flags

    # Moves by drag

    def supportedDropActions(self) -> Qt.DropAction:
        """Only move."""
        return Qt.DropAction.MoveAction

    def mimeTypes(self) -> list[str]:
        """Name our own kind of data."""
        return [MIME]

    def mimeData(self, indexes: Sequence[QModelIndex]) -> QMimeData:
        """Carry which part is dragged."""
        data = QMimeData()
        part = self.part(indexes[0]) if indexes else None
        if part is not None:
            field, choice = part
            data.setData(MIME, f"{field},{'' if choice is None else choice}".encode())
        return data

    def canDropMimeData(
        self, data: QMimeData, action: Qt.DropAction, row: int, column: int, parent: Index
    ) -> bool:
        """Take a field between fields and a choice between the choices of its own field."""
        del action, column
        part = _dragged(data)
        if part is None or row < 0 or self._read_only:
            return False
        if part[1] is None:
            return not parent.isValid()
        return self.part(parent) == (part[0], None)

    def dropMimeData(
        self, data: QMimeData, action: Qt.DropAction, row: int, column: int, parent: Index
    ) -> bool:
        """Ask for the move; the rows follow when the schema does."""
        part = _dragged(data)
        if part is None or not self.canDropMimeData(data, action, row, column, parent):
            return False
        source = part[0] if part[1] is None else part[1]
        target = row if row <= source else row - 1
        if target != source:
            self.move_asked.emit(part, target)
        return True

    def _changed(self, parent: QModelIndex, rows: range) -> None:
        """Say what changed, no more: for every row of it the tree asks for much."""
        if rows:
            last = self.index(rows[-1], len(Column) - 1, parent)
            self.dataChanged.emit(self.index(rows[0], 0, parent), last)

    def _text(self, row: FieldRow | ChoiceRow, column: Column) -> str:
        if isinstance(row, ChoiceRow):
            return row.text if column is Column.NAME else row.gloss
        return row.name if column is Column.NAME else self._about(row)

    def _readable(self, row: FieldRow | ChoiceRow, column: Column) -> str:
        text = self._text(row, column)
        return readable_name(text) if column is Column.NAME else readable(text)

    def _shown(self, row: FieldRow | ChoiceRow, column: Column) -> str:
        return text_to_shown(self._text(row, column))

    def _about(self, row: FieldRow) -> str:
        """Write `enum · 3 · ordered`."""
        parts = [row.type_name or self.tr("no type")]
        if row.kind != "boolean" or row.choices:
            parts.append(str(len(row.choices)))
        if row.ordered:
            parts.append(self.tr("ordered"))
        if row.depends_on is not None:
            parts.append(self.tr("after {name}").format(name=row.depends_on))
        if row.has_constraints:
            parts.append(self.tr("constraints"))
        return " · ".join(parts)

    def _icon(self, row: FieldRow | ChoiceRow, column: Column) -> QIcon | None:
        severity = worst(row) if column is Column.NAME else None
        return None if severity is None else self._icons.get(severity)

    def _tool_tip(self, row: FieldRow | ChoiceRow, _column: Column) -> str:
        said = [f"{finding.message}\n{finding.cure}".strip() for finding in row.findings]
        if isinstance(row, FieldRow) and row.description:
            said.insert(0, readable(row.description))
        return "\n\n".join(said)

    def _spoken(self, row: FieldRow | ChoiceRow, column: Column) -> str:
        text = self._readable(row, column)
        severity = worst(row)
        if severity is None or column is not Column.NAME:
            return text
        return f"{text}, {severity}: {row.findings[0].message}"


def _differing(before: Sequence[object], after: Sequence[object]) -> range:
    """Give the rows from the first that differs to the last one."""
    differ = [at for at, (old, new) in enumerate(zip(before, after, strict=True)) if old != new]
    return range(differ[0], differ[-1] + 1) if differ else range(0)


def _same_shape(before: tuple[FieldRow, ...], after: tuple[FieldRow, ...]) -> bool:
    """Say whether every row is where it was; one field may have another name."""
    if [len(row.choices) for row in before] != [len(row.choices) for row in after]:
        return False
    return sum(old.name != new.name for old, new in zip(before, after, strict=True)) <= 1


def _dragged(data: QMimeData) -> Part | None:
    if not data.hasFormat(MIME):
        return None
    field, _, choice = bytes(data.data(MIME).data()).decode().partition(",")
    return int(field), int(choice) if choice else None
