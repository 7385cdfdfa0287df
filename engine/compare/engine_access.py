"""What a comparison asks of the engine: whole snapshots, tokenizers, and vectors' profiles."""

from __future__ import annotations

from engine.document import Document
from engine.errors import AssetMissing, GgufError, StageFailed
from engine.profiles import Profile
from engine.runner import EngineLike, Ticket
from engine.snapshot import Snapshot, value_of
from engine.tokenizers.base import Tokenizer
from engine.vector import Vector, required_profile


class EngineAccess:
    """Work documents off on the engine's thread, as long as the ticket holds."""

    def __init__(self, engine: EngineLike, ticket: Ticket | None = None) -> None:
        """Keep the engine; without a ticket nothing is cancelled."""
        self._engine = engine
        self._ticket = ticket or Ticket(0)

    @property
    def profiles(self) -> tuple[Profile, ...]:
        """List the built-in profiles."""
        return self._engine.stages.profiles

    def complete(self, document: Document, *, score: bool = False) -> Snapshot:
        """Run all stages (scoring only if asked) and give the last snapshot."""
        published: list[Snapshot] = []
        self._engine.run(document, self._ticket, published.append, score=score)
        return published[-1]

    def tokenizer(self, name: str) -> Tokenizer | None:
        """Give a built-in profile's tokenizer; None when it is not here."""
        profile = next((one for one in self.profiles if one.name == name), None)
        if profile is None:
            return None
        chat = value_of(self._engine.stages.chat_format(profile).slot)
        return None if chat is None else chat.tokenizer

    def profile_of(self, vector: Vector) -> str:
        """Name the profile that a vector means; DocumentError when none here is that one."""
        return required_profile(vector, self.profiles, self._revision_of).name

    def _revision_of(self, profile: Profile) -> str | None:
        if profile.revision is not None:
            return profile.revision
        try:
            tokenizer = self.tokenizer(profile.name)
        except (AssetMissing, GgufError, StageFailed):
            return None
        return None if tokenizer is None else tokenizer.info.revision
