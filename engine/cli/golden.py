"""`loupe golden`: judge the committed vectors."""

from __future__ import annotations

import argparse
import datetime
import json
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

from engine.errors import LoupeError
from engine.golden.check import Checker, State, Verdict
from engine.resources import shipped
from engine.workspace import open_workspace

FROZEN_DATE = datetime.date(2026, 1, 1)  # a template that writes the date gives the same bytes


def run(options: argparse.Namespace) -> int:
    """Check; 0 when all are fresh, 1 when any is not, 2 when there is nothing to check."""
    folder = options.folder or shipped("golden")
    if not folder.is_dir():
        raise LoupeError(f"there is no folder {folder}; name the one that holds the vectors")
    verdicts = [
        verdict
        for verdict in checker().check(sorted(folder.glob("*.json")))
        if options.profile in {None, verdict.profile} and options.case in {None, verdict.case}
    ]
    if not verdicts:
        raise LoupeError(f"no vector in {folder} fits; vectors are files that end in .json")
    _print(verdicts)
    if options.json:
        options.json.write_text(json.dumps([_report(one) for one in verdicts], indent=2) + "\n")
    if options.junit:
        _write_junit(verdicts, options.junit)
    return int(any(verdict.state is not State.FRESH for verdict in verdicts))


def checker() -> Checker:
    """Make a checker over this machine's profiles and tokenizers, with a frozen date."""
    workspace = open_workspace()
    engine = workspace.engine(FROZEN_DATE)
    return Checker(workspace.profiles, workspace.revision_of, workspace.is_here, engine.complete)


def _print(verdicts: list[Verdict]) -> None:
    for verdict in verdicts:
        if verdict.state is not State.FRESH:
            print(f"{verdict.name}: {verdict.state}: {verdict.sentence}")
    counts = Counter(verdict.state for verdict in verdicts)
    print(", ".join(f"{counts[state]} {state}" for state in State if counts[state]))


def _report(verdict: Verdict) -> dict[str, object]:
    report: dict[str, object] = {
        "name": verdict.name,
        "profile": verdict.profile,
        "case": verdict.case,
        "state": verdict.state.value,
        "sentence": verdict.sentence,
    }
    if verdict.difference:
        report |= {"byte": verdict.difference.byte, "owner": verdict.difference.owner}
        report |= {"token": verdict.difference.token}
    return report


def _write_junit(verdicts: list[Verdict], path: Path) -> None:
    bad = sum(verdict.state is not State.FRESH for verdict in verdicts)
    suite = ElementTree.Element(
        "testsuite", name="golden", tests=str(len(verdicts)), failures=str(bad)
    )
    for verdict in verdicts:
        case = ElementTree.SubElement(suite, "testcase", name=verdict.name, classname="golden")
        if verdict.state is not State.FRESH:
            failure = ElementTree.SubElement(case, "failure", message=verdict.state.value)
            failure.text = verdict.sentence
    ElementTree.ElementTree(suite).write(path, encoding="utf-8", xml_declaration=True)
