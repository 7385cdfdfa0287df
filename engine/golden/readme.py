"""The rendered vectors in a golden folder's README, between two marks."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

from engine.complaint import os_cause, utf8_complaint
from engine.errors import DocumentError
from engine.golden.cases import FILE as CASES_FILE
from engine.golden.cases import Case, read_cases
from engine.golden.check import State, Verdict
from engine.golden.golden_file import file_bytes
from engine.golden.invisible import mark_of, with_marks
from engine.vector import Vector, parse_vector

FILE = "README.md"
START = "<!-- generated: vectors -->"
END = "<!-- /generated: vectors -->"
TITLE = "# Golden vectors\n"
_ACCEPT = "`loupe golden accept --all`"
_STALE = (
    State.STALE,
    f"its generated section does not show these vectors; {_ACCEPT} makes it anew",
)
_MISSING = (State.MISSING, f"there is no such file to show these vectors; {_ACCEPT} makes it")
_NO_MARKS = (
    State.STALE,
    f"the marks of its generated section are missing; {_ACCEPT} adds it at the end",
)
_ONE_MARK = (
    State.STALE,
    f"a mark of its generated section is missing; put a line {START} before the section "
    f"and a line {END} behind it",
)


def judge_readme(folder: Path) -> tuple[Verdict, str | None] | None:
    """Say whether the README shows the vectors, and give the text that would; None for no README.

    A folder that lists its cases must have one; another may, and then only between both marks.
    Where no text is safe to write there is None in its place.
    """
    is_asked = os.path.lexists(folder / CASES_FILE)
    try:
        data = file_bytes(folder / FILE)
        text = "" if data is None else data.decode()
    except OSError as error:
        return _problem(State.UNREADABLE, os_cause(error)) if is_asked else None
    except UnicodeDecodeError as error:
        return _problem(State.UNREADABLE, utf8_complaint(error)) if is_asked else None
    before, start, rest = text.partition(START)
    _, end, after = rest.rpartition(END)
    if start and end:
        new = f"{before}{START}\n{_section(folder)}{END}{after}"
        return (Verdict(FILE, State.FRESH), None) if new == text else _problem(*_STALE, new)
    if not is_asked:
        return None
    if START in text or END in text:
        return _problem(*_ONE_MARK)
    new = f"{text or TITLE}\n{START}\n{_section(folder)}{END}\n"
    return _problem(*(_MISSING if data is None else _NO_MARKS), new)


def refreshed_readme(folder: Path) -> tuple[Path, bytes] | None:
    """Give the README with its generated section made anew; None when nothing is to be written.

    What stands outside of the marks stays as it is.
    """
    judged = judge_readme(folder)
    text = None if judged is None else judged[1]
    return None if text is None else (folder / FILE, text.encode())


def _problem(state: State, sentence: str, text: str | None = None) -> tuple[Verdict, str | None]:
    return Verdict(FILE, state, sentence), text


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
