"""The arguments of `loupe compare`, without what it needs to run."""

from __future__ import annotations

import argparse


def add_compare_arguments(command: argparse.ArgumentParser) -> None:
    """Describe the arguments."""
    sides = "a document, vector or bundle; REVISION:FILE is the file as git had it"
    command.add_argument("a", metavar="A", help=sides)
    command.add_argument(
        "b", metavar="B", help="the other one; - is A once more, for another profile"
    )
    command.add_argument("--profile-a", metavar="P", help="instead of A's own, if A is a document")
    command.add_argument("--profile-b", metavar="P", help="the same for B")
    command.add_argument("--json", action="store_true", help="write JSON")
    command.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    from engine.cli import compare

    return compare.run(options)
