"""Vectors and bundles as files: `golden difftool`, `golden bundle` and `verify`."""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Iterator
from pathlib import Path

from pydantic import JsonValue

from engine.cli.render import print_findings, refusal_code
from engine.cli.request import requested
from engine.complaint import utf8_complaint
from engine.document_file import BUNDLE, parse_document
from engine.errors import DocumentError, LoupeError
from engine.golden.bundle import bundle_text, document_bundle
from engine.golden.file_difference import file_difference
from engine.golden.invisible import with_marks
from engine.golden.live import render_live
from engine.golden.open_review import FROZEN_DATE
from engine.golden.request import request_of
from engine.golden.verify import HashCheck, verify_report, verify_vector
from engine.report import prompt_report
from engine.vector import Vector, looks_like_vector, parse_vector, required_profile
from engine.workspace import Workspace, open_workspace

GIT_ARGUMENTS = 7  # path old-file old-hex old-mode new-file new-hex new-mode, and a rename's two


def difftool(files: list[str]) -> int:
    """Compare two files in words; 1 when they differ, 0 always for git's own seven arguments."""
    from_git = len(files) >= GIT_ARGUMENTS
    if len(files) != 2 and not from_git:  # noqa: PLR2004
        raise LoupeError("give two files, or the seven arguments that git gives a diff command")
    old, new = (Path(files[1]), Path(files[4])) if from_git else (Path(files[0]), Path(files[1]))
    name = next((path.name for path in (new, old) if str(path) != os.devnull), os.devnull)
    print(f"golden difference: {with_marks(files[0] if from_git else name)}")
    lines = [*_presence(old, new), *file_difference(old.read_bytes(), new.read_bytes())]
    for line in lines or ["no difference"]:
        print(line)
    return int(bool(lines) and not from_git)


def _presence(old: Path, new: Path) -> Iterator[str]:
    """Say that there is a file on one side alone, where git gives its null device."""
    is_old, is_new = (str(path) != os.devnull for path in (old, new))
    if is_old != is_new:
        yield f"the file was {'deleted' if is_old else 'added'}"


def bundle(options: argparse.Namespace) -> int:
    """Write a document with everything that is rendered from it; else as `refusal_code`."""
    workspace = open_workspace()
    asked = requested(options, workspace)
    snapshot = workspace.engine(FROZEN_DATE).complete(asked.document)
    print_findings("golden", asked.in_file(snapshot).findings)
    print(bundle_text(document_bundle(snapshot)), end="")
    return refusal_code(snapshot.findings) if snapshot.rendered is None else 0


def verify(path: Path, *, as_json: bool) -> int:
    """Check every hash of a vector or bundle; 1 when any is wrong."""
    try:
        table = json.loads(path.read_bytes().decode("utf-8"))
    except UnicodeDecodeError as error:
        raise DocumentError(f"{path.name}: {utf8_complaint(error)}") from error
    except (ValueError, RecursionError) as error:
        raise DocumentError(f"{path.name}: not a JSON file: {error}") from error
    checks = _checks(path, table, open_workspace())
    if as_json:
        keys = ("key", "source", "recorded", "found")
        rows = [{key: getattr(check, key) for key in keys} for check in checks]
        rows = [row | {"ok": check.is_right} for row, check in zip(rows, checks, strict=True)]
        print(json.dumps(rows, indent=2))
    else:
        for check in checks:
            print(check)
    return int(not all(check.is_right for check in checks))


def _checks(path: Path, table: JsonValue, workspace: Workspace) -> tuple[HashCheck, ...]:
    if looks_like_vector(table):
        return _vector_checks(parse_vector(path.read_text(encoding="utf-8")), workspace)
    if not isinstance(table, dict) or table.get("format") != BUNDLE:
        raise DocumentError(
            f"{path.name}: neither a golden vector nor a bundle; "
            "`loupe golden bundle` makes a bundle of a document"
        )
    live = table.get("live")
    if isinstance(live, dict) and looks_like_vector(live):
        return _vector_checks(parse_vector(json.dumps(live)), workspace)
    report, findings = table.get("prompt"), table.get("findings")
    if report is None and isinstance(findings, list):
        raise DocumentError(f"{path.name}: {_no_prompt(findings)}")
    if not isinstance(report, dict) or "document" not in table:
        raise DocumentError(f"{path.name}: this bundle holds no text, so nothing can be rendered")
    document = parse_document(path.read_bytes(), path.name, workspace.golden_profile)
    snapshot = workspace.engine(FROZEN_DATE).complete(document)
    if snapshot.rendered is None:
        raise DocumentError(f"{path.name}: it no longer renders: {snapshot.causes[0].message}")
    return verify_report(report, prompt_report(snapshot))


def _no_prompt(findings: list[JsonValue]) -> str:
    """Say why a document's bundle holds no prompt, as `golden bundle` has written it."""
    errors = [
        f"{one.get('id')}: {one.get('message')}"
        for one in findings
        if isinstance(one, dict) and one.get("severity") == "error"
    ]
    reason = f": {' / '.join(errors)}" if errors else ""
    return (
        f"this bundle holds no prompt, because its document has errors{reason}; "
        "correct them in the document and make the bundle anew"
    )


def _vector_checks(vector: Vector, workspace: Workspace) -> tuple[HashCheck, ...]:
    profile = required_profile(vector, workspace.profiles, workspace.revision_of)
    complete = workspace.engine(FROZEN_DATE).complete
    return verify_vector(vector, render_live(request_of(vector, profile), complete))
