"""A profile: which tokenizer and chat template render a prompt, and how."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Literal, get_args

from pydantic import BaseModel, ConfigDict, Field, JsonValue, ValidationError

from engine.complaint import first_problem, said_of
from engine.errors import DocumentError
from engine.text_file import read_text
from engine.toml_text import parse_toml

SystemRole = Literal["probe", "dedicated", "merge"]
KwargValue = str | int | float | bool | None
CODE_POINTS = "code-points"


class Contents(Enum):
    """Stand for the template that joins the messages' contents; no text is equal to it."""

    JOINED = "contents"


CONTENTS_TEMPLATE = Contents.JOINED


@dataclass(frozen=True, slots=True)
class Profile:
    """Everything that turns messages into token ids, and the model that may score them.

    `tokenizer` and `model` are an asset's name (`qwen2.5`) or the path of a folder or GGUF file;
    the tokenizer can also be `code-points`, the pinned test tokenizer. `template` is None for the
    tokenizer's own template, else a template's text, which may be empty, or CONTENTS_TEMPLATE:
    the messages' contents joined by a line feed. Golden vectors name a profile by `golden` and
    its tokenizer by `revision`; without them by `name` and by the first 12 hex digits of the
    tokenizer file's sha256.
    """

    name: str
    title: str
    tokenizer: str
    template: str | Contents | None = None
    kwargs: tuple[tuple[str, KwargValue], ...] = ()
    system: SystemRole = "probe"
    model: str | None = None
    golden: str | None = None
    revision: str | None = None

    @property
    def golden_name(self) -> str:
        """Give the name that golden vectors know this profile by."""
        return self.golden or self.name


class _ProfileTable(BaseModel):
    """The TOML or JSON table of a profile, as people write it.

    `template` is a template's text, or the word `contents`; `template_text` is a text, whatever
    it says.
    """

    model_config = ConfigDict(extra="forbid", strict=True)

    name: str = Field(min_length=1)
    title: str | None = None
    tokenizer: str = Field(min_length=1)
    template: str | None = None
    template_text: str | None = None
    kwargs: dict[str, KwargValue] = {}
    system: SystemRole = "probe"
    model: str | None = None
    golden: str | None = None
    revision: str | None = None


def profile_from_table(table: dict[str, JsonValue], where: str) -> Profile:
    """Validate a profile table; DocumentError names `where`, the key and what is allowed."""
    try:
        checked = _ProfileTable.model_validate(table)
    except ValidationError as error:
        raise DocumentError(f"{where}: {_problem(error)}") from error
    values = checked.model_dump(exclude={"template_text"})
    values["template"] = _template(checked)
    values["kwargs"] = tuple(checked.kwargs.items())
    values["title"] = checked.name if checked.title is None else checked.title
    return Profile(**values)


def profile_problems(profile: Profile) -> tuple[tuple[str, str], ...]:
    """List what is wrong with a profile, each with the key that it stands at."""
    try:
        _ProfileTable.model_validate(profile_table(profile))
    except ValidationError as error:
        return tuple((str(one["loc"][0]), said_of(one)) for one in error.errors())
    return ()


def profile_table(profile: Profile) -> dict[str, JsonValue]:
    """Give the table that `profile_from_table` reads back to the same profile."""
    table: dict[str, JsonValue] = {"name": profile.name, "title": profile.title}
    table["tokenizer"] = profile.tokenizer
    if isinstance(profile.template, Contents):
        table["template"] = profile.template.value
    elif profile.template is not None:
        is_word = profile.template == Contents.JOINED.value
        table["template_text" if is_word else "template"] = profile.template
    table["kwargs"] = dict(profile.kwargs)
    table["system"] = profile.system
    for key in ("model", "golden", "revision"):
        value = getattr(profile, key)
        if value is not None:
            table[key] = value
    return table


def read_profile(path: Path) -> Profile:
    """Read a profile's TOML file; DocumentError names the file and the place."""
    name = f"profile {path.name}"
    text = read_text(path, name)
    try:
        table = parse_toml(text)
    except DocumentError as error:
        raise DocumentError(f"{name}: {error}") from error
    return profile_from_table(table, name)


def builtin_profiles(folder: Path) -> tuple[Profile, ...]:
    """Read every profile of a folder, by name."""
    return tuple(read_profile(path) for path in sorted(folder.glob("*.toml")))


def _template(table: _ProfileTable) -> str | Contents | None:
    if table.template_text is not None:
        return table.template_text
    return CONTENTS_TEMPLATE if table.template == Contents.JOINED.value else table.template


def _problem(error: ValidationError) -> str:
    """Say what is wrong first, and what is allowed there."""
    problem = error.errors()[0]
    if problem["type"] == "extra_forbidden":
        known = ", ".join(_ProfileTable.model_fields)
        return f"unknown key {problem['loc'][0]!r}; a profile has the keys {known}"
    if problem["loc"] == ("system",):
        return f"system must be one of {', '.join(get_args(SystemRole))}"
    if problem["loc"][:1] == ("kwargs",) and len(problem["loc"]) > 1:
        name = problem["loc"][1]
        return f"kwargs: {name!r} must be a text, a number, true, false or null"
    return first_problem(error)
