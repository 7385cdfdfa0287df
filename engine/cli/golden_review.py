"""`loupe golden diff`, `accept`, `new` and `export`: look at vectors and decide about them."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from difflib import get_close_matches
from pathlib import Path

from engine.cli.arguments import local_today
from engine.cli.golden import golden_folder
from engine.cli.request import requested
from engine.errors import LoupeError
from engine.golden.bundle import bundle_text, comparison_bundle
from engine.golden.cases import CASE_NAME
from engine.golden.check import State
from engine.golden.comparison import VectorComparison
from engine.golden.decision import ActionOutcome, Conflict, Entry, Refused, why_not_accepted
from engine.golden.invisible import with_marks
from engine.golden.open_review import open_comparer, open_review
from engine.golden.patch import patch_text
from engine.golden.readme import judge_readme
from engine.golden.report import comparison_lines
from engine.golden.review import Review
from engine.workspace import Workspace, open_workspace


def diff(options: argparse.Namespace) -> int:
    """Write each vector's difference; 1 when any is not fresh."""
    code = 0
    for comparison in _comparisons(options):
        for line in comparison_lines(comparison):
            print(line)
        code |= int(comparison.verdict.state is not State.FRESH)
    return code


def accept(options: argparse.Namespace) -> int:
    """Accept the named vectors, or all; 1 when any was refused."""
    if options.all == bool(options.vectors):
        raise LoupeError("name vectors to accept, or say --all, not both")
    if not options.all:
        names = [_vector(name, options.dir) for name in options.vectors]
        folders = dict.fromkeys(folder for folder, _ in names)
        codes = [
            _accept_named(folder, [name for at, name in names if at == folder], options.note)
            for folder in folders
        ]
        return max(codes)
    review = _review(golden_folder(options.dir), open_workspace())
    if review.refusal:
        return _tell((Refused("nothing accepted", review.refusal),))
    for _ in review.load():
        pass
    code = _tell(review.accept_all(options.note))
    left = _tell_left(review.entries)
    if any(entry.verdict.state is not State.NOT_EVALUATED for entry in review.entries):
        for change in review.refresh_readme():
            print(f"wrote {change.path}")
        left |= _tell_readme(review.folder)
    return code | left


def new(options: argparse.Namespace) -> int:
    """Add a vector made from a document; 1 when it was refused."""
    if not CASE_NAME.fullmatch(options.case):
        raise LoupeError(
            f"--case {options.case!r} cannot name a case; begin with a letter or digit, then use "
            "letters, digits, '_', '-' and '.'"
        )
    workspace = open_workspace()
    document = requested(options, workspace).document
    review = _review(golden_folder(options.dir), workspace)
    return _tell((review.new(document, options.case, options.note),))


def export(options: argparse.Namespace) -> int:
    """Write a difference to stdout: a patch, or a bundle; of a fresh vector no patch."""
    (comparison,) = _comparisons(options)
    verdict = comparison.verdict
    if verdict.state is State.FRESH and not (options.bundle or options.hashes):
        told = f"{verdict.name}: it is fresh, so there is no difference to write"
        print(f"loupe golden: {with_marks(told)}", file=sys.stderr)
        return 0
    if options.bundle or options.hashes:
        sys.stdout.write(bundle_text(comparison_bundle(comparison, hashes_only=options.hashes)))
    else:
        sys.stdout.write(patch_text(comparison, local_today().isoformat()))
    return 0


def _comparisons(options: argparse.Namespace) -> list[VectorComparison]:
    comparer = open_comparer(open_workspace())
    found = []
    for argument in options.vectors:
        folder, name = _vector(argument, options.dir)
        path = folder / f"{name}.json"
        expectations = comparer.checker.expectations(folder)
        if not path.is_file():
            known = comparer.checker.names(folder, expectations)
            _require_known(name, known, folder)
        found.append(comparer.compare(path, expectations))
    return found


def _accept_named(folder: Path, names: list[str], note: str) -> int:
    review = _review(folder, open_workspace())
    for name in names:
        _require_known(name, review.names(), folder)
    for name in names:
        review.reload(name)
    return _tell([review.accept(name, note) for name in names])


def _require_known(name: str, known: tuple[str, ...], folder: Path) -> None:
    """Raise LoupeError for a vector that is neither there nor asked for, with the nearest name."""
    if name in known:
        return
    near = [one for one in known if name in one] or get_close_matches(name, known, 1)
    cure = f"did you mean {near[0]}?" if near else "`loupe golden check` goes through all"
    raise LoupeError(f"there is no vector {name} in {folder}; {cure}")


def _review(folder: Path, workspace: Workspace) -> Review:
    return open_review(folder, open_comparer(workspace), local_today)


def _vector(argument: str, folder: Path | None) -> tuple[Path, str]:
    """Turn a file's path or a vector's name into folder and name."""
    path = Path(argument)
    is_path = len(path.parts) > 1 or (folder is None and path.is_file())
    if path.suffix == ".json" and is_path:
        return path.parent, path.stem
    return golden_folder(folder), argument.removesuffix(".json")


def _tell(outcomes: Iterable[ActionOutcome]) -> int:
    """Write what was written to stdout and what was not to stderr; 1 when any was not."""
    code = 0
    for outcome in outcomes:
        if isinstance(outcome, Refused | Conflict):
            told = with_marks(f"{outcome.name}: {outcome.sentence}")
            print(f"loupe golden: {told}", file=sys.stderr)
            code = 1
        else:
            for path in outcome.paths:
                print(f"wrote {path}", flush=True)
    return code


def _tell_left(entries: tuple[Entry, ...]) -> int:
    """Write to stderr what cannot be accepted, by state, and why; 1 when there is any."""
    states = list(State)
    left = [one for one in entries if one.verdict.state is not State.FRESH and not one.can_accept]
    for entry in sorted(left, key=lambda one: states.index(one.verdict.state)):
        told = f"{entry.name}: left {entry.verdict.state}: {why_not_accepted(entry)}"
        print(f"loupe golden: {with_marks(told)}", file=sys.stderr)
    return int(bool(left))


def _tell_readme(folder: Path) -> int:
    """Write to stderr what is wrong with a README that no acceptance makes right; 1 if so."""
    judged = judge_readme(folder)
    if judged is None or judged[0].state is State.FRESH:
        return 0
    told = f"{judged[0].name}: left {judged[0].state}: {judged[0].sentence}"
    print(f"loupe golden: {with_marks(told)}", file=sys.stderr)
    return 1
