"""What the user edits: schema text, contexts, profile, scoring and options, frozen."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace

from engine.errors import ScoringError
from engine.plan.plan import ScoringMode
from engine.profiles import Profile
from engine.schema.report import clipped


@dataclass(frozen=True, slots=True)
class Context:
    """One named text to classify; `data` is the truth, its bytes exactly as they came."""

    name: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Document:
    """One `*.loupe.json`: the schema is kept as text, so nothing the user wrote is lost.

    `profile` is a built-in profile's name or an inline profile. `active` indexes `contexts`.
    `unknown_active` is the name that the file gives as the active context's and that none has.
    `options` and `extra` keep the option table and unknown top-level keys as JSON texts.
    `good_schema_text` is the last text that was JSON, kept while `schema_text` is not.
    `key_order` lists the top-level keys as the file had them; it makes no other document.
    """

    schema_text: str
    contexts: tuple[Context, ...]
    active: int = 0
    profile: str | Profile = "smollm2"
    scoring: ScoringMode = "labels"
    options: tuple[tuple[str, str], ...] = ()
    extra: tuple[tuple[str, str], ...] = ()
    good_schema_text: str | None = None
    key_order: tuple[str, ...] = field(default=(), compare=False)
    unknown_active: str | None = None

    @property
    def context(self) -> Context:
        """Give the active context; an empty one when there is none."""
        return self.contexts[self.active] if self.contexts else Context("context", b"")

    @property
    def missing_context(self) -> str | None:
        """Give the name of the active context that there is not, until another one is chosen."""
        is_there = any(context.name == self.unknown_active for context in self.contexts)
        return None if is_there or self.active else self.unknown_active

    def activated(self, index: int) -> Document:
        """Give the document with this context in the prompt."""
        return replace(self, active=index, unknown_active=None)

    def option(self, name: str) -> str | None:
        """Give an option's JSON text; None when it is not set."""
        return dict(self.options).get(name)

    def with_option(self, name: str, value: str | None) -> Document:
        """Give the document with one option, a JSON text, set in place, or without it (None)."""
        options: dict[str, str | None] = {**dict(self.options), name: value}
        kept = ((key, text) for key, text in options.items() if text is not None)
        return replace(self, options=tuple(kept))

    @property
    def hardened(self) -> bool:
        """Say whether the user's text may not become control tokens (option `hardened`)."""
        return self.option("hardened") == "true"

    @property
    def temperature(self) -> float:
        """Read the option `temperature`, 1 without it; ScoringError says what stands there."""
        text = self.option("temperature")
        if text is None:
            return 1.0
        try:
            number = float(text)
        except ValueError:
            number = math.nan
        if not (math.isfinite(number) and number > 0):
            written = clipped(" ".join(text.split()))
            raise ScoringError(
                f"the temperature must be a finite number above 0, not {written}; "
                "set options.temperature to one, such as 0.7, or remove it"
            )
        return number

    @property
    def profile_name(self) -> str:
        """Give the profile's name, built-in or inline."""
        return self.profile if isinstance(self.profile, str) else self.profile.name
