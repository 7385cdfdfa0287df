"""A template's report, turned into rows of a name and what was found, and those into a table."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QObject

from app.models.rows_model import RowsModel
from engine.template_reporter import TemplateReport
from engine.templates.probe import TemplateFacts

CONTEXT = "TemplateFacts"


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


class FactModel(RowsModel[FactRow]):
    """Look rows up."""

    def __init__(self, parent: QObject | None = None) -> None:
        """Start without rows."""
        super().__init__(parent)
        self._titles = (self.tr("what"), self.tr("found"))

    def text(self, row: FactRow, column: int, /) -> str:
        """Write one cell in one line."""
        return " ".join(row.value.split()) if column else row.name

    def tip(self, row: FactRow, column: int, /) -> str:
        """Give a value with its line breaks."""
        return row.value if column else row.name


def _tr(text: str) -> str:
    return QCoreApplication.translate(CONTEXT, text)
