"""Carry a page's own jobs to the engine thread and their values back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal, Slot

from engine.runner import Job, LatestRunner, Ticket


class SideWork(QObject):
    """Run jobs beside the document; a new job replaces the one before, whose values are dropped.

    `stepped` brings the value of each step, `ended` says that the last one was brought, `failed`
    brings what escaped from the job.
    """

    stepped = Signal(object)
    ended = Signal()
    failed = Signal(object)
    _arrived = Signal(int, object)
    _over = Signal(int, object)

    def __init__(self, runner: LatestRunner, parent: QObject) -> None:
        """Keep the runner; nothing is started yet."""
        super().__init__(parent)
        self._runner = runner
        self._ticket: Ticket | None = None
        self._number = 0
        self._arrived.connect(self._take)
        self._over.connect(self._end)

    @property
    def busy(self) -> bool:
        """Say whether a job is running or waiting."""
        return self._ticket is not None

    def start(self, job: Job) -> None:
        """Run a job instead of the one before."""
        self.cancel()
        self._ticket = self._runner.start(
            job, _Listener(self._number, self._arrived.emit, self._over.emit)
        )

    def cancel(self) -> None:
        """Give up what runs; nothing more comes of it."""
        self._number += 1
        if self._ticket is not None:
            self._ticket.cancel()
            self._ticket = None

    @Slot(int, object)
    def _take(self, number: int, value: object) -> None:
        if number == self._number:
            self.stepped.emit(value)

    @Slot(int, object)
    def _end(self, number: int, error: Exception | None) -> None:
        if number != self._number:
            return
        self._ticket = None
        if error is not None:
            self.failed.emit(error)
        self.ended.emit()


@dataclass(frozen=True, slots=True)
class _Listener:
    """Queue what a job gives to the GUI thread; called on the engine thread."""

    number: int
    arrived: Callable[[int, object], None]
    over: Callable[[int, object], None]

    def stepped(self, value: object) -> None:
        self.arrived(self.number, value)

    def ended(self, error: Exception | None) -> None:
        self.over(self.number, error)
