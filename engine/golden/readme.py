"""The rendered vectors in a golden folder's README, between two marks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from engine.errors import DocumentError
from engine.golden.cases import Case, read_cases
from engine.golden.golden_file import file_bytes
from engine.golden.invisible import mark_of, with_marks
from engine.vector import Vector, parse_vector

FILE = "README.md"
START = "<!-- generated: vectors -->"
END = "<!-- /generated: vectors -->"


def refreshed_readme(folder: Path) -> tuple[Path, bytes] | None:
    """Give the README with its generated section made anew; None when nothing is to be written.

    Only a README with both marks is touched, and only between them.
    """
    path = folder / FILE
    try:
        text = path.read_bytes().decode("utf-8")
    except (OSError, UnicodeDecodeError):
        return None
    before, start, rest = text.partition(START)
    _, end, after = rest.rpartition(END)
    if not start or not end:
        return None
    new = f"{before}{START}\n{_section(folder)}{END}{after}"
    return None if new == text else (path, new.encode())


def _section(folder: Path) -> str:
    written = tuple(_written(folder))
    cases = {case.name: case for case in read_cases(folder) or ()}
    names = dict.fromkeys((*cases, *(case for case, _ in written)))
    return "".join(_case(name, cases.get(name), written) for name in names)


def _written(folder: Path) -> Iterator[tuple[str, str]]:
    """Give each vector's case and what is shown of it; one that cannot be read is named."""
    for path in sorted(folder.glob("*.json")):
        try:
            vector = parse_vector((file_bytes(path) or b"").decode())
        except (OSError, UnicodeDecodeError, DocumentError):
            name = with_marks(path.stem)
            profile, _, rest = name.partition("__")
            revision, _, case = rest.partition("__")
            yield case or name, f"{profile} {revision}: unreadable\n\n"
        else:
            yield vector.case, _vector(vector)


def _case(name: str, case: Case | None, written: tuple[tuple[str, str], ...]) -> str:
    why = f"{case.why}\n\n" if case and case.why else ""
    shown = "".join(text for its_case, text in written if its_case == name)
    return f"\n### {with_marks(name)}\n\n{why}{shown}"


def _vector(vector: Vector) -> str:
    text = "".join(map(_shown, vector.rendered_text.rstrip("\n")))
    fence = "`" * max(3, *(len(run) + 1 for run in re.findall("`+", text)), 3)
    facts = f"{vector.scoring}, {len(vector.rendered_text.encode())} bytes"
    if vector.token_ids is not None:
        facts += f", {len(vector.token_ids)} tokens"
    title = with_marks(f"{vector.profile} {vector.revision}")
    return (
        f"<details><summary>{title} ({facts})</summary>\n\n"
        f"{fence}text\n{text}\n{fence}\n\n</details>\n\n"
    )


def _shown(character: str) -> str:
    mark = None if character == "\n" else mark_of(character)
    return f"⟨{mark}⟩" if mark else character
