"""Findings, which are the user's mistakes as data, and the one tree of exceptions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Severity = Literal["error", "warning", "info"]


@dataclass(frozen=True, slots=True)
class Place:
    """Say where a finding lies, as precisely as its stage knows.

    `owner` names the part of the document: "schema", "context", "profile", "template",
    "tokenizer", "model" or "prompt". `line` and `column` (both from 1, columns in code points)
    and `source_start`/`source_end` (code points) lie in the schema text. `byte_start`/`byte_end`
    are UTF-8 byte offsets in the rendered prompt. `file_line` and `file_column` say the same as
    `line` and `column` for the whole `file` that the schema stands in, where there is one.
    """

    owner: str
    field: str | None = None
    line: int | None = None
    column: int | None = None
    source_start: int | None = None
    source_end: int | None = None
    byte_start: int | None = None
    byte_end: int | None = None
    file: str | None = None
    file_line: int | None = None
    file_column: int | None = None

    def __str__(self) -> str:
        """Write the place as people read it: `a.json:6:24`, `schema 4:22`, `context, bytes 1-2`."""
        if self.file is not None:
            return f"{self.file}:{self.file_line}:{self.file_column}"
        if self.line is not None:
            return f"{self.owner} {self.line}:{self.column}"
        if self.byte_start is not None:
            return f"{self.owner}, bytes {self.byte_start}-{self.byte_end}"
        return self.owner if self.field is None else f"{self.owner}, field {self.field}"

    @property
    def key(self) -> str:
        """Name the place by what does not move while one types: `context`, `schema/risk_tier`."""
        return self.owner if self.field is None else f"{self.owner}/{self.field}"


@dataclass(frozen=True, slots=True)
class Finding:
    """Name one thing that the user should know: what, where, and what to do about it.

    `hidden` is the reason why the document does not want to see it; empty when it is shown.
    `about` is the user's text that it is about, where another text there is another matter: a
    control token's, or the code points of invisible characters.
    """

    id: str
    severity: Severity
    where: Place
    message: str
    cure: str = ""
    hidden: str = ""
    about: str = ""


class LoupeError(Exception):
    """Carry one sentence for the user; everything Loupe raises on purpose derives from it."""


def message_and_cure(text: str) -> tuple[str, str]:
    """Split an exception's sentence at its last semicolon, after which the cure stands.

    >>> message_and_cure("asset a is missing; run `loupe fetch a`")
    ('asset a is missing', 'Run `loupe fetch a`.')
    >>> message_and_cure("it ends too early")
    ('it ends too early', '')
    """
    message, semicolon, cure = text.rpartition("; ")
    if not semicolon:
        return text, ""
    return message, cure[:1].upper() + cure[1:].rstrip(".") + "."


class StageFailed(LoupeError):
    """Report that a stage cannot give a value, with the findings that say why."""

    def __init__(self, *findings: Finding) -> None:
        """Keep the findings; the first one's message becomes the exception's text."""
        super().__init__(findings[0].message)
        self.findings = findings


class AssetMissing(LoupeError):
    """Report an asset that is not here, or whose file is not the one that was pinned."""


class GgufError(LoupeError):
    """Report a GGUF file that cannot be read, with the reason."""


class TemplateError(LoupeError):
    """Report a chat template that refuses its messages, in the template's own words."""


class DocumentError(LoupeError):
    """Report a document, profile or vector file that cannot be read, with the place in it."""


class ScoringError(LoupeError):
    """Report a model that cannot score this prompt."""
