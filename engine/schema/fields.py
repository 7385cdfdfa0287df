"""The typed questions of a schema, in the order in which the prompt asks them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

MAX_ENUM_CHOICES = 255
MAX_MULTI_OPTIONS = 64
BOOLEAN_CHOICES = ("true", "false")


class FieldKind(StrEnum):
    """Name the three kinds of question."""

    ENUM = "enum"
    BOOLEAN = "boolean"
    MULTI = "multi"


@dataclass(frozen=True, slots=True)
class Span:
    """A half-open range of code points in the schema text."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Choice:
    """One allowed answer with its gloss; `span` is where the choice stands in the schema text."""

    text: str
    gloss: str = ""
    span: Span | None = None
    gloss_span: Span | None = None


@dataclass(frozen=True, slots=True)
class SetConstraint:
    """One rule over the options of a multi field (specification section 2.2)."""

    kind: str
    options: tuple[str, ...] = ()
    k: int | None = None
    if_option: str | None = None
    then_option: str | None = None


@dataclass(frozen=True, slots=True)
class Field:
    """One question. `type_name` is the type as written (`choice` and `selection` mean enum)."""

    name: str
    kind: FieldKind
    type_name: str
    description: str = ""
    choices: tuple[Choice, ...] = ()
    ordered: bool = False
    depends_on: str | None = None
    set_constraints: tuple[SetConstraint, ...] = ()
    span: Span | None = None
    description_span: Span | None = None

    @property
    def choice_texts(self) -> tuple[str, ...]:
        """List the choices' texts in order."""
        return tuple(choice.text for choice in self.choices)


@dataclass(frozen=True, slots=True)
class Schema:
    """The fields in prompt order."""

    fields: tuple[Field, ...]

    def field(self, name: str) -> Field:
        """Find a field by its name; KeyError when there is none."""
        for candidate in self.fields:
            if candidate.name == name:
                return candidate
        raise KeyError(name)
