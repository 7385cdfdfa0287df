"""One comparer for every folder of a session, made when the first of them is reviewed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from engine.errors import LoupeError
from engine.golden.comparison import Comparer
from engine.golden.open_review import comparer_beside
from engine.runner import EngineLike


class SharedComparer:
    """Hold the comparer for the engine's thread."""

    def __init__(self) -> None:
        """Make nothing yet."""
        self._comparer: Comparer | None = None

    def open(self, engine: EngineLike) -> Iterator[str]:
        """Say what is done before each step: every profile's tokenizer is opened in its own.

        What cannot be opened is judged later. Nothing is done when the comparer is there.
        """
        if self._comparer is not None:
            return
        for profile in engine.stages.profiles:
            yield f"opening the tokenizer of {profile.name}"
            with suppress(LoupeError, OSError):
                engine.stages.tokenizers.open(profile.tokenizer)
        self._comparer = comparer_beside(engine.stages)

    @property
    def comparer(self) -> Comparer:
        """Give the comparer that `open` made."""
        assert self._comparer is not None
        return self._comparer
