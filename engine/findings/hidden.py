"""The findings that a document does not want to see, each with the reason why."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace

from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError

from engine.errors import Finding, Place

OPTION = "hidden_findings"


@dataclass(frozen=True, slots=True)
class HiddenFinding:
    """Hide the findings with this id, at one place (`Place.key`) or, with None, everywhere."""

    id: str
    reason: str
    where: str | None = None

    def hides(self, finding: Finding) -> bool:
        """Say whether it means this finding."""
        return self.id == finding.id and self.where in (None, finding.where.key)


class _Entry(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    id: str
    reason: str
    where: str | None = None


def hidden_findings(option: str | None) -> tuple[HiddenFinding, ...]:
    """Read the document's option, a JSON list; ValueError when it is anything else."""
    if option is None:
        return ()
    entries = TypeAdapter(list[_Entry]).validate_json(option)
    return tuple(HiddenFinding(one.id, one.reason, one.where) for one in entries)


def hidden_option(entries: tuple[HiddenFinding, ...]) -> str | None:
    """Write the document's option; None, no option, when nothing is hidden."""
    if not entries:
        return None
    tables = [
        {"id": one.id, "where": one.where, "reason": one.reason}
        if one.where is not None
        else {"id": one.id, "reason": one.reason}
        for one in entries
    ]
    return json.dumps(tables, ensure_ascii=False)


def hide(option: str | None, finding: Finding, reason: str) -> str | None:
    """Give the option that also hides this finding at its place, or with another reason."""
    entry = HiddenFinding(finding.id, reason, finding.where.key)
    return hidden_option((*_others(option, finding), entry))


def show(option: str | None, finding: Finding) -> str | None:
    """Give the option that hides this finding no longer."""
    return hidden_option(_others(option, finding))


def mark_hidden(findings: tuple[Finding, ...], option: str | None) -> tuple[Finding, ...]:
    """Write into each hidden finding why it is hidden."""
    entries = _readable(option)
    return tuple(_marked(finding, entries) for finding in findings) if entries else findings


def option_findings(option: str | None) -> tuple[Finding, ...]:
    """Report an option that cannot be read; then nothing is hidden."""
    try:
        hidden_findings(option)
    except ValidationError:
        return (_unreadable(),)
    return ()


def _marked(finding: Finding, entries: tuple[HiddenFinding, ...]) -> Finding:
    reasons = [entry.reason or "no reason given" for entry in entries if entry.hides(finding)]
    return replace(finding, hidden=reasons[0]) if reasons else finding


def _others(option: str | None, finding: Finding) -> tuple[HiddenFinding, ...]:
    return tuple(one for one in _readable(option) if not one.hides(finding))


def _readable(option: str | None) -> tuple[HiddenFinding, ...]:
    try:
        return hidden_findings(option)
    except ValidationError:
        return ()


def _unreadable() -> Finding:
    return Finding(
        "hidden-findings-unreadable",
        "warning",
        Place("profile"),
        f'the option "{OPTION}" is not a list of {{"id", "where", "reason"}}, so nothing is hidden',
        "Correct the option in the document's file, or hide a finding anew.",
    )
