"""`loupe`: the window, or the command that the first argument names."""

from __future__ import annotations

import argparse
import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from types import FrameType

from engine.cli.arguments import COULD_NOT_RUN, OneLineParser, unknown_command
from engine.cli.main import COMMANDS
from engine.cli.streams import open_stderr
from engine.cli.version import program_version
from engine.errors import LoupeError

INTERRUPTED = 130


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command without Qt, take a picture, or show the window; gives the exit code."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    open_stderr()
    if arguments == ["--version"]:
        print(f"loupe {program_version()}")
        return 0
    if arguments[:1] == ["help"]:
        parser().print_help()
        return 0
    if arguments and arguments[0] in COMMANDS:
        from engine.cli.main import main as run_command

        return run_command(arguments)
    before = signal.signal(signal.SIGINT, _leave_at_once)
    try:
        if arguments and arguments[0] == "shot":
            from app import shot

            return shot.run(arguments[1:])
        return _window(arguments)
    finally:
        signal.signal(signal.SIGINT, before)


def _leave_at_once(_number: int, _frame: FrameType | None) -> None:
    """End on Ctrl-C until Qt's loop takes it over; Qt's own imports may swallow an exception."""
    os._exit(INTERRUPTED)


def _window(arguments: list[str]) -> int:
    options = parser().parse_args(arguments)
    if options.file is not None and not options.file.exists():
        sys.stderr.write(f"loupe: {_unknown(options.file)}\n")
        return COULD_NOT_RUN
    from app.application import run_window

    try:
        return run_window(options.file, theme=options.theme, debug=options.debug)
    except LoupeError as error:
        sys.stderr.write(f"loupe: {error}\n")
        return COULD_NOT_RUN


def _unknown(file: Path) -> str:
    if file.suffix or len(file.parts) > 1:
        return f"there is no file {file}; check its name and its folder"
    return unknown_command(str(file), ("shot", *COMMANDS), "file or command")


def parser() -> argparse.ArgumentParser:
    """Describe the arguments of the window."""
    root = OneLineParser(
        prog="loupe",
        description="Show the exact prompt of a decision schema, live.",
        epilog=_commands(),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    root.add_argument("file", nargs="?", type=Path, metavar="FILE", help="a document or a model")
    root.add_argument("--theme", choices=("system", "light", "dark"), default="system")
    root.add_argument("--debug", action="store_true", help="show tracebacks on stderr too")
    return root


def _commands() -> str:
    table = {"shot": "save a picture of the window, without a display", **COMMANDS}
    lines = (f"  {name:<20}  {summary}" for name, summary in table.items())
    return "\n".join(("commands (`loupe COMMAND --help` describes one):", *lines))


if __name__ == "__main__":
    sys.exit(main())
