"""A template's report, turned into rows of a name and what was found, and those into a table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QCoreApplication,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
)

from engine.templates.bench import TemplateReport
from engine.templates.probe import TemplateFacts

Index = QModelIndex | QPersistentModelIndex
CONTEXT = "TemplateFacts"
FACT_ROLE = Qt.ItemDataRole.UserRole


@dataclass(frozen=True, slots=True)
class FactRow:
    """One thing found; `notable` when it changes what people wrote or when it runs."""

    name: str
    value: str
    notable: bool = False


def fact_rows(report: TemplateReport | None) -> tuple[FactRow, ...]:
    """List what is known of a template, what the probe found first."""
    if report is None:
        return ()
    rows = [] if report.facts is None else list(_probed(report.facts))
    if report.refusal:
        place = "" if report.line is None else _tr(" (line {0})").format(report.line)
        rows.append(FactRow(_tr("error"), report.refusal + place, notable=True))
    rows += _arguments(report)
    rows += [FactRow(name, token) for name, token in report.source.special_tokens]
    if report.source.note:
        rows.append(FactRow(_tr("tokenizer"), report.source.note, notable=True))
    return tuple(rows)


def _probed(facts: TemplateFacts) -> tuple[FactRow, ...]:
    yes, no = _tr("yes"), _tr("no")
    system = _tr("taken")
    if facts.drops_system:
        system = _tr("taken and written nowhere")
    elif not facts.supports_system:
        system = _tr("refused: {0}").format(facts.refusal)
    alternation = _tr("required: two user messages in a row are refused")
    trims = _tr("white space around contents")
    clock = _tr("yes: the prompt depends on the date")
    return (
        FactRow(_tr("system role"), system, not facts.supports_system or facts.drops_system),
        FactRow(_tr("adds text"), facts.default_text or no, bool(facts.default_text)),
        FactRow(_tr("trims"), trims if facts.trims_content else no, facts.trims_content),
        FactRow(
            _tr("alternation"),
            alternation if facts.strict_alternation else _tr("free"),
            facts.strict_alternation,
        ),
        FactRow(_tr("uses the clock"), clock if facts.uses_clock else no, facts.uses_clock),
        FactRow(_tr("writes BOS"), yes if facts.writes_bos else no),
    )


def _arguments(report: TemplateReport) -> list[FactRow]:
    """Name each argument with the values that change a probe, then those without effect."""
    name = _tr("argument {0}")
    rows = [
        FactRow(name.format(one.name), _tr("has an effect as {0}").format(", ".join(one.values)))
        for one in report.effects
        if one.values
    ]
    idle = ", ".join(one.name for one in report.effects if not one.values)
    if idle:
        rows.append(FactRow(_tr("names without effect"), idle))
    return rows


class FactModel(QAbstractTableModel):
    """Look rows up."""

    def __init__(self, parent: QObject | None = None) -> None:
        """Start without rows."""
        super().__init__(parent)
        self._rows: tuple[FactRow, ...] = ()
        self._titles = (self.tr("what"), self.tr("found"))

    def set_rows(self, rows: tuple[FactRow, ...]) -> None:
        """Show rows; equal ones change nothing."""
        if rows == self._rows:
            return
        self.beginResetModel()
        self._rows = rows
        self.endResetModel()

    def rowCount(self, parent: Index | None = None) -> int:
        """Count the rows."""
        return 0 if parent is not None and parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index | None = None) -> int:
        """Count the columns."""
        return 0 if parent is not None and parent.isValid() else len(self._titles)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """Title the columns."""
        horizontal = orientation is Qt.Orientation.Horizontal and section < len(self._titles)
        if horizontal and role == Qt.ItemDataRole.DisplayRole:
            return self._titles[section]
        if horizontal and role == Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Look one cell up."""
        if not index.isValid():
            return None
        row = self._rows[index.row()]
        if role == FACT_ROLE:
            return row
        text = (row.name, row.value)[index.column()]
        if role == Qt.ItemDataRole.DisplayRole:
            return " ".join(text.split()) if index.column() else text
        return text if role == Qt.ItemDataRole.ToolTipRole else None


def _tr(text: str) -> str:
    return QCoreApplication.translate(CONTEXT, text)
