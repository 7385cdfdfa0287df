"""Two sides and what differs between them: choosers, one sentence, facts, the difference."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import (
    QButtonGroup,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.models.compare_cells import HASH_DIGITS, answer_text, fact_names
from app.models.compare_rows import Mode
from app.views.compare_diff import DiffView
from app.views.compare_side import SideChooser
from engine.compare.answers import Answer
from engine.compare.difference import Comparison
from engine.compare.jobs import Loaded
from engine.compare.side import Side

MARGIN = 8


class ComparePanel(QWidget):
    """Show a comparison; the page says what it is."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Lay the panel out, empty."""
        super().__init__(parent)
        self.sides = {letter: SideChooser(letter, self) for letter in ("A", "B")}
        self.sentence = QLabel(self)
        self.sentence.setObjectName("heading")
        self.facts = QLabel(self)
        for label in (self.sentence, self.facts):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(True)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.diff = DiffView(self)
        self._loaded: dict[str, Loaded] = {}
        self._answers: dict[str, tuple[Answer, ...]] = {}
        self._modes = QButtonGroup(self)
        self._counter = QLabel(self)
        self._previous = self._step_button(self.tr("Previous"), -1)
        self._next = self._step_button(self.tr("Next"), 1)
        self._lay_out()
        self.diff.change_shown.connect(self._show_count)
        self._show_count(-1, 0)

    @property
    def count_text(self) -> str:
        """Say how many differences there are, and which one is shown."""
        return self._counter.text()

    def set_side(self, loaded: Loaded) -> None:
        """Say what a side is; without it there is no difference to show."""
        self._loaded[loaded.letter] = loaded
        self._summarise(loaded)
        if loaded.side is None:
            text = self.tr("Side {0} cannot be shown: {1}").format(loaded.letter, loaded.problem)
            self.sentence.setText(text)
            self.facts.clear()
            self.diff.set_comparison(None)

    def set_comparison(self, comparison: Comparison) -> None:
        """Show what differs."""
        self.sentence.setText(comparison.sentence)
        names = fact_names()
        equal = [names[fact.name] for fact in comparison.facts if fact.a == fact.b and fact.a]
        other = [names[fact.name] for fact in comparison.facts if fact.differs]
        parts = [(self.tr("Different: {0}"), other), (self.tr("Equal: {0}"), equal)]
        if comparison.by_text:
            parts.append((self.tr("{0} aligned by their text"), [self.tr("tokens")]))
        lines = [text.format(", ".join(found)) for text, found in parts if found]
        self.facts.setText("   ·   ".join(lines))
        self.diff.set_comparison(comparison)

    def set_answers(self, answers: dict[str, tuple[Answer, ...]]) -> None:
        """Put the answers under each profile beside the sides that are the document."""
        self._answers = answers
        for loaded in self._loaded.values():
            self._summarise(loaded)

    def _summarise(self, loaded: Loaded) -> None:
        chooser = self.sides[loaded.letter]
        if loaded.side is None:
            chooser.set_summary(loaded.problem, bad=True)
        else:
            chooser.set_summary(self._summary(loaded.side), bad=False)

    def _summary(self, side: Side) -> str:
        tokens = self.tr("{0:,} tokens").format(len(side.tokens.ids))
        parts = [
            self.tr("{0:,} bytes").format(len(side.text.encode())),
            tokens if side.tokens.ids else self.tr("tokens not recorded"),
            self.tr("prompt {0}").format(side.prompt_sha256[:HASH_DIGITS]),
            self.tr("plan {0}").format(side.plan_hash[:HASH_DIGITS]),
        ]
        if side.kind != "document":
            parts.insert(0, side.kind)
        known = self._answers.get(side.title, ()) if side.kind == "document" else ()
        parts += [f"{answer.field} = {answer_text(answer)}" for answer in side.answers or known]
        return " · ".join(parts)

    @Slot(int, int)
    def _show_count(self, current: int, count: int) -> None:
        for button in (self._previous, self._next):
            button.setEnabled(count > 0)
        if not self.diff.has_comparison:
            self._counter.clear()
        elif count == 0:
            self._counter.setText(self.tr("no differences"))
        elif current < 0:
            one = self.tr("1 difference")
            self._counter.setText(one if count == 1 else self.tr("{0} differences").format(count))
        else:
            self._counter.setText(self.tr("{0} of {1}").format(current + 1, count))

    def _step_button(self, text: str, step: int) -> QPushButton:
        button = QPushButton(text, self)
        keys = "F7" if step > 0 else "Shift+F7"
        button.setToolTip(self.tr("{0} difference ({1})").format(text, keys))
        button.setAccessibleName(self.tr("{0} difference").format(text))
        button.clicked.connect(partial(self.diff.step, step))
        return button

    def _mode_button(self, mode: Mode, text: str, place: str) -> QToolButton:
        """Make one segment of the switch; `place` is first, inner or last."""
        button = QToolButton(self)
        button.setText(text)
        button.setProperty("segment", place)
        button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        button.setCheckable(True)
        button.setChecked(mode is Mode.TEXT)
        button.setAccessibleName(self.tr("Difference as {0}").format(text))
        button.clicked.connect(partial(self.diff.set_mode, mode))
        self._modes.addButton(button)
        return button

    def _lay_out(self) -> None:
        choosers = QHBoxLayout()
        choosers.setSpacing(2 * MARGIN)
        for side in self.sides.values():
            choosers.addWidget(side, 1)
        bar = QHBoxLayout()
        bar.setSpacing(0)
        for mode, text, place in (
            (Mode.TEXT, self.tr("Text"), "first"),
            (Mode.BYTES, self.tr("Bytes"), "inner"),
            (Mode.TOKENS, self.tr("Tokens"), "last"),
        ):
            bar.addWidget(self._mode_button(mode, text, place))
        bar.addSpacing(2 * MARGIN)
        bar.addWidget(self._previous)
        bar.addWidget(self._next)
        bar.addSpacing(MARGIN)
        bar.addWidget(self._counter)
        bar.addStretch(1)
        policy = QSizePolicy.Policy
        self.sentence.setSizePolicy(policy.Ignored, policy.Preferred)
        self.facts.setSizePolicy(policy.Ignored, policy.Preferred)
        top = QVBoxLayout()
        top.setContentsMargins(MARGIN, MARGIN, MARGIN, 0)
        top.setSpacing(MARGIN - 2)
        top.addLayout(choosers)
        top.addWidget(self.sentence)
        top.addWidget(self.facts)
        top.addLayout(bar)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(MARGIN - 2)
        column.addLayout(top)
        column.addWidget(self.diff, 1)
