"""The commands as processes: closed and full streams, Ctrl-C, and bad arguments."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "resources" / "examples" / "credit-risk.loupe.json"
LOUPE = f"{sys.executable} -m app"


def shell(command: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a line of bash in which `loupe` is the program."""
    script = f'loupe() {{ "{sys.executable}" -m app "$@"; }}\nset -o pipefail\n{command}'
    return subprocess.run(
        ["bash", "-c", script],
        check=False,
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=120,
    )


def engine(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "engine", *arguments]
    return subprocess.run(command, check=False, cwd=ROOT, capture_output=True, text=True)


def told_in_one_line(done: subprocess.CompletedProcess[str], code: int, *parts: str) -> None:
    assert done.returncode == code, done.stderr
    assert done.stderr.count("\n") == 1, done.stderr
    for part in parts:
        assert part in done.stderr


@pytest.mark.parametrize("command", ["render -", "score -", "tokens smollm2", "chat-template x"])
def test_a_closed_stdin_is_told_in_one_line(command, asset_root):
    told_in_one_line(shell(f"loupe {command} <&-"), 2, "stdin is closed", "pipe the text in")


@pytest.mark.parametrize("command", [f"render {EXAMPLE}", "golden check", "doctor", "fetch --list"])
def test_a_closed_stdout_is_told_in_one_line_before_any_work(command):
    told_in_one_line(shell(f"loupe {command} >&-"), 2, "stdout is closed")


def test_a_closed_stderr_puts_no_message_on_stdout():
    done = shell("loupe render nope.json 2>&-")
    assert (done.returncode, done.stdout, done.stderr) == (2, "", "")


@pytest.mark.parametrize("command", ["doctor", "tokens qwen3-fake --json < README.md"])
def test_a_full_disk_behind_stdout_is_told_in_one_line(command):
    told_in_one_line(shell(f"loupe {command} > /dev/full"), 2, "stdout", "no room", "make room")


@pytest.mark.parametrize("option", ["--json", "--junit"])
def test_a_full_disk_behind_a_report_names_the_file(option, asset_root):
    done = shell(f"loupe golden check --case tags_multi {option} /dev/full")
    told_in_one_line(done, 2, "/dev/full", "no room")


def test_a_reader_that_leaves_gives_2_without_a_word():
    text = "x " * 100_000
    done = subprocess.run(
        ["bash", "-c", f"set -o pipefail; {LOUPE} tokens qwen3-fake | head -1"],
        check=False,
        cwd=ROOT,
        input=text,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert (done.returncode, done.stderr) == (2, "")
    assert done.stdout.count("\n") == 1


def test_stdout_is_utf_8_in_every_locale():
    done = shell("printf 'é' | loupe tokens qwen3-fake", PYTHONIOENCODING="ascii")
    assert done.returncode == 0
    assert "c3 a9" in done.stdout


def test_ctrl_c_gives_130_and_no_traceback():
    command = [sys.executable, "-m", "app", "tokens", "qwen3-fake"]
    with subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        wait_until_it_reads(process)
        while process.poll() is None:  # one that comes just before a read waits for the next
            process.send_signal(signal.SIGINT)
            with suppress(subprocess.TimeoutExpired):
                process.wait(5)
        assert process.returncode == 130
        assert process.stderr is not None
        assert process.stderr.read() == b""


def wait_until_it_reads(process: subprocess.Popen[bytes]) -> None:
    """Fill the pipe: the last bytes go in only when the program reads."""
    assert process.stdin is not None
    process.stdin.write(b"x" * 1_000_000)
    process.stdin.flush()


@pytest.mark.parametrize("value", ["0", "-1", "nan", "inf", "x", "1e999"])
def test_a_temperature_that_is_none_is_a_bad_argument(value):
    done = shell(f"loupe score {EXAMPLE} --temperature={value}")
    told_in_one_line(done, 2, "--temperature", repr(value), "above 0", "such as 0.7")


def test_an_unknown_command_lists_those_that_there_are():
    done = shell("loupe rendr")
    told_in_one_line(done, 2, "'rendr'", "did you mean render?", "golden, chat-template, fetch")
    told_in_one_line(shell("loupe nonsense"), 2, "'nonsense'", "the commands are shot, render")
    told_in_one_line(shell("loupe a/b.json"), 2, "there is no file a/b.json")
    told_in_one_line(engine("scor"), 2, "did you mean score?")


@pytest.mark.parametrize(
    "arguments", ["", "golden", "golden x", "render", "render --scoring x d", "score d --nope"]
)
def test_bad_arguments_are_told_in_one_line_that_names_the_help(arguments):
    told_in_one_line(engine(*arguments.split()), 2, "--help`")


@pytest.mark.parametrize(
    ("command", "parts"),
    [
        ("render nope.json", ("nope.json: there is no such file", "check its name")),
        ("render resources", ("resources: it is a folder", "name a file")),
        ("render README.md/x", ("README.md/x", "no folder")),
        ("verify nope.json", ("nope.json: there is no such file",)),
        ("compare nope.json -", ("nope.json: there is no such file",)),
        ("golden difftool nope.json README.md", ("nope.json: there is no such file",)),
        (f"render {EXAMPLE} --context-file resources", ("resources: it is a folder",)),
        (f"render {EXAMPLE} --profile nope.toml", ("nope.toml: there is no such file",)),
        ("golden check nope", ("there is no folder nope",)),
        ("golden check --profile nope", ("profile nope", "qwen2.5")),
        ("golden check --case nope", ("case nope", "tags_multi")),
        ("golden check golden --json nope/x.json", ("nope/x.json: there is no such",)),
    ],
)
def test_what_the_system_refuses_is_named_with_cause_and_cure(command, parts, asset_root):
    told_in_one_line(shell(f"loupe {command}"), 2, *parts)


@pytest.mark.parametrize("action", ["diff", "accept", "export"])
def test_an_unknown_vector_is_the_same_error_everywhere(action, asset_root):
    name = "qwen3__fake__tags_mult"
    done = shell(f"loupe golden {action} {name}", CI="")
    told_in_one_line(
        done, 2, f"there is no vector {name} in", "did you mean qwen3__fake__tags_multi?"
    )


@pytest.mark.parametrize("case", ["", "a b", "../x", "-"])
def test_a_name_that_no_case_can_have_is_a_bad_argument(case, tmp_path):
    done = shell(f"loupe golden new {EXAMPLE} --case='{case}' --dir {tmp_path}", CI="")
    told_in_one_line(done, 2, "--case", repr(case), "letters, digits")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("variable", ["LOUPE_ASSETS", "LOUPE_PROFILES"])
@pytest.mark.parametrize(
    "command", [f"render {EXAMPLE}", "golden check", "tokens gemma < README.md", ""]
)
def test_a_folder_variable_that_names_a_file_is_named(variable, command):
    done = shell(f"loupe {command}", **{variable: str(EXAMPLE)})
    told_in_one_line(done, 2, f"{variable} names {EXAMPLE}", "name a folder")


@pytest.mark.parametrize("lacking", ["mlx", "mlx_lm"])
def test_score_without_mlx_is_told_in_one_line(lacking, tmp_path, asset_root):
    document = tmp_path / "d.json"
    document.write_text('{"format": "loupe-document/1", "schema": {"a": {"type": "boolean"}}}')
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / f"{lacking}.py").write_text("raise ImportError('there is none')")
    done = shell(f"loupe score {document}", PYTHONPATH=str(tmp_path / "broken"))
    told_in_one_line(
        done, 2, "error: model-cannot-open", "smollm2", lacking, "pip install", "mlx-lm"
    )
