"""The command line: one parser for all commands, one place that turns errors into exit codes."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from engine.cli.compare_parser import add_compare_arguments
from engine.cli.golden_parser import add_golden_arguments, add_verify_arguments
from engine.errors import LoupeError

COULD_NOT_RUN = 2
INTERRUPTED = 130
Run = Callable[[argparse.Namespace], int]
COMMANDS = (
    "render",
    "score",
    "golden",
    "chat-template",
    "tokens",
    "fetch",
    "doctor",
    "bench",
    "verify",
    "compare",
)


def main(arguments: Sequence[str]) -> int:
    """Run a command; 0 done, 1 a difference, 2 could not run, 130 on Ctrl-C."""
    options = parser().parse_args(arguments)
    try:
        return int(options.run(options))
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return COULD_NOT_RUN
    except (LoupeError, OSError) as error:
        if options.debug:
            raise
        print(f"loupe {options.command}: {error}", file=sys.stderr)
        return COULD_NOT_RUN


def parser() -> argparse.ArgumentParser:
    """Describe every command and its options."""
    root = argparse.ArgumentParser(prog="loupe", description="A loupe for decision prompts.")
    root.set_defaults(debug=False)
    commands = root.add_subparsers(dest="command", required=True, metavar="COMMAND")
    render = _command(commands, "render", "write the exact prompt bytes of a document", _render)
    _document_options(render)
    score = _command(commands, "score", "score every field of a document", _score)
    _document_options(score)
    score.add_argument("--model", help="an asset's name or a GGUF file, instead of the profile's")
    score.add_argument("--temperature", type=float, help="divides the log scores; 1 unless given")
    golden = _command(commands, "golden", "check committed prompts", None)
    add_golden_arguments(golden)
    verify = _command(commands, "verify", "check every hash of a vector or bundle", None)
    add_verify_arguments(verify)
    add_compare_arguments(_command(commands, "compare", "say how two prompts differ", None))
    chat = _command(
        commands, "chat-template", "render messages from stdin as a model would", _chat_template
    )
    chat.add_argument("model", type=Path, help="a GGUF file with one of the pinned templates")
    tokens = _command(commands, "tokens", "cut a text from stdin into tokens", _tokens)
    tokens.add_argument("source", help="a profile's name, an asset, a folder or a GGUF file")
    tokens.add_argument("--json", action="store_true", help="write JSON")
    fetch = _command(commands, "fetch", "get tokenizers and the default model", _fetch)
    fetch.add_argument("names", nargs="*", help="assets to get; all of them without a name")
    fetch.add_argument("--list", action="store_true", help="only say what is here")
    doctor = _command(commands, "doctor", "say what this machine has and lacks", _doctor)
    doctor.add_argument("--json", action="store_true", help="write JSON")
    bench = _command(commands, "bench", "measure the numbers of README's performance table", _bench)
    bench.add_argument("--json", action="store_true", help="write JSON")
    return root


def _command(
    commands: argparse._SubParsersAction[argparse.ArgumentParser],
    name: str,
    summary: str,
    run: Run | None,
) -> argparse.ArgumentParser:
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

    return tokens.run(options.source, sys.stdin.buffer.read(), as_json=options.json)


def _chat_template(options: argparse.Namespace) -> int:
    from engine.cli import chat_template

    return chat_template.run(options.model, sys.stdin.buffer.read(), sys.stdout.buffer, sys.stderr)


def _fetch(options: argparse.Namespace) -> int:
    from engine.cli import fetch

    return fetch.run(options.names, options.list)


def _doctor(options: argparse.Namespace) -> int:
    from engine.cli import doctor

    return doctor.run(options.json)


def _bench(options: argparse.Namespace) -> int:
    from benchmarks.run import run

    return run(as_json=options.json)
