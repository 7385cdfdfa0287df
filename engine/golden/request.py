"""What a golden vector asks the engine to render: a case under one profile."""

from __future__ import annotations

import json
from dataclasses import dataclass

from pydantic import JsonValue

from engine.document import Context, Document
from engine.plan.plan import ScoringMode
from engine.profiles import Profile
from engine.vector import Vector


@dataclass(frozen=True, slots=True)
class Request:
    """One input; `revision` is what the profile's tokenizer is called in the vector's name."""

    case: str
    profile: Profile
    revision: str
    schema: tuple[tuple[str, JsonValue], ...]
    context: str
    scoring: ScoringMode

    @property
    def name(self) -> str:
        """Give the name of the vector that answers this request."""
        return f"{self.profile.golden_name}__{self.revision}__{self.case}"

    def document(self) -> Document:
        """Make the document that the engine renders."""
        text = json.dumps(dict(self.schema), indent=2, ensure_ascii=False)
        context = Context(self.case, self.context.encode("utf-8", "surrogatepass"))
        return Document(text, (context,), profile=self.profile, scoring=self.scoring)


def request_of(vector: Vector, profile: Profile) -> Request:
    """Ask for what the vector itself says was asked."""
    return Request(
        vector.case, profile, vector.revision, vector.schema, vector.context, vector.scoring
    )
