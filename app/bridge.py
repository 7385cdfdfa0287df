"""Carry documents to the engine thread and its snapshots back; nothing else crosses threads."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QDeadlineTimer, QObject, Signal, Slot

from app.garbage import GarbageTimer
from app.pause import pause_before
from engine.assets.fetch import fetch
from engine.assets.store import AssetStore
from engine.document import Document
from engine.runner import EngineLike, Job, LatestRunner, Superseded, Ticket
from engine.snapshot import Snapshot

DEBOUNCE_MS = 25
MAX_LAG_MS = 120  # under continuous typing a request still goes out this often
POLL_MS = 10
JOIN_MS = 1200


class EngineBridge(QObject):
    """Run the latest document and report what the engine thread says about it.

    `stale_changed(True)` comes at once when a document is set, `stale_changed(False)` with the
    first snapshot of that document. Snapshots of superseded requests are dropped.
    """

    snapshot_changed = Signal(object)
    stale_changed = Signal(bool)
    busy_changed = Signal(bool)
    failed = Signal(object)
    closed = Signal(bool)
    _arrived = Signal(object)
    _broke = Signal(object)

    def __init__(
        self, open_engine: Callable[[], EngineLike], parent: QObject | None = None
    ) -> None:
        """Keep `open_engine` for the engine thread, where the first request calls it."""
        super().__init__(parent)
        self._runner = LatestRunner(open_engine, self._publish, self._report)
        self._document: Document | None = None
        self._generation = 0
        self._waiting = False
        self._stale = False
        self._busy = False
        self._closing = False
        self._debounce = pause_before(self._submit_waiting, DEBOUNCE_MS, self)
        self._lag = pause_before(self._submit_waiting, MAX_LAG_MS, self)
        self._poll = pause_before(self._poll_closed, POLL_MS, self)
        self._garbage = GarbageTimer(self)
        self._patience = QDeadlineTimer()
        self._arrived.connect(self._take)
        self._broke.connect(self._take_failure)

    @property
    def stale(self) -> bool:
        """Say whether the last snapshot belongs to an older document than the latest."""
        return self._stale

    @Slot(object)
    def set_document(self, document: Document) -> None:
        """Make this the latest document; it goes to the engine after a short pause in typing."""
        if document is self._document or self._closing:
            return
        self._document = document
        self._waiting = True
        self._set_stale(True)
        self._set_busy(True)
        self._debounce.start()
        if not self._lag.isActive():
            self._lag.start()

    @Slot()
    def submit_now(self) -> None:
        """Send the latest document without waiting, again if it was sent before."""
        if self._document is None or self._closing:
            return
        self._debounce.stop()
        self._lag.stop()
        self._waiting = False
        self._generation = self._runner.submit(self._document)
        self._set_busy(True)

    @Slot()
    def stop(self) -> None:
        """Cancel what runs; what was published stays."""
        self._debounce.stop()
        self._lag.stop()
        self._waiting = False
        self._runner.cancel()
        self._set_busy(False)

    def side_work(self, parent: QObject) -> SideWork:
        """Give a page its own line of jobs on the engine thread; their bugs surface here."""
        work = SideWork(self._runner, parent)
        work.failed.connect(self.failed)
        return work

    def close(self) -> None:
        """Stop the engine thread while the event loop runs; `closed` says whether it ended."""
        if self._closing:
            return
        self._closing = True
        self.stop()
        self._patience.setRemainingTime(JOIN_MS)
        self._poll.setSingleShot(False)
        self._poll.start()

    @Slot()
    def _submit_waiting(self) -> None:
        if self._waiting:
            self.submit_now()

    @Slot()
    def _poll_closed(self) -> None:
        ended = self._runner.close(0)
        if ended or self._patience.hasExpired():
            self._poll.stop()
            if ended:
                self._garbage.end()
            self.closed.emit(ended)

    @Slot(object)
    def _take(self, snapshot: Snapshot) -> None:
        if snapshot.generation != self._generation or self._closing:
            return
        self._set_stale(snapshot.document is not self._document)
        self.snapshot_changed.emit(snapshot)
        if snapshot.complete and not self._waiting:
            self._set_busy(False)

    @Slot(object)
    def _take_failure(self, failure: tuple[int, BaseException]) -> None:
        generation, error = failure
        if generation == self._generation and not self._closing:
            self._set_busy(False)
            self.failed.emit(error)

    def _set_stale(self, stale: bool) -> None:
        if stale != self._stale:
            self._stale = stale
            self.stale_changed.emit(stale)

    def _set_busy(self, busy: bool) -> None:
        if busy != self._busy:
            self._busy = busy
            self.busy_changed.emit(busy)

    def _publish(self, snapshot: Snapshot) -> None:
        """Queue a snapshot to the GUI thread; runs on the engine thread."""
        self._arrived.emit(snapshot)

    def _report(self, generation: int, error: BaseException) -> None:
        """Queue a failure to the GUI thread; runs on the engine thread."""
        self._broke.emit((generation, error))


class SideWork(QObject):
    """Run jobs beside the document; a new job replaces the one before, whose values are dropped.

    `stepped` brings the value of each step, `ended` says that the last one was brought, `failed`
    brings what escaped from the job.
    """

    stepped = Signal(object)
    ended = Signal()
    failed = Signal(object)
    _arrived = Signal(object)

    def __init__(self, runner: LatestRunner, parent: QObject) -> None:
        """Keep the runner; nothing is started yet."""
        super().__init__(parent)
        self._runner = runner
        self._ticket: Ticket | None = None
        self._number = 0
        self._arrived.connect(self._take)

    @property
    def busy(self) -> bool:
        """Say whether a job is running or waiting."""
        return self._ticket is not None

    def start(self, job: Job) -> None:
        """Run a job instead of the one before."""
        self.cancel()
        self._ticket = self._runner.start(job, _Listener(self._number, self._arrived.emit))

    def cancel(self) -> None:
        """Give up what runs; nothing more comes of it."""
        self._number += 1
        if self._ticket is not None:
            self._ticket.cancel()
            self._ticket = None

    @Slot(object)
    def _take(self, message: tuple[int, str, object]) -> None:
        number, what, value = message
        if number != self._number:
            return
        if what == "step":
            self.stepped.emit(value)
            return
        self._ticket = None
        if isinstance(value, Exception):
            self.failed.emit(value)
        self.ended.emit()


class AssetFetch(QObject):
    """Fetch an asset on a thread of its own, so that the engine goes on meanwhile.

    `progressed` brings what is copied and how much of it (0 to 1; None while that is not known),
    `ended` what went wrong, or None. After `cancel` neither comes.
    """

    progressed = Signal(str, object)
    ended = Signal(object)
    _arrived = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        """Start nothing yet."""
        super().__init__(parent)
        self._ticket = Ticket(0)
        self._arrived.connect(self._take)

    def start(self, name: str, store: AssetStore) -> None:
        """Fetch an asset into a store instead of what was fetched before."""
        self._ticket.cancel()
        self._ticket = Ticket(self._ticket.generation + 1)
        progress = _FetchProgress(self._ticket, self._arrived.emit)
        work = partial(_fetch, name, store, progress)
        threading.Thread(target=work, name="loupe-fetch", daemon=True).start()

    def cancel(self) -> None:
        """Give up; what was copied whole stays for the next time."""
        self._ticket.cancel()

    @Slot(object)
    def _take(self, message: tuple[Ticket, str, object]) -> None:
        ticket, what, value = message
        if ticket is not self._ticket or ticket.cancelled:
            return
        if what == "end":
            self.ended.emit(value)
        else:
            self.progressed.emit(what, value)


class _FetchProgress:
    """Tell the GUI thread about a fetch, and end it when it was cancelled; runs on its thread."""

    def __init__(self, ticket: Ticket, emit: Callable[[object], None]) -> None:
        self._ticket = ticket
        self._emit = emit
        self._label = ""
        self._done = self._total = 0

    def start(self, label: str, total: int) -> None:
        self._label, self._done, self._total = label, 0, max(1, total)
        self.advance(0)

    def advance(self, count: int) -> None:
        self._ticket.check()
        self._done += count
        self._tell(self._label, self._done / self._total)

    def finish(self) -> None:
        self._ticket.check()

    def note(self, line: str) -> None:
        self._ticket.check()
        self._tell(line, None)

    def end(self, error: Exception | None) -> None:
        self._tell("end", error)

    def _tell(self, what: str, value: object) -> None:
        self._emit((self._ticket, what, value))


def _fetch(name: str, store: AssetStore, progress: _FetchProgress) -> None:
    try:
        fetch((name,), store, progress)
    except Superseded:
        return
    except Exception as error:  # noqa: BLE001  the thread boundary: whatever it is must be told
        progress.end(error)
    else:
        progress.end(None)


@dataclass(frozen=True, slots=True)
class _Listener:
    """Queue what a job gives to the GUI thread; called on the engine thread."""

    number: int
    emit: Callable[[object], None]

    def stepped(self, value: object) -> None:
        self.emit((self.number, "step", value))

    def ended(self, error: Exception | None) -> None:
        self.emit((self.number, "end", error))
