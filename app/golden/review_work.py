"""The window's side of a review: asks the desk on the engine thread and tells what it answers."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from datetime import date
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot

from app.bridge.engine_bridge import EngineBridge
from app.pause import pause_before
from engine.document import Document
from engine.golden.decision import Decision, Entry
from engine.golden.desk import (
    Broken,
    ChangedOutside,
    Doing,
    Done,
    Export,
    Judgements,
    Opened,
    ReviewDesk,
)
from engine.golden.laid import Laid
from engine.golden.shared_comparer import SharedComparer
from engine.runner import Job

GATHER_MS = 150


class ReviewWork(QObject):
    """Load, show and decide; decisions wait for each other, a newer look replaces an older one.

    Each folder keeps its desk, so that what was decided there can be undone after another was
    opened. What is still to be done in a folder that was left is done; nothing is told of it.
    `judged` carries entries and the names that are gone, `settled` the outcomes of one action.
    """

    opened = Signal(object)
    broken = Signal(object)
    judged = Signal(object)
    shown = Signal(object)
    settled = Signal(object)
    changed_outside = Signal(object)
    exported = Signal(object)
    activity_changed = Signal(str)
    loaded = Signal()

    def __init__(self, bridge: EngineBridge, today: Callable[[], date], parent: QObject) -> None:
        """Open nothing yet."""
        super().__init__(parent)
        self._today = today
        self._shared = SharedComparer()
        self._desks: dict[Path, ReviewDesk] = {}
        self._desk: ReviewDesk | None = None
        self._acted_on: ReviewDesk | None = None
        self._loading = bridge.side_work(self)
        self._looking = bridge.side_work(self)
        self._acting = bridge.side_work(self)
        self._waiting: deque[tuple[ReviewDesk, Job]] = deque()
        self._gathered: list[Entry] = []
        self._pause = pause_before(self._tell_gathered, GATHER_MS, self)
        for work in (self._loading, self._looking):
            work.stepped.connect(self._take)
        self._acting.stepped.connect(self._take_acted)
        self._loading.ended.connect(self._end_loading)
        self._looking.ended.connect(self._tell_quiet)
        self._acting.ended.connect(self._act_next)

    @property
    def busy(self) -> bool:
        """Say whether an answer is still to come."""
        return any(work.busy for work in (self._loading, self._looking, self._acting))

    @property
    def loading(self) -> bool:
        """Say whether vectors are being judged."""
        return self._loading.busy

    def open(self, folder: Path) -> None:
        """Judge a folder's vectors; what is left to do in another one is done there."""
        self._gathered.clear()
        self._looking.cancel()
        new = ReviewDesk(folder, self._shared, self._today)
        self._desk = self._desks.setdefault(folder.resolve(), new)
        self._loading.start(self._desk.open())

    @property
    def _here(self) -> ReviewDesk:
        """Give the desk of the folder that is open: nothing is asked before."""
        assert self._desk is not None
        return self._desk

    def rescan(self, held: str) -> None:
        """Notice changed files, once the folder is loaded."""
        if not self._loading.busy:
            self._act(self._here.rescan(held))

    def reload(self, name: str) -> None:
        """Read one vector again."""
        self._act(self._here.reload(name))

    def keep(self, name: str, seen: bytes | None, disk: bytes | None) -> None:
        """Hold on to a vector as it was seen, though its file is `disk` now."""
        self._act(self._here.keep(name, seen, disk))

    def show(self, name: str) -> None:
        """Lay one vector out instead of the one asked for before."""
        self._looking.start(self._here.show(name))

    def look_away(self) -> None:
        """Lay nothing out."""
        self._looking.cancel()

    def accept(self, names: tuple[str, ...], note: str, *, keep: bool = False) -> None:
        """Write the live values into these vectors' files."""
        self._act(self._here.accept(names, note, keep=keep))

    def decide(self, decision: Decision, names: tuple[str, ...]) -> None:
        """Reject or skip these vectors."""
        self._act(self._here.decide(decision, names))

    def undo(self) -> None:
        """Take the last action back."""
        self._act(self._here.undo())

    def new(self, document: Document, case: str, note: str) -> None:
        """Make a new vector; after `open` it waits until the folder is judged."""
        self._act(self._here.new(document, case, note))

    def patch(self, names: tuple[str, ...]) -> None:
        """Write these vectors' differences as a patch."""
        self._act(self._here.patch(names))

    def bundle(self, name: str, *, hashes_only: bool) -> None:
        """Write a vector's difference as a bundle."""
        self._act(self._here.bundle(name, hashes_only=hashes_only))

    def _act(self, job: Job) -> None:
        self._waiting.append((self._here, job))
        self._act_next()

    @Slot()
    def _act_next(self) -> None:
        if self._acting.busy or self._loading.busy:
            return
        if self._waiting:
            self._acted_on, job = self._waiting.popleft()
            self._acting.start(job)
        else:
            self._tell_quiet()

    @Slot()
    def _tell_gathered(self) -> None:
        """Tell of what was judged since: few changes of the list cost less than many."""
        gathered, self._gathered = tuple(self._gathered), []
        if gathered:
            self.judged.emit(Judgements(gathered))

    @Slot()
    def _end_loading(self) -> None:
        self._tell_gathered()
        self.loaded.emit()
        self._act_next()

    @Slot()
    def _tell_quiet(self) -> None:
        if not self.busy:
            self.activity_changed.emit("")

    @Slot(object)
    def _take_acted(self, value: object) -> None:
        """Take what an action gives; of a folder that was left only its progress and exports."""
        desk = self._acted_on
        if desk is self._desk or isinstance(value, Export):
            self._take(value)
        elif desk is not None and isinstance(value, Doing):
            self.activity_changed.emit(f"{desk.folder.name}: {value.text}")

    @Slot(object)
    def _take(self, value: object) -> None:
        if isinstance(value, Doing):
            self.activity_changed.emit(value.text)
            return
        if isinstance(value, Judgements) and self._loading.busy and not value.gone:
            self._gathered += value.entries
            if not self._pause.isActive():
                self._pause.start()
            return
        self._tell_gathered()
        signals = {
            Opened: self.opened,
            Broken: self.broken,
            Judgements: self.judged,
            Laid: self.shown,
            Done: self.settled,
            ChangedOutside: self.changed_outside,
            Export: self.exported,
        }
        signals[type(value)].emit(value)


def names_of(entries: tuple[Entry, ...]) -> tuple[str, ...]:
    """Give the names of entries."""
    return tuple(entry.name for entry in entries)
