"""`loupe golden check`: judge the committed vectors."""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

from engine.cli.streams import write_file
from engine.errors import LoupeError
from engine.golden.cases import FILE as CASES_FILE
from engine.golden.cases import read_cases
from engine.golden.check import State, Verdict
from engine.golden.comparison import Comparer
from engine.golden.decision import cure_of
from engine.golden.folder import default_folder
from engine.golden.invisible import with_marks
from engine.golden.open_review import open_comparer
from engine.golden.readme import judge_readme
from engine.workspace import open_workspace

_Found = tuple[Verdict, tuple[str, ...]]  # with the causes, in words


def run(options: argparse.Namespace) -> int:
    """Check; 0 when all are fresh, 1 when any is not, 2 when there is nothing to check."""
    folder = golden_folder(options.folder)
    comparer = open_comparer(open_workspace())
    found: list[_Found] = []
    for verdict, causes in _judged(comparer, folder, options):
        found.append((verdict, causes))
        _tell(verdict, causes)
    if not found:
        raise LoupeError(_nothing_fits(comparer, folder, options))
    if read_cases(folder) is None:
        unknown = "missing and orphan vectors cannot be known"
        print(f"loupe golden: there is no {CASES_FILE} in {folder}: {unknown}", file=sys.stderr)
    is_whole = options.profile is None and options.case is None
    readme = judge_readme(folder) if is_whole else None
    documents: list[_Found] = [] if readme is None else [(readme[0], ())]
    for verdict, causes in documents:
        _tell(verdict, causes)
    for line in count_lines([verdict for verdict, _ in found]):
        print(line)
    wrong = [one for one in (*found, *documents) if one[0].state is not State.FRESH]
    if options.json:
        rows = [_report(*one) for one in (*found, *(one for one in documents if one in wrong))]
        write_file(options.json, (json.dumps(rows, indent=2) + "\n").encode())
    if options.junit:
        _write_junit([*found, *documents], options.junit)
    return int(bool(wrong))


def _tell(verdict: Verdict, causes: tuple[str, ...]) -> None:
    """Write a vector that is not fresh, what to do about it, and the causes."""
    if verdict.state is not State.FRESH:
        told = "; ".join(filter(None, (verdict.sentence, cure_of(verdict))))
        print(with_marks(f"{verdict.name}: {verdict.state}: {told}"), flush=True)
    for cause in causes:
        print(f"  cause: {with_marks(cause)}", flush=True)


def _nothing_fits(comparer: Comparer, folder: Path, options: argparse.Namespace) -> str:
    """Say why there is nothing to check: an empty folder, or a profile or case that has none."""
    checker = comparer.checker
    expectations = checker.expectations(folder)
    names = checker.names(folder, expectations)
    parts = [checker.profile_and_case(name, expectations) for name in names]
    if not parts:
        return f"there is no vector in {folder}; name the folder with their .json files"
    asked = [f"{key} {value}" for key in ("profile", "case") if (value := getattr(options, key))]
    profiles = ", ".join(sorted({part[0] for part in parts}))
    cases = ", ".join(sorted({part[-1] for part in parts}))
    return (
        f"no vector in {folder} is of {' and '.join(asked)}; "
        f"there are the profiles {profiles} and the cases {cases}"
    )


def golden_folder(folder: Path | None) -> Path:
    """Give the folder of the vectors; LoupeError when there is none."""
    found = folder or default_folder()
    if not found.is_dir():
        raise LoupeError(f"there is no folder {found}; name the one that holds the vectors")
    return found


def count_lines(verdicts: list[Verdict]) -> Iterator[str]:
    """Count the states; upstream's vectors by themselves where there are both kinds."""
    upstream = [verdict for verdict in verdicts if verdict.is_upstream]
    ours = [verdict for verdict in verdicts if not verdict.is_upstream]
    if not upstream or not ours:
        yield _counts(verdicts)
        return
    yield f"upstream: {_counts(upstream)}"
    yield f"our own: {_counts(ours)}"


def _judged(comparer: Comparer, folder: Path, options: argparse.Namespace) -> Iterator[_Found]:
    """Judge one vector after the other, and find the causes where one is stale."""
    found = comparer.checker.check(folder, profile=options.profile, case=options.case)
    for judged in found:
        is_stale = judged.verdict.state is State.STALE
        causes = comparer.causes(judged) if is_stale else ()
        yield judged.verdict, tuple(map(str, causes))


def _counts(verdicts: list[Verdict]) -> str:
    counts = Counter(verdict.state for verdict in verdicts)
    return ", ".join(f"{counts[state]} {state}" for state in State if counts[state])


def _report(verdict: Verdict, causes: tuple[str, ...]) -> dict[str, object]:
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
        report |= {"only_invisible": verdict.only_invisible}
    if causes:
        report |= {"causes": list(causes)}
    return report


def _write_junit(found: list[_Found], path: Path) -> None:
    bad = sum(verdict.state is not State.FRESH for verdict, _ in found)
    suite = ElementTree.Element(
        "testsuite", name="golden", tests=str(len(found)), failures=str(bad)
    )
    for verdict, causes in found:
        name = with_marks(verdict.name)
        case = ElementTree.SubElement(suite, "testcase", name=name, classname="golden")
        if verdict.state is not State.FRESH:
            failure = ElementTree.SubElement(case, "failure", message=verdict.state.value)
            lines = (verdict.sentence, *(f"cause: {one}" for one in causes))
            failure.text = "\n".join(map(with_marks, lines))
    write_file(path, ElementTree.tostring(suite, encoding="utf-8", xml_declaration=True))
