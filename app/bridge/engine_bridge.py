"""Carry documents to the engine thread and its snapshots back."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QDeadlineTimer, QObject, Signal, Slot

from app.bridge.side_work import SideWork
from app.garbage import GarbageTimer
from app.pause import pause_before
from engine.document import Document
from engine.runner import EngineLike, LatestRunner
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
        self._held = False
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

    def hold(self) -> None:
        """Keep documents back until `release`."""
        self._held = True

    @Slot()
    def release(self) -> None:
        """Send what was kept back, and everything from now on."""
        self._held = False
        self._submit_waiting()

    @Slot()
    def submit_now(self) -> None:
        """Send the latest document without waiting, again if it was sent before."""
        if self._document is None or self._closing or self._held:
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

    def wait_closed(self, timeout: float) -> bool:
        """Wait so many seconds for the end of the engine thread, which is asked to end."""
        return self._runner.close(timeout)

    @Slot()
    def _submit_waiting(self) -> None:
        if self._waiting:
            self.submit_now()

    @Slot()
    def _poll_closed(self) -> None:
        ended = self.wait_closed(0)
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
