"""The arguments of `loupe golden`, and of `loupe verify`, which checks what golden writes."""

from __future__ import annotations

import argparse
from pathlib import Path

from engine.cli.arguments import report_file


def add_golden_arguments(golden: argparse.ArgumentParser) -> None:
    """Describe every action of `golden`."""
    actions = golden.add_subparsers(dest="action", required=True, metavar="ACTION")
    _add_check(actions.add_parser("check", help="compare every vector with what is rendered now"))
    diff = actions.add_parser("diff", help="show a vector's difference, aligned")
    _vectors(diff, "+")
    diff.set_defaults(run=_diff)
    _add_accept(actions.add_parser("accept", help="write the live prompt into vectors"))
    _add_new(actions.add_parser("new", help="make a document's prompt a new vector"))
    _add_export(actions.add_parser("export", help="write a difference as a patch or a bundle"))
    difftool = actions.add_parser("difftool", help="compare two vector files, as git asks for it")
    difftool.add_argument("files", nargs="+", help="two files, or the seven arguments of git")
    difftool.set_defaults(run=_difftool)
    bundle = actions.add_parser("bundle", help="write a document and its prompt as one file")
    bundle.add_argument("document", help="a document, a golden vector, or - for stdin")
    bundle.set_defaults(run=_bundle, profile=None, scoring=None, context=None, context_file=None)


def add_verify_arguments(verify: argparse.ArgumentParser) -> None:
    """Describe `verify`."""
    verify.add_argument("file", type=Path, help="a golden vector or a bundle")
    verify.add_argument("--json", action="store_true", help="write JSON")
    verify.set_defaults(run=_verify)


def _add_check(check: argparse.ArgumentParser) -> None:
    check.add_argument("folder", nargs="?", type=Path, help="instead of golden/")
    check.add_argument("--profile", help="only this profile, as cases.toml names it")
    check.add_argument("--case", help="only this case")
    check.add_argument("--json", type=report_file, metavar="F", help="write a JSON report")
    check.add_argument("--junit", type=report_file, metavar="F", help="write a JUnit report")
    check.set_defaults(run=_check)


def _add_accept(accept: argparse.ArgumentParser) -> None:
    _vectors(accept, "*")
    accept.add_argument("--all", action="store_true", help="every stale or missing vector")
    accept.add_argument("--note", default="", help="kept in the vector beside the date")
    accept.set_defaults(run=_accept)


def _add_new(new: argparse.ArgumentParser) -> None:
    new.add_argument("document", help="a document, a golden vector, or - for stdin")
    new.add_argument("--case", required=True, metavar="NAME", help="what the case is called")
    new.add_argument("--dir", type=Path, metavar="DIR", help="instead of golden/")
    new.add_argument("--profile", help="a built-in profile")
    new.add_argument("--scoring", choices=("labels", "slots"))
    new.add_argument("--note", default="", help="why the case exists")
    new.set_defaults(run=_new, context=None, context_file=None)


def _add_export(export: argparse.ArgumentParser) -> None:
    _vectors(export, 1)
    export.add_argument("--bundle", action="store_true", help="a JSON bundle instead of a patch")
    export.add_argument("--hashes", action="store_true", help="a bundle without any text")
    export.set_defaults(run=_export)


def _vectors(parser: argparse.ArgumentParser, count: str | int) -> None:
    parser.add_argument("vectors", nargs=count, metavar="VECTOR", help="a file, or a vector's name")
    parser.add_argument("--dir", type=Path, metavar="DIR", help="where names are, else golden/")


# Each action is imported only when it runs.


def _check(options: argparse.Namespace) -> int:
    from engine.cli import golden

    return golden.run(options)


def _diff(options: argparse.Namespace) -> int:
    from engine.cli import golden_review

    return golden_review.diff(options)


def _accept(options: argparse.Namespace) -> int:
    from engine.cli import golden_review

    return golden_review.accept(options)


def _new(options: argparse.Namespace) -> int:
    from engine.cli import golden_review

    return golden_review.new(options)


def _export(options: argparse.Namespace) -> int:
    from engine.cli import golden_review

    return golden_review.export(options)


def _difftool(options: argparse.Namespace) -> int:
    from engine.cli import golden_files

    return golden_files.difftool(options.files)


def _bundle(options: argparse.Namespace) -> int:
    from engine.cli import golden_files

    return golden_files.bundle(options)


def _verify(options: argparse.Namespace) -> int:
    from engine.cli import golden_files

    return golden_files.verify(options.file, as_json=options.json)
