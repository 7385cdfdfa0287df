"""Documents put through the real engine, for the tests of findings."""

from __future__ import annotations

import datetime
import json
from dataclasses import replace

from engine.document import Context, Document
from engine.errors import Finding
from engine.profiles import Profile
from engine.snapshot import Ready, Snapshot
from engine.workspace import Workspace, open_workspace

TODAY = datetime.date(2026, 1, 1)
RISK = {
    "risk_tier": {
        "type": "enum",
        "description": "Credit risk tier",
        "choices": ["LOW", "MEDIUM", "HIGH"],
    }
}


def enum(*choices: str) -> dict[str, object]:
    """A schema of one enum field."""
    return {"f": {"type": "enum", "description": "which one", "choices": list(choices)}}


class Workbench:
    """One engine for many documents."""

    def __init__(self, root, today: datetime.date = TODAY) -> None:
        self.workspace: Workspace = open_workspace(root)
        self.engine = self.workspace.engine(today)

    def profile(self, name: str, /, **changes) -> Profile:
        """A built-in profile, changed."""
        profile = self.workspace.profile(name)
        assert profile is not None
        return replace(profile, **changes)

    def look(
        self,
        profile: str | Profile,
        schema: dict[str, object] | str = RISK,
        context: str = "pays late",
        scoring: str = "labels",
        **options: str,
    ) -> Snapshot:
        """The snapshot of a document."""
        text = schema if isinstance(schema, str) else json.dumps(schema, ensure_ascii=False)
        document = Document(text, (Context("c", context.encode()),), 0, profile, scoring)
        for name, value in options.items():
            document = document.with_option(name, value)
        return self.engine.complete(document)


def found(snapshot: Snapshot, identity: str) -> tuple[Finding, ...]:
    """The findings with an id."""
    return tuple(one for one in snapshot.findings if one.id == identity)


def only(snapshot: Snapshot, identity: str) -> Finding:
    """The one finding with an id."""
    findings = found(snapshot, identity)
    assert len(findings) == 1, (identity, [one.id for one in snapshot.findings])
    return findings[0]


def bytes_of(snapshot: Snapshot, finding: Finding) -> bytes:
    """The prompt's bytes that a finding points at."""
    assert isinstance(snapshot.prompt, Ready)
    return snapshot.prompt.value.data[finding.where.byte_start : finding.where.byte_end]


def source_of(snapshot: Snapshot, finding: Finding) -> str:
    """The schema's text that a finding points at."""
    where = finding.where
    assert where.line is not None
    return snapshot.document.schema_text[where.source_start : where.source_end]
