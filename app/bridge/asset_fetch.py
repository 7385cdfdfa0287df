"""Carry the wish for an asset to a thread of its own and its progress back."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, Signal, Slot

from engine.assets.fetch import fetch
from engine.assets.store import AssetStore
from engine.runner import Superseded, Ticket


class AssetFetch(QObject):
    """Fetch an asset on a thread of its own, so that the engine goes on meanwhile.

    `progressed` brings what is copied and how much of it (0 to 1; None while that is not known),
    `ended` what went wrong, or None. After `cancel` neither comes.
    """

    progressed = Signal(str, object)
    ended = Signal(object)
    _arrived = Signal(object, str, object)
    _over = Signal(object, object)

    def __init__(self, parent: QObject | None = None) -> None:
        """Start nothing yet."""
        super().__init__(parent)
        self._ticket = Ticket(0)
        self._arrived.connect(self._take)
        self._over.connect(self._end)

    def start(self, name: str, store: AssetStore) -> None:
        """Fetch an asset into a store instead of what was fetched before."""
        self._ticket.cancel()
        self._ticket = Ticket(self._ticket.generation + 1)
        progress = _FetchProgress(self._ticket, self._arrived.emit)
        work = partial(_fetch, name, store, progress, partial(self._over.emit, self._ticket))
        threading.Thread(target=work, name="loupe-fetch", daemon=True).start()

    def cancel(self) -> None:
        """Give up; what was copied whole stays for the next time."""
        self._ticket.cancel()

    @Slot(object, str, object)
    def _take(self, ticket: Ticket, label: str, share: float | None) -> None:
        if self._is_wanted(ticket):
            self.progressed.emit(label, share)

    @Slot(object, object)
    def _end(self, ticket: Ticket, error: Exception | None) -> None:
        if self._is_wanted(ticket):
            self.ended.emit(error)

    def _is_wanted(self, ticket: Ticket) -> bool:
        return ticket is self._ticket and not ticket.cancelled


class _FetchProgress:
    """Tell the GUI thread about a fetch, and end it when it was cancelled; runs on its thread."""

    def __init__(self, ticket: Ticket, arrived: Callable[[Ticket, str, object], None]) -> None:
        self._ticket = ticket
        self._arrived = arrived
        self._label = ""
        self._done = self._total = 0

    def start(self, label: str, total: int) -> None:
        self._label, self._done, self._total = label, 0, max(1, total)
        self.advance(0)

    def advance(self, count: int) -> None:
        self._ticket.check()
        self._done += count
        self._arrived(self._ticket, self._label, self._done / self._total)

    def finish(self) -> None:
        self._ticket.check()

    def note(self, line: str) -> None:
        self._ticket.check()
        self._arrived(self._ticket, line, None)


def _fetch(
    name: str, store: AssetStore, progress: _FetchProgress, ended: Callable[[object], None]
) -> None:
    try:
        fetch((name,), store, progress)
    except Superseded:
        return
    except Exception as error:  # noqa: BLE001  the thread boundary: whatever it is must be told
        ended(error)
    else:
        ended(None)
