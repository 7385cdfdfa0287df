"""A profile: which tokenizer and chat template render a prompt, and how."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

SystemRole = Literal["probe", "dedicated", "merge"]


@dataclass(frozen=True, slots=True)
class Profile:
    """Everything that turns messages into token ids.

    `tokenizer` is an asset's name (`qwen2.5`), `code-points` (the test tokenizer), or the path
    of a folder or GGUF file. `template` is None for the tokenizer's own template, else the
    template's text, or `contents` (the test template: contents joined by a newline).
    `revision` names the tokenizer in golden vectors; None means its file's sha256, 12 digits.
    """

    name: str
    title: str
    tokenizer: str
    template: str | None = None
    kwargs: tuple[tuple[str, object], ...] = ()
    system: SystemRole = "probe"
    revision: str | None = None
    model: str | None = None
    extra: tuple[tuple[str, object], ...] = field(default=())
