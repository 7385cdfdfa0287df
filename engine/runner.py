"""One long-lived engine thread on which the latest request wins."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from engine.document import Document
from engine.snapshot import Snapshot

Publish = Callable[[Snapshot], None]


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


class EngineLike(Protocol):
    """What the runner drives on its thread: `engine.session.Engine`, or a fake in tests."""

    def run(
        self, document: Document, ticket: Ticket, publish: Publish, *, score: bool = True
    ) -> object:
        """Work through the stages and publish snapshots until done or superseded."""
        ...

    def close(self) -> None:
        """Free what the engine holds; the last call."""
        ...


@dataclass(frozen=True, slots=True)
class _Request:
    document: Document
    ticket: Ticket
    score: bool


class LatestRunner:
    """Own the engine thread: a new request cancels the one before it.

    `open_engine`, `publish` and `failed` are called on that thread; `failed` gets the generation
    and whatever escaped from the engine, which is a bug. Nothing is published for a request once
    a later one was submitted.
    """

    def __init__(
        self,
        open_engine: Callable[[], EngineLike],
        publish: Publish,
        failed: Callable[[int, BaseException], None],
    ) -> None:
        """Start no thread yet: the first request does."""
        self._open_engine = open_engine
        self._publish = publish
        self._failed = failed
        self._wake = threading.Condition()
        self._waiting: _Request | None = None
        self._ticket = Ticket(0)
        self._closing = False
        self._thread: threading.Thread | None = None

    def submit(self, document: Document, *, score: bool = True) -> int:
        """Replace whatever runs or waits by this document; give the request's generation."""
        with self._wake:
            self._ticket.cancel()
            self._ticket = Ticket(self._ticket.generation + 1)
            self._waiting = _Request(document, self._ticket, score)
            self._wake.notify()
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, name="loupe-engine", daemon=True)
                self._thread.start()
            return self._ticket.generation

    def cancel(self) -> None:
        """Cancel the running and the waiting request."""
        with self._wake:
            self._ticket.cancel()
            self._waiting = None

    def close(self, timeout: float) -> bool:
        """Cancel, let the thread free the engine, and wait; say whether it ended in time."""
        with self._wake:
            self._closing = True
            self._ticket.cancel()
            self._waiting = None
            self._wake.notify()
        if self._thread is None:
            return True
        self._thread.join(timeout)
        return not self._thread.is_alive()

    def _next(self) -> _Request | None:
        with self._wake:
            self._wake.wait_for(lambda: self._closing or self._waiting is not None)
            request, self._waiting = self._waiting, None
            return None if self._closing else request

    def _work(self) -> None:
        engine: EngineLike | None = None
        try:
            while (request := self._next()) is not None:
                try:
                    if engine is None:
                        engine = self._open_engine()
                    engine.run(
                        request.document,
                        request.ticket,
                        self._guarded(request.ticket),
                        score=request.score,
                    )
                except Superseded:
                    continue
                except Exception as error:  # noqa: BLE001  the thread boundary: a bug must surface
                    self._failed(request.ticket.generation, error)
        finally:
            if engine is not None:
                engine.close()

    def _guarded(self, ticket: Ticket) -> Publish:
        def publish(snapshot: Snapshot) -> None:
            ticket.check()
            self._publish(snapshot)

        return publish
