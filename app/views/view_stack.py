"""Text, tokens and bytes of one prompt, one or two of them at a time, with one selection."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Qt, Signal, Slot
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QLabel, QSplitter, QToolButton, QWidget

from app.models.carried_selection import carried
from app.models.prompt_content import PromptContent
from app.views.byte_view import ByteView
from app.views.prompt_text import PromptTextArea
from app.views.token_table import TokenTable
from engine.prompt.find import Ranges
from engine.prompt.render import RenderedPrompt
from engine.snapshot import TokenView

TEXT, TOKENS, BYTES = NAMES = ("text", "tokens", "bytes")
UPPER_SHARE = 0.6
SEGMENTS = ("first", "inner", "last")
View = PromptTextArea | TokenTable | ByteView


class ViewStack(QSplitter):
    """Show one view above and at most one other below.

    `selection_changed` carries the bytes that the user selected in any of them, exactly as that
    view has them; the other views follow. `views_changed` says that others are shown.
    """

    selection_changed = Signal(int, int)
    views_changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        """Make the views; text stands above tokens."""
        super().__init__(Qt.Orientation.Vertical, parent)
        self.text = PromptTextArea(self)
        self.tokens = TokenTable(self)
        self.bytes = ByteView(self)
        self._views: dict[str, View] = {
            TEXT: self.text,
            TOKENS: self.tokens,
            BYTES: self.bytes,
        }
        self._selection: tuple[int, int] | None = None
        self._above, self._below = TEXT, TOKENS
        self.setChildrenCollapsible(False)
        for view in self._views.values():
            view.setMinimumHeight(3 * self.fontMetrics().height())
            view.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        self.text.selection_changed.connect(self._select_from_text)
        self.tokens.selection_changed.connect(self._select_from_tokens)
        self.bytes.selection_changed.connect(self._select_from_bytes)
        self._arrange()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Hand the focus on; a focus proxy would keep Tab inside."""
        self.shown()[0].setFocus(event.reason())

    @property
    def selection(self) -> tuple[int, int]:
        """Give the selected bytes; the caret's place twice when there are none."""
        return self.text.selected_bytes if self._selection is None else self._selection

    @property
    def content(self) -> PromptContent | None:
        """Give what is shown."""
        return self.text.content

    @property
    def above(self) -> str:
        """Name the view above."""
        return self._above

    @property
    def below(self) -> str:
        """Name the view below; empty when there is none."""
        return self._below

    def shown(self) -> tuple[View, ...]:
        """List the views that are shown, from above."""
        return tuple(self._views[name] for name in (self._above, self._below) if name)

    def show_above(self, name: str) -> None:
        """Show a view above; the one that stood there takes its place below, if it was there."""
        if name == self._below:
            self._below = self._above
        self._above = name
        self._arrange()

    def show_below(self, name: str) -> None:
        """Show a view below, or none for an empty name; never the same as above."""
        if name == self._above:
            self._above = self._below or next(other for other in NAMES if other != name)
        self._below = name
        self._arrange()

    def set_content(self, prompt: RenderedPrompt | None, tokens: TokenView | None) -> None:
        """Show a prompt with its tokens in all views; the selection follows its piece or ends."""
        before = self.content
        self.text.set_content(prompt, tokens)
        self.tokens.set_tokens(prompt, tokens)
        self.bytes.set_content(self.text.content)
        if self.content is not before:
            self._carry(before)

    def set_stale(self, stale: bool, *, tokens: bool) -> None:
        """Dim the views whose prompt, or whose `tokens`, are of an older document."""
        self.text.set_stale(stale)
        self.bytes.set_stale(stale)
        self.tokens.set_stale(tokens)

    def set_matches(self, matches: Ranges) -> None:
        """Mark what a search has found."""
        self.text.set_matches(matches)
        self.bytes.set_matches(matches)

    def select_bytes(self, start: int, end: int, source: QWidget | None = None) -> None:
        """Select bytes in every view but the one they were selected in, and show them."""
        self._selection = start, end
        for view in self._views.values():
            if view is not source:
                view.select_bytes(start, end)

    def show_byte(self, byte: int) -> None:
        """Bring a byte into view in every view; the selection stays."""
        for view in self._views.values():
            view.show_byte(byte)

    @Slot(int, int)
    def _select_from_text(self, start: int, end: int) -> None:
        self._follow(start, end, self.text)

    @Slot(int, int)
    def _select_from_tokens(self, start: int, end: int) -> None:
        self._follow(start, end, self.tokens)

    @Slot(int, int)
    def _select_from_bytes(self, start: int, end: int) -> None:
        self._follow(start, end, self.bytes)

    def _follow(self, start: int, end: int, source: View) -> None:
        self.select_bytes(start, end, source)
        self.selection_changed.emit(start, end)

    def _carry(self, before: PromptContent | None) -> None:
        """Select in every view what was selected in the prompt before, without scrolling."""
        now, selected = self.content, self._selection
        self._selection = None
        if selected is not None and before is not None and now is not None:
            self._selection = carried(before.prompt, now.prompt, selected)
        for view in self._views.values():
            view.keep_bytes(self._selection)

    def _arrange(self) -> None:
        """Put the shown views in their order; the places keep their heights."""
        heights = [height for height in self.sizes() if height]
        shown = self.shown()
        for place, view in enumerate(shown):
            self.insertWidget(place, view)
        for view in self._views.values():
            view.setVisible(view in shown)
        if len(heights) != len(shown):
            whole = max(sum(heights), self.height())
            heights = [round(whole * UPPER_SHARE), round(whole * (1 - UPPER_SHARE))]
        self.setSizes([*heights[: len(shown)], 0, 0])
        self.setStretchFactor(0, 3)
        self.setStretchFactor(1, 2)
        self.views_changed.emit()


class ViewSwitch(QWidget):
    """Two rows of joined buttons: which view stands above, and which below, if any."""

    def __init__(self, stack: ViewStack, parent: QWidget | None = None) -> None:
        """Follow a stack and lead it."""
        super().__init__(parent)
        self._stack = stack
        self._upper = QButtonGroup(self)
        self._lower = QButtonGroup(self)
        self._lower.setExclusive(False)
        titles = (self.tr("Text"), self.tr("Tokens"), self.tr("Bytes"))
        layout = QHBoxLayout(self)
        layout.setContentsMargins(6, 3, 0, 3)
        layout.setSpacing(0)
        for number, title in enumerate(titles):
            name = self.tr("{0} above").format(title)
            layout.addWidget(self._button(self._upper, number, title, name))
        layout.addSpacing(10)
        below = QLabel(self.tr("below:"), self)
        layout.addWidget(below)
        layout.addSpacing(4)
        for number, title in enumerate(titles):
            name = self.tr("{0} below").format(title)
            layout.addWidget(self._button(self._lower, number, title, name))
        layout.addStretch(1)
        self._upper.idClicked.connect(self._choose_above)
        self._lower.idClicked.connect(self._choose_below)
        stack.views_changed.connect(self._follow)
        self._follow()

    @Slot(int)
    def _choose_above(self, number: int) -> None:
        self._stack.show_above(NAMES[number])

    @Slot(int)
    def _choose_below(self, number: int) -> None:
        name = NAMES[number]
        self._stack.show_below("" if name == self._stack.below else name)

    @Slot()
    def _follow(self) -> None:
        """Press the buttons of the views that are shown."""
        for group, chosen in ((self._upper, self._stack.above), (self._lower, self._stack.below)):
            for number, name in enumerate(NAMES):
                button = group.button(number)
                with QSignalBlocker(button):
                    button.setChecked(name == chosen)

    def _button(self, group: QButtonGroup, number: int, title: str, name: str) -> QToolButton:
        button = QToolButton(self)
        button.setText(title)
        button.setToolTip(name)
        button.setAccessibleName(name)
        button.setCheckable(True)
        button.setProperty("segment", SEGMENTS[number])
        button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        group.addButton(button, number)
        return button
