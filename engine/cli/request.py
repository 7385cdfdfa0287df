"""The document that a command line asks for, with its overrides applied."""

from __future__ import annotations

import argparse
from dataclasses import dataclass, replace
from pathlib import Path

from engine.cli.streams import read_stdin
from engine.document import Context, Document
from engine.document_file import SchemaStart, parse_document, schema_start
from engine.errors import DocumentError
from engine.profiles import Profile, read_profile
from engine.snapshot import Snapshot
from engine.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Requested:
    """The document that is asked for, and where its schema stands in its file."""

    document: Document
    file: str
    start: SchemaStart | None

    def in_file(self, snapshot: Snapshot) -> Snapshot:
        """Add the file's lines and columns to the findings in the schema."""
        if self.start is None:
            return snapshot
        found = tuple(self.start.located(finding, self.file) for finding in snapshot.findings)
        return replace(snapshot, findings=found)


def requested(options: argparse.Namespace, workspace: Workspace) -> Requested:
    """Read the document and apply --profile, --scoring, --context and --context-file."""
    is_stdin = options.document == "-"
    file = "stdin" if is_stdin else options.document
    data = read_stdin() if is_stdin else Path(file).read_bytes()
    document = parse_document(data, file, workspace.golden_profile)
    return Requested(_overridden(document, options, workspace), file, schema_start(data))


def _overridden(document: Document, options: argparse.Namespace, workspace: Workspace) -> Document:
    if options.scoring:
        document = replace(document, scoring=options.scoring)
    if options.profile:
        document = replace(document, profile=_profile(options.profile, workspace))
    if options.context:
        document = document.activated(_context_index(document, options.context))
    if options.context_file:
        context = Context(options.context_file.name, options.context_file.read_bytes())
        document = replace(document, contexts=(context,)).activated(0)
    return document


def _profile(name: str, workspace: Workspace) -> str | Profile:
    path = Path(name)
    if path.suffix == ".toml":
        return read_profile(path)
    if workspace.profile(name) is None:
        known = ", ".join(profile.name for profile in workspace.profiles)
        broken = "".join(f"; {problem}" for problem in workspace.library.problems)
        raise DocumentError(f"there is no profile {name}; there are {known}{broken}")
    return name


def _context_index(document: Document, name: str) -> int:
    names = [context.name for context in document.contexts]
    if name not in names:
        known = f"there are {', '.join(map(repr, names))}" if names else "the document has none"
        raise DocumentError(f"there is no context {name!r}; {known}")
    if names.count(name) > 1:
        raise DocumentError(
            f"{names.count(name)} contexts are named {name!r}; rename all of them but one"
        )
    return names.index(name)
