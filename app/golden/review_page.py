"""Page 2: golden vectors, expected against live, and what is decided about each."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QHideEvent, QKeyEvent, QShowEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QSplitter,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.golden.decision_bar import DecisionBar
from app.golden.difference_panel import DifferencePanel
from app.golden.notices import Notices
from app.golden.outside_changes import OutsideChanges
from app.golden.review_control import ReviewControl, is_of
from app.golden.review_files import ReviewFiles
from app.golden.review_work import ReviewWork
from app.golden.vector_list import VectorList
from app.golden.vector_path import first_folder, is_vector
from app.models.review_model import Show
from app.page import PageTools
from app.views.banner import Banner
from engine.golden.check import State
from engine.golden.decision import Written
from engine.golden.desk import Action, Broken, ChangedOutside, Done, Judgements, Opened
from engine.golden.laid import Laid

BAR_ACTIONS = ("review_accept", "review_reject", "review_skip", "review_undo")
LEFT, RIGHT, WIDE = 1, 3, 1000  # shares of a width, of which a splitter makes its own
WATCHED = 500  # files of a folder that are watched one by one


class ReviewPage(QWidget):
    """Review one folder; its work is done on the engine thread, its rules are in the engine."""

    folder_changed = Signal(object)

    def __init__(self, tools: PageTools, parent: QWidget | None = None) -> None:
        """Lay the page out; the folder is read when the page is first shown."""
        super().__init__(parent)
        self._tools = tools
        self.work = ReviewWork(tools.bridge, tools.today, self)
        self.vectors = VectorList(self)
        self.panel = DifferencePanel(self)
        self.banner = Banner(self)
        self.bar = DecisionBar(tuple(tools.actions[name] for name in BAR_ACTIONS), self)
        self._folder_button = QToolButton(self)
        self._activity = QLabel(self)
        self._activity.setAccessibleName(self.tr("What the review is doing"))
        self._folder: Path | None = None
        self._total = 0
        self._problem = ""
        self._choose_at_end = ""
        self.notices = Notices(self.banner, self._reload, self._keep, self)
        self._outside = OutsideChanges(self.notices, self)
        self.control = ReviewControl(tools.actions, self.work, self.vectors, self.panel, self.bar)
        self.files = ReviewFiles(tools, self.work, self)
        self._lay_out()
        self._wire()

    @property
    def folder(self) -> Path | None:
        """Give the folder that is reviewed."""
        return self._folder

    @property
    def busy(self) -> bool:
        """Say whether something is still to come."""
        return self.work.busy

    def panes(self) -> tuple[QWidget, ...]:
        """List what F6 goes through, in reading order."""
        return (self.vectors.list, *self.panel.panes(), self.bar.note)

    def step_difference(self, step: int) -> None:
        """Go to the next (1) or the previous (-1) difference."""
        self.panel.diff.step(step)

    def open_folder(self, folder: Path, name: str = "") -> None:
        """Review a folder; `name` is the vector to show, else the first that waits."""
        self._folder = folder
        self._choose_at_end = name
        self._total = 0
        self.control.leave()
        self._outside.answered()
        self.vectors.review_model.clear()
        self._show_chosen("")
        self.notices.clear()
        self._folder_button.setText(self.tr("Folder: {0}").format(folder.name or folder))
        self._folder_button.setToolTip(self.tr("Review another folder than {0}").format(folder))
        self.vectors.list.empty_text = self.tr("Reading…")
        self._tools.settings.set_golden_folder(folder)
        self.work.open(folder)
        self._follow_files()
        self.folder_changed.emit(folder)

    def show_vector(self, path: Path) -> None:
        """Show a vector's review, in its folder."""
        folder = path.resolve().parent
        if folder != self._folder:
            self.open_folder(folder, path.stem)
        elif not self._choose(path.stem):
            self._choose_at_end = path.stem

    def showEvent(self, event: QShowEvent) -> None:
        """Read the folder at first, later what changed in it."""
        super().showEvent(event)
        if self._folder is None:
            path = self._tools.session.path
            name = path.stem if path is not None and is_vector(path) else ""
            self.open_folder(first_folder(path, self._tools.settings), name)
            self.vectors.list.setFocus()
        else:
            self._rescan()
        self.control.refresh(shown=True)

    def hideEvent(self, event: QHideEvent) -> None:
        """Switch the keys that decide off."""
        super().hideEvent(event)
        self.control.refresh(shown=False)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go through the differences with n and p."""
        steps = {Qt.Key.Key_N: 1, Qt.Key.Key_P: -1}
        step = steps.get(Qt.Key(event.key()))
        if step is None:
            super().keyPressEvent(event)
        else:
            self.step_difference(step)

    @Slot()
    def _rescan(self) -> None:
        entry = self.vectors.chosen
        if self.isVisible() and self._folder is not None:
            self.work.rescan("" if entry is None else entry.name)

    # What the desk says

    @Slot(object)
    def _take_opened(self, opened: Opened) -> None:
        self._total = opened.total
        if self._problem:
            self._problem = ""
            self.notices.clear()
        self.control.enter(opened)
        if opened.refusal:
            self.notices.refused(f"{opened.refusal[0].upper()}{opened.refusal[1:]}.")

    @Slot(object)
    def _take_broken(self, broken: Broken) -> None:
        self._problem = broken.problem
        self._say_empty()
        self.vectors.show_counts(0)
        self.notices.refused(broken.problem)

    @Slot(object)
    def _take_judged(self, judged: Judgements) -> None:
        chosen = self.vectors.chosen
        self.vectors.review_model.put(judged.entries)
        self.vectors.review_model.remove(judged.gone)
        self.vectors.show_counts(self._total if self.work.loading else 0)
        if self._choose_at_end and self._choose(self._choose_at_end):
            self._choose_at_end = ""
        elif self.vectors.chosen is None and not self._choose_at_end:
            self.vectors.choose_first()
        names = {entry.name for entry in judged.entries}
        is_news = chosen is not None and chosen.name in names and chosen != self.vectors.chosen
        if is_news:
            self._show_chosen("" if self.vectors.chosen is None else self.vectors.chosen.name)
        self.control.refresh(shown=self.isVisible())

    @Slot()
    def _end_loading(self) -> None:
        if self._choose_at_end:
            name, self._choose_at_end = self._choose_at_end, ""
            self.vectors.choose_first()
            self.notices.told(self.tr("This folder has no vector {0}.").format(name))
        self.vectors.show_counts(0)
        self._show_all_if_fresh()
        self._say_empty()
        self._follow_files()
        self.control.refresh(shown=self.isVisible())

    @Slot(object)
    def _take_settled(self, done: Done) -> None:
        if not self.notices.outcomes(done.outcomes):
            if done.action in {Action.ACCEPT, Action.NEW}:
                self.bar.note.clear()
            if done.note and not self.bar.note.text():
                self.bar.note.setText(done.note)
            if done.action in {Action.ACCEPT, Action.NEW, Action.UNDO}:
                self.notices.clear()
        self.control.settle(done)
        written = [one for one in done.outcomes if isinstance(one, Written)]
        if done.action in {Action.NEW, Action.UNDO} and written:
            self._choose(written[-1].name)
        self._follow_files()

    @Slot(object)
    def _take_changed(self, changed: ChangedOutside) -> None:
        self._outside.take(changed, self.panel.laid)
        self._follow_files()

    def _reload(self, name: str) -> None:
        self._outside.answered()
        self.work.reload(name)
        if not self._choose(name):
            self.vectors.show_kind(Show.ALL)
            self._choose(name)
        self.work.show(name)

    def _keep(self, name: str) -> None:
        """Keep what was read: until it is accepted, or accept it now if that was asked for."""
        asked = self._outside.answered()
        if asked is not None and asked.name == name:
            self.work.keep(name, asked.seen, asked.disk)
        else:
            self.work.accept((name,), self.bar.note.text().strip(), keep=True)

    @Slot(object)
    def _take_laid(self, laid: Laid) -> None:
        entry = self.vectors.chosen
        if entry is not None and laid.comparison.verdict.name == entry.name:
            self.panel.show_laid(laid)
            if not is_of(laid, entry):
                self.work.reload(entry.name)
            self.control.refresh(shown=self.isVisible())

    @Slot(str)
    def _show_activity(self, text: str) -> None:
        self._activity.setText(text)
        self._activity.setVisible(bool(text))

    # What is chosen

    @Slot(str)
    def _show_chosen(self, name: str) -> None:
        """Show a vector at the right, and ask for its difference."""
        entry = self.vectors.review_model.entry(name) if name else None
        self.panel.show_entry(entry, self._hint())
        if entry is None:
            self.work.look_away()
        else:
            self.work.show(name)
        self._follow_files()
        self.control.refresh(shown=self.isVisible())

    def _choose(self, name: str) -> bool:
        """Choose a vector, listed or not; False when there is none of that name."""
        if self.vectors.review_model.entry(name) is None:
            return False
        if not self.vectors.choose(name):
            self.vectors.words.clear()
            self.vectors.show_kind(Show.ALL)
            self.vectors.choose(name)
        return True

    def _hint(self) -> str:
        counts = self.vectors.review_model.counts
        if counts[Show.ALL] and counts[Show.ALL] == counts[State.FRESH]:
            return self.tr("Every vector is fresh: there is nothing to review.")
        return self.tr("No vector is chosen.") if counts[Show.ALL] else ""

    def _show_all_if_fresh(self) -> None:
        """Leave no empty list where nothing waits: list the fresh vectors."""
        counts = self.vectors.review_model.counts
        if counts[Show.ALL] and not counts[Show.TO_REVIEW]:
            self.vectors.show_kind(Show.ALL)

    def _say_empty(self) -> None:
        counts = self.vectors.review_model.counts
        text = self.tr("No vector here is of that kind and name.")
        if not counts[Show.ALL]:
            text = self._problem or self.tr(
                "This folder has no vectors yet. Make one from the document with Review, "
                "New vector (Ctrl+Shift+G)."
            )
        self.vectors.list.empty_text = text
        self.vectors.list.viewport().update()
        if self.vectors.chosen is None:
            self.panel.show_entry(None, text if not counts[Show.ALL] else self._hint())

    def _follow_files(self) -> None:
        """Watch the folder, its cases, the file on screen, and where they are few all files."""
        entries = self.vectors.review_model.entries()
        few = entries if len(entries) <= WATCHED else ()
        chosen = self.vectors.chosen
        shown = (*few, chosen) if chosen is not None else few
        self._outside.follow(self._folder, tuple(entry.path for entry in shown))

    # Building

    def _lay_out(self) -> None:
        self._folder_button.setDefaultAction(self._tools.actions["review_folder"])
        self._folder_button.setAccessibleName(self.tr("Review another golden folder"))
        self._folder_button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        left = QWidget(self)
        column = QVBoxLayout(left)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        head = QHBoxLayout()
        head.setContentsMargins(6, 6, 6, 0)
        head.addWidget(self._folder_button)
        head.addWidget(self._activity, 1)
        head.addStretch(0)
        column.addLayout(head)
        column.addWidget(self.vectors, 1)
        right = QWidget(self)
        column = QVBoxLayout(right)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.banner)
        column.addWidget(self.panel, 1)
        column.addWidget(self.bar)
        splitter = QSplitter(Qt.Orientation.Horizontal, self)
        splitter.setChildrenCollapsible(False)
        splitter.addWidget(left)
        splitter.addWidget(right)
        splitter.setStretchFactor(0, LEFT)
        splitter.setStretchFactor(1, RIGHT)
        splitter.setSizes([LEFT * WIDE, RIGHT * WIDE])
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(splitter)

    def _wire(self) -> None:
        work = self.work
        work.opened.connect(self._take_opened)
        work.broken.connect(self._take_broken)
        work.judged.connect(self._take_judged)
        work.loaded.connect(self._end_loading)
        work.settled.connect(self._take_settled)
        work.shown.connect(self._take_laid)
        work.changed_outside.connect(self._take_changed)
        self.control.refused.connect(self.notices.refused)
        work.activity_changed.connect(self._show_activity)
        self.vectors.vector_chosen.connect(self._show_chosen)
        self.vectors.filter_changed.connect(self._say_empty)
        self._outside.noticed.connect(self._rescan)
        self.bar.note.returnPressed.connect(self.vectors.list.setFocus)
        self.control.add_to(self)
