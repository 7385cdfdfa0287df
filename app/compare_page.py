"""Page 3: the document under every profile, and any two prompts laid side by side."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QSplitter, QVBoxLayout, QWidget

from app.file_watch import FileWatch
from app.page import PageTools
from app.pause import pause_before
from app.views.compare_panel import ComparePanel
from app.views.compare_revisions import RevisionDialog
from app.views.compare_table import CompareTable
from engine.compare.difference import Comparison
from engine.compare.git import Revision
from engine.compare.jobs import Listed, Loaded, columns_job, comparison_job, revisions_job
from engine.compare.matrix import Column, all_profiles, under
from engine.compare.side import Source
from engine.document import Document
from engine.profiles import Profile

PAUSE_MS = 150  # after the last edit


class ComparePage(QWidget):
    """Follow the document while it is shown; work is done on the engine thread."""

    status_changed = Signal()

    def __init__(self, tools: PageTools, parent: QWidget | None = None) -> None:
        """Lay the page out; the first comparison starts when it is shown."""
        super().__init__(parent)
        self._tools = tools
        self._document: Document | None = None
        self._chosen: dict[str, Profile | Source] = {}
        self._columns: dict[str, Column] = {}
        self._asking = "A"
        self.table = CompareTable(self)
        self.panel = ComparePanel(self)
        self._columns_work = tools.bridge.side_work(self)
        self._difference_work = tools.bridge.side_work(self)
        self._revisions_work = tools.bridge.side_work(self)
        self._watches = {letter: FileWatch(self) for letter in ("A", "B")}
        self._pause = pause_before(self._refresh, PAUSE_MS, self)
        self._lay_out()
        self._wire()

    @property
    def busy(self) -> bool:
        """Say whether a comparison is still to come."""
        works = (self._columns_work, self._difference_work, self._revisions_work)
        return self._pause.isActive() or any(work.busy for work in works)

    @property
    def status(self) -> str:
        """Count the profiles that are compared and the differences that are shown."""
        parts = [self.tr("{0} profiles").format(len(self._columns)), self.panel.count_text]
        return "  ·  ".join(filter(None, parts))

    def panes(self) -> tuple[QWidget, ...]:
        """List what F6 goes through, in reading order."""
        panel = self.panel
        return (self.table, panel.sides["A"].profiles, panel.sides["B"].profiles, panel.diff)

    def step_difference(self, step: int) -> None:
        """Go to the next (1) or the previous (-1) difference."""
        self.panel.diff.step(step)

    def showEvent(self, event: QShowEvent) -> None:
        """Catch up with the document."""
        super().showEvent(event)
        self._refresh()

    def choose(self, letter: str, source: Source) -> None:
        """Make a file or a revision a side."""
        self._chosen[letter] = source
        self._watches[letter].follow(source.path if source.revision is None else None)
        self.panel.sides[letter].show_other(source.title, str(source.path or ""))
        self._compare()

    @Slot()
    def _age(self) -> None:
        """Dim what is shown and follow the document after a pause in typing."""
        self.table.set_stale(True)
        self.panel.diff.set_stale(any(isinstance(one, Profile) for one in self._chosen.values()))
        if self.isVisible():
            self._pause.start()

    @Slot()
    def _refresh(self) -> None:
        document = self._tools.session.document
        if document is self._document or not self.isVisible():
            return
        self._document = document
        profiles = all_profiles(document, self._tools.profiles)
        path = self._tools.session.path
        for side in self.panel.sides.values():
            side.set_profiles(profiles, document.profile_name)
            side.folder = None if path is None else path.parent
        self._choose_first(profiles, document)
        names = [profile.name for profile in profiles]
        kept = {name: column for name, column in self._columns.items() if name in names}
        self._columns = kept
        self._columns_work.start(columns_job(document))
        self._compare()

    def _choose_first(self, profiles: tuple[Profile, ...], document: Document) -> None:
        """Compare the document's profile with another tokenizer's, until the user chooses."""
        named = {profile.name: profile for profile in profiles}
        for letter, chosen in self._chosen.items():
            if isinstance(chosen, Profile):
                self._chosen[letter] = named.get(chosen.name, profiles[0])
        own = named.get(document.profile_name, profiles[0])
        others = [one for one in profiles if one.tokenizer != own.tokenizer] or [own]
        self._chosen.setdefault("A", own)
        self._chosen.setdefault("B", others[0])
        for letter, chosen in self._chosen.items():
            if isinstance(chosen, Profile):
                self.panel.sides[letter].show_profile(chosen.name)

    def _choose_profile(self, letter: str, profile: Profile) -> None:
        self._chosen[letter] = profile
        self._watches[letter].follow(None)
        self._compare()

    def _choose_file(self, letter: str, path: Path) -> None:
        self.choose(letter, Source(path.name, path=path))

    def _ask_revision(self, letter: str, path: Path) -> None:
        self._asking = letter
        self._revisions_work.start(revisions_job(path))

    @Slot(str)
    def _show_profile(self, name: str) -> None:
        """Compare the document with itself under the profile that was activated in the table."""
        profiles = all_profiles(self._tools.session.document, self._tools.profiles)
        profile = next(one for one in profiles if one.name == name)
        self.panel.sides["B"].show_profile(name)
        self._choose_profile("B", profile)

    @Slot()
    def _read_again(self) -> None:
        """Compare anew: the file of a side has other bytes now."""
        self.panel.diff.set_stale(True)
        self._compare()

    def _compare(self) -> None:
        if self._document is not None:
            self._difference_work.start(comparison_job(self._source("A"), self._source("B")))

    def _source(self, letter: str) -> Source:
        chosen = self._chosen[letter]
        if isinstance(chosen, Source):
            return chosen
        assert self._document is not None
        return Source(chosen.name, document=under(self._document, chosen))

    @Slot(object)
    def _take_column(self, column: Column) -> None:
        assert self._document is not None
        known = self._columns.get(column.profile)
        if known is not None and not column.unscored and known.hashes == column.hashes:
            column = replace(column, answers=column.answers or known.answers)
        self._columns[column.profile] = column
        own = self._document.profile_name
        names = [one.name for one in all_profiles(self._document, self._tools.profiles)]
        shown = (self._columns[name] for name in names if name in self._columns)
        self.table.set_columns(tuple(sorted(shown, key=lambda one: one.profile != own)), own)
        self.panel.set_answers({name: one.answers for name, one in self._columns.items()})
        self.status_changed.emit()

    @Slot()
    def _end_columns(self) -> None:
        self.table.set_stale(self._pause.isActive())

    @Slot(object)
    def _take_difference(self, value: Loaded | Comparison) -> None:
        if isinstance(value, Comparison):
            self.panel.set_comparison(value)
        else:
            self.panel.set_side(value)
        self.panel.diff.set_stale(self._pause.isActive())
        self.status_changed.emit()

    @Slot(object)
    def _take_revisions(self, listed: Listed) -> None:
        if listed.problem:
            self._tools.say_failure(listed.problem)
            return
        dialog = RevisionDialog(listed.path.name, listed.revisions, self)
        dialog.revision_chosen.connect(partial(self._take_revision, self._asking, listed.path))
        dialog.open()

    def _take_revision(self, letter: str, path: Path, revision: Revision) -> None:
        title = f"{path.name} @ {revision.short}"
        source = Source(title, path=path, revision=revision.commit, past_name=revision.path)
        self.choose(letter, source)

    def _lay_out(self) -> None:
        splitter = QSplitter(Qt.Orientation.Vertical, self)
        splitter.setChildrenCollapsible(False)
        splitter.addWidget(self.table)
        splitter.addWidget(self.panel)
        splitter.setStretchFactor(0, 2)
        splitter.setStretchFactor(1, 3)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(splitter)

    def _wire(self) -> None:
        self._tools.session.document_changed.connect(self._age)
        self.table.profile_activated.connect(self._show_profile)
        for letter, side in self.panel.sides.items():
            side.profile_chosen.connect(partial(self._choose_profile, letter))
            side.file_chosen.connect(partial(self._choose_file, letter))
            side.revisions_requested.connect(partial(self._ask_revision, letter))
        for watch in self._watches.values():
            watch.changed_outside.connect(self._read_again)
        self._columns_work.stepped.connect(self._take_column)
        self._columns_work.ended.connect(self._end_columns)
        self._difference_work.stepped.connect(self._take_difference)
        self._revisions_work.stepped.connect(self._take_revisions)
