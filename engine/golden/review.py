"""A review of a golden folder: accept, reject or skip each vector, and undo."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import date
from pathlib import Path

from engine.atomic_file import write_atomic
from engine.document import Document
from engine.errors import DocumentError, StageFailed
from engine.golden.acceptance import Acceptance, not_written
from engine.golden.check import State, Verdict
from engine.golden.comparison import Comparer, VectorComparison
from engine.golden.decision import ActionOutcome, Decision, Entry, Refused, Written, file_stamp
from engine.golden.journal import FileChange, Journal, JournalStep, Write
from engine.golden.judged_folder import JudgedFolder, bytes_if_readable
from engine.golden.laid import Laid, lay_out_in_steps
from engine.golden.new_vector import new_vector
from engine.golden.readme import refreshed_readme

_VERBS = {Decision.REJECTED: "reject", Decision.SKIPPED: "skip"}


class Review:
    """Decide about the vectors of one folder; every method runs on the engine's thread."""

    def __init__(
        self,
        folder: Path,
        comparer: Comparer,
        *,
        today: Callable[[], date],
        environment: Mapping[str, str],
        write: Write = write_atomic,
    ) -> None:
        """Take the folder and the date to keep with acceptances; `load` reads the vectors.

        DocumentError when the folder's cases are broken.
        """
        self.folder = folder
        self._comparer = comparer
        self._today = today
        self._journal = Journal(write)
        self._judged = JudgedFolder(folder, comparer.checker)
        self._acceptance = Acceptance(self._judged, comparer, self._journal, today, environment)
        self._entries: dict[str, Entry] = {}

    @property
    def entries(self) -> tuple[Entry, ...]:
        """Give every vector judged so far, by name."""
        return tuple(entry for _, entry in sorted(self._entries.items()))

    @property
    def counts(self) -> Counter[State]:
        """Count the vectors by state."""
        return Counter(entry.verdict.state for entry in self._entries.values())

    @property
    def undo_text(self) -> str:
        """Name what `undo` would take back; empty when there is nothing."""
        return self._journal.last.text if self._journal.last else ""

    @property
    def undo_note(self) -> str:
        """Give the note of the acceptance that `undo` would take back; empty without one."""
        return self._journal.last.note if self._journal.last else ""

    @property
    def refusal(self) -> str:
        """Say why nothing can be accepted here at all; empty when it can."""
        return self._acceptance.refusal

    def load(self) -> Iterator[Entry]:
        """Judge the folder anew, one vector at a time; DocumentError when its cases are broken.

        Decisions stay with vectors whose file is still the one that was read.
        """
        self._judged.read_cases()
        self.forget_gone()
        for name in self.names():
            yield self.reload(name)

    def names(self) -> tuple[str, ...]:
        """List the vectors that are there now or asked for."""
        return self._judged.names()

    def entry(self, name: str) -> Entry | None:
        """Give one vector as it was judged last; None before that."""
        return self._entries.get(name)

    def forget_gone(self, *but: str) -> tuple[str, ...]:
        """Drop the vectors whose file is gone and that no case asks for; give their names.

        Those that are kept stay, and those named.
        """
        gone = tuple(sorted(self._entries.keys() - {*self.names(), *self._judged.kept_names, *but}))
        for name in gone:
            del self._entries[name]
        return gone

    def reload(self, name: str) -> Entry:
        """Read and judge one vector's file as it is on disk now."""
        stamp = file_stamp(self._judged.file_of(name))
        judged = self._judged.judge(name)
        seen = None if judged.verdict.state is State.FRESH else judged.data
        entry = Entry(judged.verdict, judged.path, seen=seen, stamp=stamp)
        old = self._entries.get(name)
        if old is not None and old.seen == seen and old.verdict.state is entry.verdict.state:
            entry = replace(entry, decision=old.decision)
        self._entries[name] = entry
        return entry

    def keep(self, name: str, seen: bytes | None, disk: bytes | None) -> None:
        """Hold on to a vector as it was seen until it is accepted, though its file is `disk` now.

        It ends when the file changes once more, or is read again by hand.
        """
        self._judged.keep(name, seen, disk)
        self.reload(name)

    def reload_by_hand(self, name: str) -> Entry:
        """Read one vector again; a decision that this drops comes back with `undo`."""
        self._judged.let_go(name)
        self._journal.let_go(self._judged.file_of(name))
        former, entry = self._entries.get(name), self.reload(name)
        if former is not None and former.decision not in {entry.decision, Decision.ACCEPTED}:
            self._journal.remember(JournalStep(f"reload {name}", (), (former,)))
        return entry

    def changed_on_disk(self) -> tuple[str, ...]:
        """Name the vectors whose file is not the one that was read, new and deleted ones too."""
        names = set(self.names()) | self._entries.keys()
        return tuple(sorted(name for name in names if self._is_other(name)))

    def compare(self, name: str) -> VectorComparison:
        """Lay a vector's agreed and live sides beside each other, from the file as it is now."""
        return self._comparer.comparison(self._judged.judge(name))

    def lay_out(self, name: str) -> Iterator[Laid]:
        """Lay a vector's sides out to be drawn; a long one at first without its causes."""
        yield from lay_out_in_steps(self._comparer, self._judged.judge(name))

    def accept(self, name: str, note: str = "", *, keep: bool = False) -> ActionOutcome:
        """Write the live values into one vector's file; `keep` does so over a changed file."""
        entry = self._entries.get(name)
        if entry is None:
            return Refused(name, "its file was deleted, and no case asks for it")
        outcome, changes = self._acceptance.write(entry, note, keep=keep)
        if not isinstance(outcome, Written):
            return outcome
        return Written(name, self._settle(f"accept {name}", (name,), changes, note))

    def accept_all(
        self, note: str = "", names: tuple[str, ...] | None = None
    ) -> Iterator[ActionOutcome]:
        """Accept these vectors (all that are open, without names), one file at a time.

        One undo takes all back, also when the iterator is closed before its end.
        """
        wanted = [one for one in self._chosen(names) if one.can_accept]
        changes: dict[str, tuple[FileChange, ...]] = {}
        try:
            for entry in wanted:
                outcome, written = self._acceptance.write(entry, note, keep=False)
                if isinstance(outcome, Written):
                    changes[entry.name] = written
                yield outcome
        finally:
            if changes:
                done = tuple(change for written in changes.values() for change in written)
                self._settle(f"accept {len(changes)} vectors", tuple(changes), done, note)

    def decide(self, decision: Decision, names: tuple[str, ...] | None = None) -> tuple[Entry, ...]:
        """Reject or skip these vectors (all that are open, without names); no file changes."""
        former = self._chosen(names)
        for entry in former:
            self._entries[entry.name] = replace(entry, decision=decision)
        if former:
            what = former[0].name if len(former) == 1 else f"{len(former)} vectors"
            self._journal.remember(JournalStep(f"{_VERBS[decision]} {what}", (), former))
        return tuple(self._entries[entry.name] for entry in former)

    def undo(self) -> tuple[ActionOutcome, ...]:
        """Take the last action back: former bytes and decisions, exactly.

        A vector's file that changed since is a Conflict; then nothing is taken back. A README that
        changed keeps what is new in it.
        """
        step = self._journal.last
        if step is None:
            return ()
        try:
            conflicts = self._journal.undo()
        except OSError as error:
            return (Refused(step.text, not_written(self.folder, error)),)
        if conflicts:
            return conflicts
        if any(bytes_if_readable(change.path) != change.before for change in step.beside):
            self._follow_with_readme()
        self._judged.follow_cases()
        for entry in step.entries:
            self.reload(entry.name)
            restored = replace(self._entries[entry.name], decision=entry.decision)
            self._entries[entry.name] = restored
        return tuple(Written(entry.name, (entry.path,)) for entry in step.entries)

    def new(self, document: Document, case: str, note: str = "") -> ActionOutcome:
        """Make a document's prompt a new vector, and list its case; `undo` removes both."""
        if self.refusal:
            return Refused(case, self.refusal)
        checker, day = self._comparer.checker, self._today().isoformat()
        try:
            made = new_vector(self.folder, document, case, checker, note=note, day=day)
            changes = self._journal.put(made.files)
        except (DocumentError, StageFailed) as error:
            return Refused(case, str(error))
        except OSError as error:
            return Refused(case, not_written(self.folder, error))
        self._judged.follow_cases()
        text, vector, cases = f"add {made.name}", changes[:1], changes[1:]
        return Written(made.name, self._settle(text, (made.name,), vector, beside=cases))

    def refresh_readme(self) -> tuple[FileChange, ...]:
        """Write the README's generated section where it is stale."""
        refreshed = refreshed_readme(self.folder)
        return self._journal.put((refreshed,)) if refreshed is not None else ()

    def _settle(
        self,
        text: str,
        names: tuple[str, ...],
        changes: tuple[FileChange, ...],
        note: str = "",
        beside: tuple[FileChange, ...] = (),
    ) -> tuple[Path, ...]:
        """Remember the step, judge what was written and refresh the README; give the paths."""
        missing = (Verdict(name, State.MISSING) for name in names)
        former = tuple(
            self._entries.get(verdict.name, Entry(verdict, self._judged.file_of(verdict.name)))
            for verdict in missing
        )
        self._journal.remember(JournalStep(text, changes, former, note, beside))
        for name in names:
            self._judged.let_go(name)
            self._entries[name] = replace(self.reload(name), decision=Decision.ACCEPTED)
        readme = self._follow_with_readme()
        self._journal.extend(readme)
        return tuple(change.path for change in (*changes, *beside, *readme))

    def _follow_with_readme(self) -> tuple[FileChange, ...]:
        """Refresh the README after vectors; where that fails, `check` says what is wrong."""
        with suppress(OSError, DocumentError):
            return self.refresh_readme()
        return ()

    def _chosen(self, names: tuple[str, ...] | None) -> tuple[Entry, ...]:
        if names is None:
            return tuple(entry for entry in self.entries if entry.is_open)
        return tuple(self._entries[name] for name in names if name in self._entries)

    def _is_other(self, name: str) -> bool:
        entry = self._entries.get(name)
        return entry is None or file_stamp(self._judged.file_of(name)) != entry.stamp
