"""The findings that a document does not want to see, each with the reason why."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace

from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError

from engine.errors import Finding, Place

OPTION = "hidden_findings"


@dataclass(frozen=True, slots=True)
class HiddenFinding:
    """Hide the findings with this id at one place (`Place.key`), or everywhere without a place.

    In a context it means the one of that name; and with a place only what it is `about`, so that
    another attack at the same place is told. An entry from before that was kept has no `about`,
    and so hides no control token.
    """

    id: str
    reason: str
    where: str | None = None
    context: str | None = None
    about: str = ""

    def hides(self, finding: Finding, context: str) -> bool:
        """Say whether it means this finding, with the context of this name in the prompt."""
        if self.id != finding.id or self.where not in (None, finding.where.key):
            return False
        if self.context not in (None, context):
            return False
        return self.about == finding.about or (self.where is None and not self.about)


class _Entry(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    id: str
    reason: str
    where: str | None = None
    context: str | None = None
    about: str = ""


def hidden_findings(option: str | None) -> tuple[HiddenFinding, ...]:
    """Read the document's option, a JSON list; ValueError when it is anything else."""
    if option is None:
        return ()
    entries = TypeAdapter(list[_Entry]).validate_json(option)
    return tuple(HiddenFinding(**one.model_dump()) for one in entries)


def hidden_option(entries: tuple[HiddenFinding, ...]) -> str | None:
    """Write the document's option; None, no option, when nothing is hidden."""
    if not entries:
        return None
    return json.dumps([_table(one) for one in entries], ensure_ascii=False)


def hide(option: str | None, finding: Finding, reason: str, context: str) -> str | None:
    """Give the option that also hides this finding at its place, or with another reason.

    `context` names the one in the prompt.
    """
    named = context if finding.where.owner == "context" else None
    entry = HiddenFinding(finding.id, reason, finding.where.key, named, finding.about)
    return hidden_option((*_others(option, finding, context), entry))


def show(option: str | None, finding: Finding, context: str) -> str | None:
    """Give the option that hides this finding no longer."""
    return hidden_option(_others(option, finding, context))


def mark_hidden(
    findings: tuple[Finding, ...], option: str | None, context: str
) -> tuple[Finding, ...]:
    """Write into each hidden finding why it is hidden; `context` names the one in the prompt."""
    entries = _readable(option)
    if not entries:
        return findings
    return tuple(_marked(finding, entries, context) for finding in findings)


def option_findings(option: str | None) -> tuple[Finding, ...]:
    """Report an option that cannot be read; then nothing is hidden."""
    try:
        hidden_findings(option)
    except ValidationError:
        return (_unreadable(),)
    return ()


def _table(entry: HiddenFinding) -> dict[str, str]:
    optional = {"where": entry.where, "context": entry.context, "about": entry.about or None}
    known = {key: value for key, value in optional.items() if value is not None}
    return {"id": entry.id, **known, "reason": entry.reason}


def _marked(finding: Finding, entries: tuple[HiddenFinding, ...], context: str) -> Finding:
    meant = (entry for entry in entries if entry.hides(finding, context))
    reasons = [entry.reason or "no reason given" for entry in meant]
    return replace(finding, hidden=reasons[0]) if reasons else finding


def _others(option: str | None, finding: Finding, context: str) -> tuple[HiddenFinding, ...]:
    return tuple(one for one in _readable(option) if not one.hides(finding, context))


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
