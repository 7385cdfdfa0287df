"""A review at work on the engine's thread: its jobs give, step by step, what a window shows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date
from enum import Enum, auto
from itertools import islice
from pathlib import Path

from engine.document import Document
from engine.errors import DocumentError
from engine.golden.bundle import bundle_text, comparison_bundle
from engine.golden.cases import FILE as CASES_FILE
from engine.golden.decision import ActionOutcome, Decision, Entry, Stamp, Written, file_stamp
from engine.golden.laid import Laid
from engine.golden.open_review import open_review
from engine.golden.patch import patch_text
from engine.golden.review import Review
from engine.golden.shared_comparer import SharedComparer
from engine.runner import EngineLike, Job, Ticket

Mark = tuple[bool, Stamp | None]  # of the folder: whether it is there, and its cases
BATCH = 16  # vectors judged in one step; the document in the window waits no longer than that


@dataclass(frozen=True, slots=True)
class Doing:
    """What takes a while, in words."""

    text: str


@dataclass(frozen=True, slots=True)
class Opened:
    """A folder is open: how many vectors will come, and why none can be accepted (or empty).

    `undo_text` is what `undo` takes back of what was done here before.
    """

    folder: Path
    total: int
    refusal: str
    undo_text: str


@dataclass(frozen=True, slots=True)
class Broken:
    """A folder cannot be reviewed, and why."""

    folder: Path
    problem: str


@dataclass(frozen=True, slots=True)
class Judgements:
    """Vectors as they are now; `gone` are no longer there nor asked for."""

    entries: tuple[Entry, ...]
    gone: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ChangedOutside:
    """Files that other programs changed: `held` is the one on screen, which was not read again.

    `deleted` are those among `names` whose file is not there any more.
    """

    names: tuple[str, ...]
    held: Entry | None
    deleted: tuple[str, ...] = ()


class Action(Enum):
    """What a reviewer did."""

    ACCEPT = auto()
    DECIDE = auto()
    RELOAD = auto()
    UNDO = auto()
    NEW = auto()


@dataclass(frozen=True, slots=True)
class Done:
    """What an action came to, and what `undo` would do now.

    `note` was given with the acceptance that was taken back.
    """

    action: Action
    outcomes: tuple[ActionOutcome, ...]
    undo_text: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Export:
    """A text to save, and a name for its file."""

    file_name: str
    text: str


class ReviewDesk:
    """Hold one folder's review for the engine's thread; jobs run one after another there."""

    def __init__(self, folder: Path, shared: SharedComparer, today: Callable[[], date]) -> None:
        """Take the date to keep with acceptances; `open` begins the review."""
        self.folder = folder
        self._shared = shared
        self._today = today
        self._review: Review | None = None
        self._mark: Mark | None = None

    def open(self) -> Job:
        """Give Doing for each tokenizer, then Opened and Judgements, or Broken.

        What was decided and can be undone stays when the folder is opened once more.
        """

        def steps(engine: EngineLike, _ticket: Ticket) -> Iterator[object]:
            for text in self._shared.open(engine):
                yield Doing(text)
            if not self.folder.is_dir():
                self._mark = _mark_of(self.folder)
                yield Broken(self.folder, f"There is no folder {self.folder}.")
                return
            try:
                if self._review is None:
                    comparer = self._shared.comparer
                    self._review = open_review(self.folder, comparer, self._today)
            except DocumentError as error:
                self._mark = _mark_of(self.folder)
                yield Broken(self.folder, str(error))
                return
            yield from self._load(self._review)

        return steps

    def rescan(self, held: str) -> Job:
        """Read again what changed on disk, but for the vector `held`, which is only named."""

        def steps(engine: EngineLike, ticket: Ticket) -> Iterator[object]:
            review = self._review
            if review is None:
                if _mark_of(self.folder) != self._mark:
                    yield from self.open()(engine, ticket)
                return
            changed = review.changed_on_disk()
            if _mark_of(self.folder) != self._mark:
                yield from self._load(review)
                return
            others = [name for name in changed if name != held]
            entries = [review.reload(name) for name in others]
            gone = review.forget_gone(held)
            yield Judgements(tuple(one for one in entries if one.name not in gone), gone)
            if changed:
                deleted = tuple(one.name for one in entries if one.stamp is None)
                kept = review.entry(held) if held in changed else None
                yield ChangedOutside(changed, kept, deleted)

        return steps

    def reload(self, name: str) -> Job:
        """Read one vector again: Judgements and Done."""

        def steps(_engine: EngineLike, _ticket: Ticket) -> Iterator[object]:
            if self._review is not None:
                self._review.reload_by_hand(name)
                yield _judgements(self._review, (name,))
                yield Done(Action.RELOAD, (), self._review.undo_text)

        return steps

    def keep(self, name: str, seen: bytes | None, disk: bytes | None) -> Job:
        """Hold on to a vector as it was seen, though its file is `disk` now: Judgements."""

        def steps(_engine: EngineLike, _ticket: Ticket) -> Iterator[object]:
            if self._review is not None:
                self._review.keep(name, seen, disk)
                yield _judgements(self._review, (name,))

        return steps

    def show(self, name: str) -> Job:
        """Lay a vector's two sides out: Laid."""

        def steps(_engine: EngineLike, _ticket: Ticket) -> Iterator[Laid]:
            if self._review is not None and self._review.entry(name) is not None:
                yield from self._review.lay_out(name)

        return steps

    def accept(self, names: tuple[str, ...], note: str, *, keep: bool = False) -> Job:
        """Accept vectors (`keep`: also over a file that changed): Judgements and Done."""

        def steps(_engine: EngineLike, _ticket: Ticket) -> Iterator[object]:
            review = self._review
            if review is None:
                return
            outcomes: list[ActionOutcome] = []
            if len(names) == 1:
                outcomes.append(review.accept(names[0], note, keep=keep))
            else:
                work = review.accept_all(note, names)
                while some := tuple(islice(work, BATCH)):
                    outcomes += some
                    yield Doing(f"accepting {len(outcomes)} of {len(names)}")
            yield _judgements(review, names)
            yield Done(Action.ACCEPT, tuple(outcomes), review.undo_text)

        return steps

    def decide(self, decision: Decision, names: tuple[str, ...]) -> Job:
        """Reject or skip vectors: Judgements and Done."""

        def steps(_engine: EngineLike, _ticket: Ticket) -> Iterator[object]:
            if self._review is not None:
                self._review.decide(decision, names)
                yield _judgements(self._review, names)
                yield Done(Action.DECIDE, (), self._review.undo_text)

        return steps

    def undo(self) -> Job:
        """Take the last action back: Judgements and Done."""

        def steps(_engine: EngineLike, _ticket: Ticket) -> Iterator[object]:
            review = self._review
            if review is None:
                return
            note = review.undo_note
            outcomes = review.undo()
            self._mark = _mark_of(self.folder)
            restored = tuple(one.name for one in outcomes if isinstance(one, Written))
            yield _judgements(review, restored)
            yield Done(Action.UNDO, outcomes, review.undo_text, note)

        return steps

    def new(self, document: Document, case: str, note: str) -> Job:
        """Make a document's prompt a new vector: Judgements and Done."""

        def steps(_engine: EngineLike, _ticket: Ticket) -> Iterator[object]:
            review = self._review
            if review is not None:
                outcome = review.new(document, case, note)
                self._mark = _mark_of(self.folder)
                if isinstance(outcome, Written):
                    yield _judgements(review, (outcome.name,))
                yield Done(Action.NEW, (outcome,), review.undo_text)

        return steps

    def patch(self, names: tuple[str, ...]) -> Job:
        """Write vectors' differences as one patch: Export."""

        def steps(_engine: EngineLike, _ticket: Ticket) -> Iterator[object]:
            review, day = self._review, self._today().isoformat()
            if review is not None:
                texts = []
                for name in names:
                    texts.append(patch_text(review.compare(name), day))
                    yield Doing(f"exporting {len(texts)} of {len(names)}")
                title = names[0] if len(names) == 1 else "golden"
                yield Export(f"{title}.patch", "\n".join(texts))

        return steps

    def bundle(self, name: str, *, hashes_only: bool) -> Job:
        """Write a vector's difference as a bundle for a bug report: Export."""

        def steps(_engine: EngineLike, _ticket: Ticket) -> Iterator[object]:
            if self._review is not None:
                bundle = comparison_bundle(self._review.compare(name), hashes_only=hashes_only)
                yield Export(f"{name}.bundle.json", bundle_text(bundle))

        return steps

    def _load(self, review: Review) -> Iterator[object]:
        self._mark = _mark_of(self.folder)
        before = tuple(entry.name for entry in review.entries)
        try:
            loading = review.load()
            first = tuple(islice(loading, 1))
        except DocumentError as error:
            yield Broken(review.folder, str(error))
            return
        gone = tuple(name for name in before if review.entry(name) is None)
        if not review.folder.is_dir():
            yield Judgements(first, gone)
            yield Broken(review.folder, f"{review.refusal[0].upper()}{review.refusal[1:]}.")
            return
        yield Opened(review.folder, len(review.names()), review.refusal, review.undo_text)
        yield Judgements(first, gone)
        while some := tuple(islice(loading, BATCH)):
            yield Judgements(some)


def _judgements(review: Review, names: tuple[str, ...]) -> Judgements:
    gone = review.forget_gone()
    entries = (review.entry(name) for name in names)
    return Judgements(tuple(entry for entry in entries if entry is not None), gone)


def _mark_of(folder: Path) -> Mark:
    return folder.is_dir(), file_stamp(folder / CASES_FILE)
