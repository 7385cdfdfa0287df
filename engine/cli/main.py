"""The command line: one parser for all commands, one place that turns errors into exit codes."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from engine.cli.arguments import COULD_NOT_RUN, OneLineParser, positive, unknown_command
from engine.cli.compare_parser import add_compare_arguments
from engine.cli.golden_parser import add_golden_arguments, add_verify_arguments
from engine.cli.streams import flush_stdout, open_stderr, open_stdout, read_stdin, settle_stdout
from engine.complaint import os_complaint
from engine.errors import LoupeError, StageFailed
from engine.golden.invisible import with_marks

INTERRUPTED = 130
Run = Callable[[argparse.Namespace], int]
COMMANDS = {
    "render": "write the exact prompt bytes of a document",
    "score": "score every field of a document",
    "tokens": "cut a text from stdin into tokens",
    "compare": "say how two prompts differ",
    "verify": "check every hash of a vector or bundle",
    "golden": "check, review and make committed prompts",
    "chat-template": "render messages from stdin as a model would",
    "fetch": "get tokenizers and the default model",
    "doctor": "say what this machine has and lacks",
    "bench": "measure the numbers of README's performance table",
}


def main(arguments: Sequence[str]) -> int:
    """Run a command; 0 done, 1 a difference, 2 could not run, 130 on Ctrl-C.

    2 also when stdout is closed or full, and without a line when its reader went away.
    """
    try:
        open_stderr()
        open_stdout()
        code = _run(arguments)
        flush_stdout()
    except KeyboardInterrupt:
        code = INTERRUPTED
    except BrokenPipeError:
        code = COULD_NOT_RUN
    except (LoupeError, OSError) as error:
        if "--debug" in arguments:
            raise
        print(f"loupe {' '.join(arguments[:1])}: {with_marks(_sentence(error))}", file=sys.stderr)
        code = COULD_NOT_RUN
    else:
        return code
    settle_stdout()
    return code


def _sentence(error: LoupeError | OSError) -> str:
    if isinstance(error, OSError):
        return os_complaint(error)
    if isinstance(error, StageFailed):
        return f"{str(error).rstrip('.')}. {error.findings[0].cure}".strip()
    return str(error)


def _run(arguments: Sequence[str]) -> int:
    if arguments and not arguments[0].startswith("-") and arguments[0] not in COMMANDS:
        print(f"loupe: {unknown_command(arguments[0], tuple(COMMANDS))}", file=sys.stderr)
        return COULD_NOT_RUN
    try:
        options, unknown = parser().parse_known_args(arguments)
        if unknown:
            OneLineParser(prog=f"loupe {arguments[0]}").error(
                f"unrecognized arguments: {' '.join(unknown)}"
            )
    except SystemExit as left:  # argparse has said what is wrong, or helped
        return int(left.code or 0)
    return int(options.run(options))


def parser() -> argparse.ArgumentParser:
    """Describe every command and its options."""
    root = OneLineParser(prog="loupe", description="A loupe for decision prompts.")
    commands = root.add_subparsers(dest="command", required=True, metavar="COMMAND")
    render = _command(commands, "render", _render)
    _document_options(render)
    score = _command(commands, "score", _score)
    _document_options(score)
    score.add_argument("--model", help="an asset's name or a GGUF file, instead of the profile's")
    score.add_argument(
        "--temperature",
        type=positive,
        metavar="T",
        help="divides the log scores; the document's unless given, else 1",
    )
    score.add_argument(
        "--prior", action="store_true", help="take off what the model says without a context"
    )
    golden = _command(commands, "golden", None)
    add_golden_arguments(golden)
    verify = _command(commands, "verify", None)
    add_verify_arguments(verify)
    add_compare_arguments(_command(commands, "compare", None))
    chat = _command(commands, "chat-template", _chat_template)
    chat.add_argument("model", type=Path, help="a GGUF file with one of the pinned templates")
    tokens = _command(commands, "tokens", _tokens)
    tokens.add_argument("source", help="a profile's name, an asset, a folder or a GGUF file")
    tokens.add_argument("--json", action="store_true", help="write JSON")
    fetch = _command(commands, "fetch", _fetch)
    fetch.add_argument("names", nargs="*", help="assets to get; all of them without a name")
    fetch.add_argument("--list", action="store_true", help="only say what is here")
    doctor = _command(commands, "doctor", _doctor)
    doctor.add_argument("--json", action="store_true", help="write JSON")
    bench = _command(commands, "bench", _bench)
    bench.add_argument("--json", action="store_true", help="write JSON")
    return root


def _command(
    commands: argparse._SubParsersAction[OneLineParser],
    name: str,
    run: Run | None,
) -> argparse.ArgumentParser:
    summary = COMMANDS[name]
    command = commands.add_parser(name, help=summary, description=summary[0].upper() + summary[1:])
    command.add_argument("--debug", action="store_true", help="show the traceback of an error")
    command.set_defaults(run=run)
    return command


def _document_options(command: argparse.ArgumentParser) -> None:
    command.add_argument("document", help="a document, a golden vector, or - for stdin")
    command.add_argument("--profile", help="a built-in profile, or a profile's TOML file")
    command.add_argument("--scoring", choices=("labels", "slots"))
    command.add_argument("--context", metavar="NAME", help="the context of that name")
    command.add_argument("--context-file", type=Path, metavar="F", help="a file as the context")
    command.add_argument("--json", action="store_true", help="write JSON")
    command.add_argument(
        "--all", action="store_true", help="also name the findings that the document hides"
    )


# Each command is imported only when it runs: most need neither MLX nor the tokenizers.


def _render(options: argparse.Namespace) -> int:
    from engine.cli import render

    return render.run(options)


def _score(options: argparse.Namespace) -> int:
    from engine.cli import score

    return score.run(options)


def _tokens(options: argparse.Namespace) -> int:
    from engine.cli import tokens

    return tokens.run(options.source, as_json=options.json)


def _chat_template(options: argparse.Namespace) -> int:
    from engine.cli import chat_template

    return chat_template.run(options.model, read_stdin(), sys.stdout.buffer, sys.stderr)


def _fetch(options: argparse.Namespace) -> int:
    from engine.cli import fetch

    return fetch.run(options.names, options.list)


def _doctor(options: argparse.Namespace) -> int:
    from engine.cli import doctor

    return doctor.run(options.json)


def _bench(options: argparse.Namespace) -> int:
    from benchmarks.run import run

    return run(as_json=options.json)
