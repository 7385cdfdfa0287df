"""A file's revisions in its git checkout, and its bytes as one of them had it."""

from __future__ import annotations

import os
import subprocess
from dataclasses import dataclass
from pathlib import Path

from engine.errors import DocumentError

MOST_REVISIONS = 200
TIMEOUT = 30  # seconds
_FORMAT = "%x1e%H%x1f%h%x1f%aI%x1f%an%x1f%s%x1f"


@dataclass(frozen=True, slots=True)
class Revision:
    """One commit that changed a file; `path` is what the file was called in it, from the root."""

    commit: str
    short: str
    date: str
    author: str
    subject: str
    path: str


def revisions(path: Path) -> tuple[Revision, ...]:
    """List the commits that changed a file, newest first, followed through renames.

    DocumentError says when there is no git, no checkout, or no revision of the file.
    """
    listed = _git(
        path, "log", f"-{MOST_REVISIONS}", "--follow", "--name-only", f"--format={_FORMAT}"
    )
    found = tuple(map(_revision, listed.decode("utf-8", "replace").split("\x1e")[1:]))
    if not found:
        raise DocumentError(f"git knows no revision of {path.name}: commit the file first")
    return found


def revision_bytes(path: Path, revision: str, name: str | None = None) -> bytes:
    """Read a file as a revision (`HEAD~2`, a commit) had it.

    `name` is what it was called then, from the checkout's root; its name now unless given.
    """
    if revision.startswith("-"):
        raise DocumentError(f"{revision!r} is not a git revision")
    place = f"./{path.name}" if name is None else name
    return _git(path, "show", "--no-textconv", f"{revision}:{place}", in_words=False)


def _revision(record: str) -> Revision:
    *parts, names = record.split("\x1f")
    commit, short, date, author, subject = parts
    return Revision(commit, short, date, author, subject, names.strip("\n").split("\n")[0])


def _git(path: Path, command: str, *words: str, in_words: bool = True) -> bytes:
    """Run a git command that only reads, in the file's folder."""
    place = ["--", path.name] if in_words else []
    line = ["git", "-c", "core.quotePath=false", "--no-pager", command, *words, *place]
    try:
        done = subprocess.run(  # noqa: S603  no shell reads the words
            line,
            cwd=path.resolve().parent,
            env={**os.environ, "LC_ALL": "C", "GIT_OPTIONAL_LOCKS": "0"},
            capture_output=True,
            timeout=TIMEOUT,
            check=False,
        )
    except FileNotFoundError as error:
        missing = "git" if path.resolve().parent.is_dir() else f"the folder {path.parent}"
        raise DocumentError(f"{missing} is not here, so {path.name} has no revisions") from error
    except subprocess.TimeoutExpired as error:
        raise DocumentError(f"git {command} gave no answer within {TIMEOUT} s") from error
    if done.returncode:
        raise DocumentError(_problem(path, done.stderr.decode("utf-8", "replace")))
    return done.stdout


def _problem(path: Path, said: str) -> str:
    if "not a git repository" in said:
        return f"{path.name} is not in a git checkout: {path.resolve().parent}"
    if "does not have any commits" in said:
        return f"git knows no revision of {path.name}: commit the file first"
    first = said.strip().splitlines()[0] if said.strip() else "no reason given"
    return f"git cannot show {path.name}: {first.removeprefix('fatal: ')}"
