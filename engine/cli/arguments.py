"""A parser that refuses in one line, and what commands share: kinds of argument, the day."""

from __future__ import annotations

import argparse
import datetime
import math
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from engine.complaint import guess

COULD_NOT_RUN = 2


class OneLineParser(argparse.ArgumentParser):
    """Say what is wrong with the arguments and where they are described; exit 2."""

    def error(self, message: str) -> NoReturn:
        """Leave the usage text out, which would bury the line."""
        self.exit(COULD_NOT_RUN, f"{self.prog}: {message}; see `{self.prog} --help`\n")


def positive(text: str) -> float:
    """Read a finite number above 0.

    >>> positive("0.5")
    0.5
    """
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not (math.isfinite(number) and number > 0):
        raise argparse.ArgumentTypeError(f"{text!r} is no finite number above 0, such as 0.7")
    return number


def report_file(text: str) -> Path:
    """Read the name of a report's file; stdout, which holds the verdicts, is none."""
    if text == "-":
        raise argparse.ArgumentTypeError(
            "'-' cannot be the report, stdout holds the verdicts; name a file"
        )
    return Path(text)


def local_today() -> datetime.date:
    """Give the day where the user is, which the commands hand to the engine."""
    return datetime.datetime.now(tz=datetime.UTC).astimezone().date()


def unknown_command(name: str, commands: Sequence[str], what: str = "command") -> str:
    """Say that there is no such command, which ones there are, and which may be meant.

    >>> unknown_command("rendr", ("render", "score"))
    "there is no command 'rendr'; did you mean render? The commands are render, score"
    """
    return f"there is no {what} {name!r}; {guess(name, commands, 'the commands are')}"
