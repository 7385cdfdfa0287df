"""The actions that decide: when each may be used, and what it asks the desk for."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QCoreApplication, QObject, Qt, Signal, Slot
from PySide6.QtWidgets import QMessageBox, QWidget

from app.actions import Actions
from app.golden.decision_bar import DecisionBar
from app.golden.difference_panel import DifferencePanel
from app.golden.review_work import ReviewWork, names_of
from app.golden.vector_list import VectorList
from app.models.compare_rows import Mode
from app.models.review_model import Show
from engine.golden.check import State
from engine.golden.decision import Decision, Entry, Written
from engine.golden.desk import Action, Done, Opened
from engine.golden.laid import Laid

ONE = ("review_reject", "review_skip")
EACH = ("review_patch", "review_bundle", "review_hashes", "review_document")
ALWAYS = ("review_toggle", "review_inline", "review_mode")
MODES = (Mode.TEXT, Mode.BYTES, Mode.TOKENS)


class ReviewControl(QObject):
    """Decide about the vector on screen, or about all that are listed and wait.

    `refused` carries why nothing can be accepted.
    """

    refused = Signal(str)

    def __init__(
        self,
        actions: Actions,
        work: ReviewWork,
        vectors: VectorList,
        panel: DifferencePanel,
        bar: DecisionBar,
    ) -> None:
        """Connect the actions."""
        super().__init__(work)
        self._actions = actions
        self._work = work
        self._vectors = vectors
        self._panel = panel
        self._bar = bar
        self._undo_text = ""
        self._refusal = ""
        self._accepting = ""
        self._looked_at: set[tuple[str, bytes | None]] = set()
        self._shown = False
        for name, act in (
            ("review_accept", self._accept),
            ("review_reject", partial(self._decide, Decision.REJECTED)),
            ("review_skip", partial(self._decide, Decision.SKIPPED)),
            ("review_accept_all", self._ask_accept_all),
            ("review_reject_all", partial(self._decide_all, Decision.REJECTED)),
            ("review_skip_all", partial(self._decide_all, Decision.SKIPPED)),
            ("review_undo", work.undo),
            ("review_toggle", panel.toggle_look),
            ("review_inline", panel.toggle_inline),
            ("review_mode", self._next_mode),
        ):
            actions[name].triggered.connect(act)
            actions[name].setAutoRepeat(False)

    def add_to(self, page: QWidget) -> None:
        """Let the page take the keys of the actions."""
        for action in self._actions.all():
            if action.objectName().startswith("review_"):
                page.addAction(action)

    def leave(self) -> None:
        """Forget the folder that is left: nothing of it is refused, undone or looked at."""
        self._refusal = ""
        self._undo_text = ""
        self._accepting = ""
        self._looked_at.clear()

    def enter(self, opened: Opened) -> None:
        """Take why nothing can be accepted in a folder that is open, and what undo does there."""
        text = opened.refusal
        self._refusal = f"{text[0].upper()}{text[1:]}." if text else ""
        self._undo_text = opened.undo_text

    def settle(self, done: Done) -> None:
        """Name what undo takes back; after the acceptance of a vector go on to the next one."""
        self._undo_text = done.undo_text
        if done.action is Action.ACCEPT:
            written = {one.name for one in done.outcomes if isinstance(one, Written)}
            chosen = self._vectors.chosen
            is_done = chosen is None or not chosen.is_open
            if self._accepting in written and is_done:
                self._vectors.choose_next_open()
            self._accepting = ""
        self.refresh(shown=self._shown)

    def refresh(self, *, shown: bool) -> None:
        """Switch each action on where it can do something."""
        self._shown = shown
        entry = self._vectors.chosen if shown else None
        laid = self._panel.laid
        ready = entry is not None and laid is not None and is_of(laid, entry)
        if ready and entry is not None:
            self._looked_at.add((entry.name, entry.seen))
        decidable = entry is not None and entry.verdict.state is not State.FRESH
        enabled = dict.fromkeys(ALWAYS, shown)
        enabled |= dict.fromkeys(ONE, decidable)
        enabled |= dict.fromkeys(EACH, ready)
        can_accept = ready and entry is not None and entry.can_accept
        enabled["review_accept"] = can_accept and not self._accepting
        enabled["review_undo"] = shown and bool(self._undo_text)
        is_any_open = self._vectors.review_model.counts[Show.TO_REVIEW] > 0
        waiting = shown and not self._work.loading and is_any_open
        for name in ("review_accept_all", "review_reject_all", "review_skip_all"):
            enabled[name] = waiting
        enabled["review_patch_all"] = shown
        for name, is_enabled in enabled.items():
            self._actions[name].setEnabled(is_enabled)
        undo = self._actions["review_undo"]
        undo.setToolTip(_tr("Undo: {0} (U)").format(self._undo_text or _tr("nothing yet")))

    @Slot()
    def _accept(self) -> None:
        entry = self._vectors.chosen
        if entry is not None:
            self._accepting = entry.name
            self._work.accept((entry.name,), self._bar.note.text().strip())
            self.refresh(shown=self._shown)

    def _decide(self, decision: Decision) -> None:
        entry = self._vectors.chosen
        if entry is not None:
            self._work.decide(decision, (entry.name,))
            self._vectors.choose_next_open()

    def _waiting(self) -> tuple[Entry, ...]:
        """List the vectors that are shown in the list and wait for a decision."""
        return tuple(entry for entry in self._vectors.review_model.listed() if entry.is_open)

    def _decide_all(self, decision: Decision) -> None:
        waiting = self._waiting()
        if waiting:
            self._work.decide(decision, names_of(waiting))
        else:
            self.refused.emit(self._why_none(waiting))

    def _why_none(self, waiting: tuple[Entry, ...]) -> str:
        """Say why nothing is decided where what waits is not in the list; empty where some is."""
        hidden = self._vectors.review_model.counts[Show.TO_REVIEW]
        text = _tr("No vector in the list waits for a decision. Hidden by the filter: {0:,}.")
        return "" if waiting else text.format(hidden)

    @Slot()
    def _ask_accept_all(self) -> None:
        """Ask once, and say which vectors are meant: those in the list, looked at or not."""
        waiting = self._waiting()
        wanted = tuple(entry for entry in waiting if entry.can_accept)
        cannot = _tr("Nothing that waits in the list can be accepted; each vector says why.")
        reason = self._refusal or self._why_none(waiting) or ("" if wanted else cannot)
        if reason:
            self.refused.emit(reason)
            return
        everything = self._vectors.review_model.entries()
        hidden = sum(1 for one in everything if one.is_open and one.can_accept) - len(wanted)
        buttons = QMessageBox.StandardButton
        box = QMessageBox(self._panel)
        box.setObjectName("accept_all")
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.setIcon(QMessageBox.Icon.Question)
        box.setWindowTitle(_tr("Accept all shown"))
        box.setText(self._question(wanted))
        kept = _tr("{0:,} more are hidden by the filter and stay as they are. ").format(hidden)
        box.setInformativeText((kept if hidden else "") + _tr("One undo takes all back."))
        box.setStandardButtons(buttons.Ok | buttons.Cancel)
        box.accepted.connect(partial(self._accept_all, names_of(wanted)))
        box.open()

    def _question(self, wanted: tuple[Entry, ...]) -> str:
        """Say how many would be accepted, and how many of them nobody has looked at."""
        unseen = sum(1 for one in wanted if (one.name, one.seen) not in self._looked_at)
        one = _tr("Accept the 1 vector in the list that waits")
        many = _tr("Accept the {0:,} vectors in the list that wait").format(len(wanted))
        text = one if len(wanted) == 1 else many
        if not unseen:
            return f"{text}?"
        if unseen == len(wanted):
            return text + (_tr(", not looked at?") if unseen == 1 else _tr(", none looked at?"))
        return text + _tr(", {0:,} of them not looked at?").format(unseen)

    def _accept_all(self, names: tuple[str, ...]) -> None:
        self._work.accept(names, self._bar.note.text().strip())

    @Slot()
    def _next_mode(self) -> None:
        at = MODES.index(self._panel.diff.mode)
        self._panel.set_mode(MODES[(at + 1) % len(MODES)])


def is_of(laid: Laid, entry: Entry) -> bool:
    """Say whether a difference is that of the file as it was judged: none is accepted unseen."""
    comparison = laid.comparison
    return comparison.verdict == entry.verdict and entry.seen in {None, comparison.data}


def _tr(text: str) -> str:
    return QCoreApplication.translate("Review", text)
