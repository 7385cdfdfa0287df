"""`loupe render`: the exact prompt bytes of a document, or all that is known about them."""

from __future__ import annotations

import argparse
import datetime
import json
import sys

from engine.cli.request import requested_document
from engine.errors import Finding
from engine.report import prompt_report
from engine.snapshot import Ready, Snapshot
from engine.workspace import open_workspace


def run(options: argparse.Namespace) -> int:
    """Write the prompt (or JSON) to stdout and findings to stderr; 1 when it cannot render."""
    workspace = open_workspace()
    document = requested_document(options, workspace)
    snapshot = workspace.engine(datetime.date.today()).complete(document)  # noqa: DTZ011
    print_findings("render", snapshot.findings, hidden=options.all)
    if not isinstance(snapshot.hashes, Ready):
        return 1
    if options.json:
        print(json.dumps(prompt_report(snapshot), ensure_ascii=False, indent=2))
    else:
        write_prompt(snapshot)
    return 0


def write_prompt(snapshot: Snapshot) -> None:
    """Write the prompt's bytes to stdout with nothing added."""
    assert isinstance(snapshot.prompt, Ready)
    sys.stdout.flush()
    sys.stdout.buffer.write(snapshot.prompt.value.data)
    sys.stdout.buffer.flush()


def print_findings(command: str, findings: tuple[Finding, ...], *, hidden: bool = False) -> None:
    """Write one line per finding to stderr: severity, place, message, cure.

    `hidden` asks for those that the document hides, too, with their reason.
    """
    for finding in findings:
        if finding.hidden and not hidden:
            continue
        cure = f" {finding.cure}" if finding.cure else ""
        sentence = finding.message.rstrip(".") + "."
        reason = f" (hidden: {finding.hidden})" if finding.hidden else ""
        message = f"{finding.severity}: {finding.id}: {finding.where}: {sentence}{cure}{reason}"
        print(f"loupe {command}: {message}", file=sys.stderr)
