"""One long-lived engine thread on which the latest request wins."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field


class Superseded(Exception):
    """Raised inside a run whose request is no longer the latest; never shown to the user."""


@dataclass(frozen=True, slots=True)
class Ticket:
    """One request's number and its cancel flag, shared by the two threads."""

    generation: int
    _cancelled: threading.Event = field(default_factory=threading.Event)

    def cancel(self) -> None:
        """Mark the request as superseded."""
        self._cancelled.set()

    def check(self) -> None:
        """Raise Superseded when the request was cancelled."""
        if self._cancelled.is_set():
            raise Superseded
