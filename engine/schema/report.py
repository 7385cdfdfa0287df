"""Collect what is wrong with a schema text as findings with a line, a column and a cure."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from engine.errors import Finding, Severity
from engine.schema.fields import Span
from engine.schema.lines import Lines

_LONGEST_QUOTE = 80


@dataclass(frozen=True, slots=True)
class Report:
    """Gather findings; `within` gives a report for one field that shares the same list."""

    lines: Lines
    findings: list[Finding] = field(default_factory=list)
    field: str | None = None

    def within(self, name: str) -> Report:
        """Report about one field from here on."""
        return replace(self, field=printable(name))

    @property
    def what(self) -> str:
        """Begin a message with the field it is about."""
        return f"Field '{clipped(self.field or '')}'"

    def error(self, finding_id: str, span: Span, message: str, cure: str) -> None:
        """Add a mistake that leaves the document without a schema."""
        self._add(finding_id, "error", span, message, cure)

    def warning(self, finding_id: str, span: Span, message: str, cure: str) -> None:
        """Add something that probably is not meant."""
        self._add(finding_id, "warning", span, message, cure)

    def info(self, finding_id: str, span: Span, message: str, cure: str) -> None:
        """Add something worth knowing."""
        self._add(finding_id, "info", span, message, cure)

    def _add(
        self, finding_id: str, severity: Severity, span: Span, message: str, cure: str
    ) -> None:
        place = self.lines.place(span, self.field)
        self.findings.append(Finding(finding_id, severity, place, printable(message), cure))


def printable(text: str) -> str:
    r"""Write lone surrogates as `\udxxx`, so that the text can be shown and saved."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def clipped(text: str) -> str:
    """Shorten a text that is too long to quote in a sentence."""
    return text if len(text) <= _LONGEST_QUOTE else text[: _LONGEST_QUOTE - 1] + "…"
