"""`cases.toml`: which cases a golden folder holds, and under which profiles."""

from __future__ import annotations

import json
import re
import tomllib
import unicodedata
from dataclasses import dataclass
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, JsonValue, ValidationError

from engine.complaint import first_problem
from engine.errors import DocumentError
from engine.plan.plan import ScoringMode
from engine.profiles import CODE_POINTS, Profile
from engine.text_file import read_text

FILE = "cases.toml"
LAST_OF_FOUR_DIGITS = 0xFFFF
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
    if not path.is_file():
        return None
    text = read_text(path)
    try:
        return parse_cases(text)
    except DocumentError as error:
        raise DocumentError(f"{path.name}: {error}") from error


def parse_cases(text: str) -> tuple[Case, ...]:
    """Read the cases' TOML text."""
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise DocumentError(str(error)) from error
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

    DocumentError when the schema holds a null, which TOML cannot write.
    """
    lines = ["", "[[case]]", f"name = {_toml(case.name)}", f"why = {_toml(case.why)}"]
    if case.profiles:
        lines.append(f"profiles = {_toml(list(case.profiles))}")
    lines += [f"scoring = {_toml(case.scoring)}", f"context = {_toml(case.context)}"]
    for name, field in case.schema:
        if isinstance(field, dict):
            lines += [f"[case.schema.{_toml(name)}]"]
            lines += [f"{_toml(key)} = {_toml(value)}" for key, value in field.items()]
    return "\n".join(lines) + "\n"


def _toml(value: JsonValue) -> str:
    if value is None:
        raise DocumentError("a case cannot hold null: remove that key from the schema")
    if isinstance(value, list):
        return f"[{', '.join(_toml(item) for item in value)}]"
    if isinstance(value, dict):
        members = (f"{_toml(key)} = {_toml(item)}" for key, item in value.items())
        return f"{{ {', '.join(members)} }}"
    if not isinstance(value, str):
        return json.dumps(value)
    return "".join(map(_seen, json.dumps(value, ensure_ascii=False)))


def _seen(character: str) -> str:
    """Write a character as itself, or as an escape where people would not see it."""
    if character.isprintable() and not unicodedata.combining(character):
        return character
    code = ord(character)
    return f"\\u{code:04x}" if code <= LAST_OF_FOUR_DIGITS else f"\\U{code:08x}"


def _case(entry: _CaseTable) -> Case:
    return Case(
        name=entry.name,
        why=entry.why,
        schema=tuple(entry.schema_.items()),
        context=entry.context,
        scoring=entry.scoring,
        profiles=tuple(entry.profiles),
    )
