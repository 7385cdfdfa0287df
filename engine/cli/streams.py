"""Standard input, output and error, each of which may be closed, full or not UTF-8."""

from __future__ import annotations

import io
import os
import sys
from pathlib import Path

from engine.complaint import os_complaint
from engine.errors import LoupeError

_BLOCK = 1 << 16


class StdoutLost(LoupeError):
    """Report that nothing more can be written to stdout."""


def open_stderr() -> None:
    """Let messages go nowhere when stderr is closed; `print` would put them on stdout."""
    if sys.stderr is None:
        sys.stderr = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115  for the process


def open_stdout() -> None:
    """Make stdout UTF-8 whatever the locale.

    StdoutLost when stdout is closed, since all that commands give goes there. A lone surrogate
    is written as its escape, which JSON reads back.
    """
    if sys.stdout is None:
        raise StdoutLost("stdout is closed; send it to a file, a pipe or /dev/null")
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")


def flush_stdout() -> None:
    """Send what is still held back; StdoutLost when the system does not take it."""
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        error.filename = "stdout"
        raise StdoutLost(os_complaint(error)) from error


def settle_stdout() -> None:
    """Send what stdout still holds, or let it go nowhere, so that the process ends quietly."""
    if sys.stdout is None:
        return
    try:
        sys.stdout.flush()
    except OSError:
        _abandon_stdout()


def _abandon_stdout() -> None:
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)


def read_stdin() -> bytes:
    """Read all of stdin; at a terminal say how to end it. LoupeError when it is closed."""
    if sys.stdin is None:
        raise LoupeError("stdin is closed; pipe the text in, as in `loupe … < FILE`")
    if sys.stdin.isatty():
        print("reading from the terminal; Ctrl-D ends it", file=sys.stderr)
    blocks = iter(lambda: os.read(sys.stdin.fileno(), _BLOCK), b"")  # Ctrl-C counts between them
    return b"".join(blocks)


def write_file(path: Path, data: bytes) -> None:
    """Write a report; an OSError always names the file, also on a full disk."""
    try:
        path.write_bytes(data)
    except OSError as error:
        error.filename = str(path)
        raise
