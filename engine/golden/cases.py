"""`cases.toml`: which cases a golden folder holds, and under which profiles."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, JsonValue, ValidationError

from engine.complaint import first_problem
from engine.errors import DocumentError
from engine.plan.plan import ScoringMode
from engine.profiles import CODE_POINTS, Profile
from engine.text_file import read_text
from engine.toml_text import parse_toml, toml_key, toml_pair

FILE = "cases.toml"
CASE_NAME = re.compile(r"^[A-Za-z0-9][A-Za-z0-9._-]*$")


@dataclass(frozen=True, slots=True)
class Case:
    """One input and why it is kept; `profiles` is empty for all with a model's own tokenizer."""

    name: str
    why: str
    schema: tuple[tuple[str, JsonValue], ...]
    context: str
    scoring: ScoringMode
    profiles: tuple[str, ...] = ()

    def is_for(self, profile: Profile) -> bool:
        """Say whether the case is rendered under this profile."""
        return profile.name in self.profiles or (
            not self.profiles and profile.tokenizer != CODE_POINTS
        )


class _CaseTable(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    name: str = Field(pattern=CASE_NAME.pattern)
    why: str = ""
    scoring: ScoringMode
    context: str = ""
    profiles: list[str] = []
    schema_: dict[str, JsonValue] = Field(alias="schema")


class _CasesFile(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    case: list[_CaseTable] = []


def read_cases(folder: Path) -> tuple[Case, ...] | None:
    """Read a folder's cases; None when it lists none. DocumentError names the case and the key."""
    path = folder / FILE
    if not os.path.lexists(path):
        return None
    if not path.is_file():
        raise DocumentError(
            f"{FILE}: it is no file, or a link to none; put the list of cases there"
        )
    text = read_text(path)
    try:
        return parse_cases(text)
    except DocumentError as error:
        raise DocumentError(f"{path.name}: {error}") from error


def parse_cases(text: str) -> tuple[Case, ...]:
    """Read the cases' TOML text; DocumentError names the key."""
    table = parse_toml(text)
    try:
        checked = _CasesFile.model_validate(table)
    except ValidationError as error:
        raise DocumentError(first_problem(error)) from error
    cases = tuple(_case(entry) for entry in checked.case)
    names = [case.name for case in cases]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise DocumentError(f"the case {twice} stands twice")
    return cases


def case_text(case: Case) -> str:
    """Write a case as the TOML table that `parse_cases` reads back; it begins with a blank line.

    DocumentError names the key of what TOML cannot write, a null above all.
    """
    lines = ["", "[[case]]", toml_pair("name", case.name), toml_pair("why", case.why)]
    if case.profiles:
        lines.append(toml_pair("profiles", list(case.profiles)))
    lines += [toml_pair("scoring", case.scoring), toml_pair("context", case.context)]
    for name, field in case.schema:
        if isinstance(field, dict):
            lines.append(f"[case.schema.{toml_key(name)}]")
            lines += [toml_pair(key, value) for key, value in field.items()]
    return "\n".join(lines) + "\n"


def _case(entry: _CaseTable) -> Case:
    return Case(
        name=entry.name,
        why=entry.why,
        schema=tuple(entry.schema_.items()),
        context=entry.context,
        scoring=entry.scoring,
        profiles=tuple(entry.profiles),
    )
