"""`loupe render`: the exact prompt bytes of a document, or all that is known about them."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import replace

from engine.cli.arguments import COULD_NOT_RUN, local_today
from engine.cli.request import requested
from engine.errors import Finding
from engine.report import prompt_report
from engine.snapshot import Snapshot, value_of
from engine.workspace import open_workspace

REFUSED = 1
NOT_HERE = {
    "tokenizer-missing",
    "tokenizer-unreadable",
    "model-missing",
    "model-cannot-open",
    "model-has-another-tokenizer",
}


def run(options: argparse.Namespace) -> int:
    """Write the prompt (or JSON) to stdout and findings to stderr; else as `refuse`."""
    workspace = open_workspace()
    asked = requested(options, workspace)
    snapshot = asked.in_file(workspace.engine(local_today()).complete(asked.document))
    if snapshot.rendered is None:
        return refuse("render", snapshot, hidden=options.all)
    print_findings("render", snapshot.findings, hidden=options.all)
    if options.json:
        print(json.dumps(prompt_report(snapshot), ensure_ascii=False, indent=2))
    else:
        write_prompt(snapshot)
    return 0


def refuse(command: str, snapshot: Snapshot, *, hidden: bool = False) -> int:
    """Say why there is no result, as errors; give the exit code that `refusal_code` says.

    What is wrong with the document is followed by what else was found in it.
    """
    causes = snapshot.causes
    others = tuple(one for one in snapshot.findings if one not in causes)
    print_findings(command, tuple(replace(one, severity="error", hidden="") for one in causes))
    code = refusal_code(causes)
    if code == REFUSED:
        print_findings(command, others, hidden=hidden)
    return code


def refusal_code(findings: tuple[Finding, ...]) -> int:
    """Give 2 when something that is needed is not here, else 1: the document is refused."""
    return COULD_NOT_RUN if any(one.id in NOT_HERE for one in findings) else REFUSED


def write_prompt(snapshot: Snapshot) -> None:
    """Write the prompt's bytes to stdout with nothing added."""
    prompt = value_of(snapshot.prompt)
    assert prompt is not None
    sys.stdout.flush()
    sys.stdout.buffer.write(prompt.data)
    sys.stdout.buffer.flush()


def print_findings(command: str, findings: tuple[Finding, ...], *, hidden: bool = False) -> None:
    """Write one line per finding to stderr: severity, place, message, cure.

    `hidden` asks for those that the document hides, too, with their reason.
    """
    for finding in findings:
        if finding.hidden and not hidden:
            continue
        cure = f" {finding.cure}" if finding.cure else ""
        message = finding.message.removeprefix(f"{finding.where.field}: ")
        sentence = message.rstrip(".") + "."
        reason = f" (hidden: {finding.hidden})" if finding.hidden else ""
        in_file = finding.where.file is not None
        named = not in_file and message.startswith(f"{finding.where.owner} ")  # by the message
        place = "" if named else f"{finding.where}: "
        line = f"{finding.severity}: {finding.id}: {place}{sentence}{cure}{reason}"
        print(f"loupe {command}: {line}", file=sys.stderr)
