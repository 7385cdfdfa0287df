"""One long-lived engine thread on which the latest request wins."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Protocol

from engine.broken_off import broken_off
from engine.document import Document
from engine.snapshot import Snapshot
from engine.stages import Stages

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

    @property
    def cancelled(self) -> bool:
        """Say whether the request is superseded."""
        return self._cancelled.is_set()

    def check(self) -> None:
        """Raise Superseded when the request was cancelled."""
        if self.cancelled:
            raise Superseded


class EngineLike(Protocol):
    """What the runner drives on its thread: `engine.session.Engine`, or a fake in tests."""

    @property
    def stages(self) -> Stages:
        """Give the stages, with the profiles and tokenizers that they know."""
        ...

    def run(
        self, document: Document, ticket: Ticket, publish: Publish, *, score: bool = True
    ) -> object:
        """Work through the stages and publish snapshots until done or superseded."""
        ...

    def close(self) -> None:
        """Free what the engine holds; the last call."""
        ...


@dataclass(slots=True)
class _Request:
    """A document to work on, and the last that was published of it."""

    document: Document
    ticket: Ticket
    score: bool
    last: Snapshot


Job = Callable[[EngineLike, Ticket], Iterator[object]]
"""Side work on the engine thread, in steps: each gives a value; documents go between steps."""
_NO_STEP_LEFT = object()


class JobListener(Protocol):
    """Hear on the engine thread what became of a job that was not cancelled."""

    def stepped(self, value: object) -> None:
        """Take the value of one step."""
        ...

    def ended(self, error: Exception | None) -> None:
        """Hear that the job is done, or what escaped from it."""
        ...


@dataclass(slots=True)
class _Side:
    job: Job
    ticket: Ticket
    listener: JobListener
    steps: Iterator[object] | None = None


class LatestRunner:
    """Own the engine thread: a new request cancels the one before it.

    `open_engine`, `publish` and `failed` are called on that thread; `failed` gets the generation
    and whatever escaped from the engine, which is a bug; a snapshot that says so follows, so that
    nothing waits for what never comes. Nothing is published for a request once a later one was
    submitted.
    """

    def __init__(
        self,
        open_engine: Callable[[], EngineLike],
        publish: Publish,
        failed: Callable[[int, Exception], None],
    ) -> None:
        """Start no thread yet: the first request does."""
        self._open_engine = open_engine
        self._publish = publish
        self._failed = failed
        self._wake = threading.Condition()
        self._waiting: _Request | None = None
        self._jobs: deque[_Side] = deque()
        self._side: _Side | None = None
        self._ticket = Ticket(0)
        self._closing = False
        self._thread: threading.Thread | None = None

    def submit(self, document: Document, *, score: bool = True) -> int:
        """Replace whatever runs or waits by this document; give the request's generation."""
        with self._wake:
            self._ticket.cancel()
            self._ticket = Ticket(self._ticket.generation + 1)
            generation = self._ticket.generation
            nothing = Snapshot(generation, document)
            self._waiting = _Request(document, self._ticket, score, nothing)
            self._run()
            return generation

    def start(self, job: Job, listener: JobListener) -> Ticket:
        """Work a job off beside the documents; its ticket cancels it."""
        ticket = Ticket(0)
        with self._wake:
            self._jobs.append(_Side(job, ticket, listener))
            self._run()
        return ticket

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
            if self._side is not None:
                self._side.ticket.cancel()
            self._wake.notify()
        if self._thread is None:
            return True
        self._thread.join(timeout)
        return not self._thread.is_alive()

    def _run(self) -> None:
        """Wake the thread, or start it; the lock is held."""
        self._wake.notify()
        if self._thread is None and not self._closing:
            self._thread = threading.Thread(target=self._work, name="loupe-engine", daemon=True)
            self._thread.start()

    def _next(self) -> _Request | _Side | None:
        """Wait for the next document or, without one, the next job; None is the end."""
        with self._wake:
            self._wake.wait_for(lambda: self._closing or self._waiting is not None or self._jobs)
            if self._closing:
                return None
            request, self._waiting = self._waiting, None
            self._side = self._jobs.popleft() if request is None else None
            return request or self._side

    def _work(self) -> None:
        engine: EngineLike | None = None
        try:
            while (work := self._next()) is not None:
                try:
                    if engine is None:
                        engine = self._open_engine()
                    self._work_off(engine, work)
                except Superseded:
                    continue
                except Exception as error:  # noqa: BLE001  the thread boundary: a bug must surface
                    self._report(work, error)
        finally:
            if engine is not None:
                engine.close()

    def _work_off(self, engine: EngineLike, work: _Request | _Side) -> None:
        if isinstance(work, _Request):
            publish = self._guarded(work)
            engine.run(work.document, work.ticket, publish, score=work.score)
            return
        work.ticket.check()
        if work.steps is None:
            work.steps = work.job(engine, work.ticket)
        value = next(work.steps, _NO_STEP_LEFT)
        work.ticket.check()
        if value is _NO_STEP_LEFT:
            work.listener.ended(None)
            return
        work.listener.stepped(value)
        with self._wake:
            self._jobs.append(work)

    def _report(self, work: _Request | _Side, error: Exception) -> None:
        """Say what escaped; what waits for a document's stages hears that they are over."""
        if not isinstance(work, _Request):
            work.listener.ended(error)
            return
        self._failed(work.ticket.generation, error)
        if not work.ticket.cancelled:
            self._publish(broken_off(work.last, error))

    def _guarded(self, request: _Request) -> Publish:
        def publish(snapshot: Snapshot) -> None:
            request.ticket.check()
            request.last = snapshot
            self._publish(snapshot)

        return publish
