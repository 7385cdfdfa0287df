"""README's table of findings and the ids in the engine's code say the same."""

from __future__ import annotations

import ast
import codecs
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
KEBAB = re.compile(r"[a-z]+(?:-[a-z0-9]+)+")
ROW = re.compile(
    r"^\| `([a-z0-9-]+)` \| ([^|]+) \| ([^|]+) \| ([^|]+) \| ([^|]+) \|$", re.MULTILINE
)
SERVER = "engine/templates/server_differences.py"  # its ids are its kinds with a prefix
# Written with dashes, but no finding's id.
OTHER = {
    "chat-template", "code-points", "generation-marker", "gpt-2", "invalid-json-value",
    "jevmlx-parallel-v9", "llama-bpe", "loupe-engine", "merge-delimiter", "mlx-lm", "npm-cache",
    "prompt-loupe", "scipy-openblas32", "template-added", "x-enum-descriptions",
}  # fmt: skip


def constants() -> Iterator[tuple[str, ast.AST]]:
    """Every node of the engine's code, with its file."""
    for path in sorted((ROOT / "engine").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            yield path.relative_to(ROOT).as_posix(), node


def ids_in_code() -> set[str]:
    ids = set()
    for path, node in constants():
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            if path == SERVER:
                continue
            if KEBAB.fullmatch(node.value) and not is_codec(node.value):
                ids.add(node.value)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            ids.update(_given_id(path, node))
    return ids - OTHER


def is_codec(word: str) -> bool:
    """Whether a word such as `utf-8` names an encoding."""
    try:
        codecs.lookup(word)
    except LookupError:
        return False
    return True


def _given_id(path: str, call: ast.Call) -> Iterator[str]:
    """The id that a finding is made with, where it is written out."""
    named = [word.value for word in call.keywords if word.arg == "id"]
    first = (named or call.args[:1] or [None])[0]
    if not isinstance(first, ast.Constant) or not isinstance(first.value, str):
        return
    if call.func.id == "Finding":
        yield first.value
    elif call.func.id == "_finding" and path == SERVER:
        yield f"server-{first.value}"


def rows() -> list[tuple[str, ...]]:
    text = (ROOT / "README.md").read_text("utf-8")
    table = text[text.index("<!-- findings -->") : text.index("<!-- /findings -->")]
    return ROW.findall(table)


def test_every_id_in_the_code_has_a_row() -> None:
    assert ids_in_code() - {row[0] for row in rows()} == set()


def test_every_row_has_an_id_in_the_code() -> None:
    assert {row[0] for row in rows()} - ids_in_code() == set()


def test_the_scan_sees_ids_of_every_spelling() -> None:
    assert {"tie", "hardened", "server-prefill", "control-token-in-gloss"} <= ids_in_code()
    assert {"boolean-glosses-dropped", "context-nul", "choices-nfc-equal"} <= ids_in_code()


def test_no_id_stands_twice_and_every_cell_is_filled() -> None:
    ids = [row[0] for row in rows()]
    assert len(ids) == len(set(ids)) > 90
    for row in rows():
        assert all(cell.strip() for cell in row)
        assert set(row[1].split(", ")) <= {"error", "warning", "info"}


def test_nothing_in_the_list_of_other_words_is_out_of_date() -> None:
    written = {
        node.value for _, node in constants() if isinstance(node, ast.Constant)
    }  # of any type
    assert written >= OTHER
