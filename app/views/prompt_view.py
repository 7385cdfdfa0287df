"""The prompt pane: facts about the prompt, its views, a find bar and the caret's details."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable

from PySide6.QtCore import QEvent, Qt, Signal, Slot
from PySide6.QtGui import QFocusEvent, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.models.prompt_content import PromptContent
from app.views.clipboard import copy_text
from app.views.prompt_details import details_line, selection_line
from app.views.prompt_find import FindBar
from app.views.prompt_go_to import GoToDialog
from app.views.prompt_header import PromptHeader, quiet_line
from app.views.view_stack import View, ViewStack, ViewSwitch
from engine.prompt.copying import escaped_text, hex_text, id_list, python_bytes, python_str
from engine.prompt.find import Ranges, find_all, needle_for, read_needle
from engine.prompt.render import RenderedPrompt
from engine.snapshot import TokenView

DETAIL_LINES = 2


class PromptView(QWidget):
    """Show a prompt; `selection_changed` carries the UTF-8 byte range the user selected.

    `owner_selected` names the owner of its first byte (None past the end).
    """

    selection_changed = Signal(int, int)
    owner_selected = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        """Lay out the parts."""
        super().__init__(parent)
        self.stack = ViewStack(self)
        self.area, self.tokens, self.bytes = self.stack.text, self.stack.tokens, self.stack.bytes
        self.switch = ViewSwitch(self.stack, self)
        self._head = PromptHeader(self)
        self.header, self.warning = self._head.facts, self._head.warning
        self.details = quiet_line(self, self.tr("Details of the caret or selection"))
        self.find_bar = FindBar(self)
        self.find_bar.hide()
        self._matches: Ranges = ()
        self.details.setWordWrap(True)
        self.details.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        self._fit_details()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.switch)
        layout.addWidget(self._head)
        layout.addWidget(self.stack, 1)
        layout.addWidget(self.find_bar)
        layout.addWidget(self.details)
        self.stack.selection_changed.connect(self._tell)
        self.find_bar.needle_changed.connect(self._find)
        self.find_bar.step_requested.connect(self.find_step)
        self.find_bar.closed.connect(self._close_find)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Hand the focus on; a focus proxy would keep Tab inside."""
        self.stack.setFocus(event.reason())

    @property
    def content(self) -> PromptContent | None:
        """Give what is shown."""
        return self.stack.content

    @property
    def selection(self) -> tuple[int, int]:
        """Give the selected bytes."""
        return self.stack.selection

    def panes(self) -> tuple[View, ...]:
        """List the views that are shown, from above."""
        return self.stack.shown()

    def set_content(self, prompt: RenderedPrompt | None, tokens: TokenView | None) -> None:
        """Show a prompt with its tokens (None while they are not known)."""
        before = self.content
        self.stack.set_content(prompt, tokens)
        if self.content is before:
            return
        self._head.set_content(prompt, tokens)
        self._show_details()
        if self.find_bar.isVisibleTo(self):
            self._look_up()

    def set_stale(self, stale: bool, *, tokens: bool | None = None) -> None:
        """Dim the prompt (and tokens that are older still) and say that it is not current."""
        self.stack.set_stale(stale, tokens=stale if tokens is None else tokens)
        self._head.set_stale(stale)

    def select_bytes(self, start: int, end: int, source: QWidget | None = None) -> None:
        """Select the bytes start..end in every view but `source` and bring them into view."""
        self.stack.select_bytes(start, end, source)
        self._show_details()

    @Slot()
    def show_find(self) -> None:
        """Open the find bar with the selected text as the needle."""
        self.find_bar.show()
        selected = self.area.selected_text
        if selected and "\n" not in selected:
            self.find_bar.field.setText(needle_for(selected))
        self.find_bar.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.find_bar.field.selectAll()
        self._look_up()

    @Slot()
    def show_go_to(self) -> None:
        """Ask for an offset and select what stands there."""
        content = self.content
        if content is not None:
            dialog = GoToDialog(content.positions, content.tokens, self)
            dialog.chosen.connect(self._go)
            dialog.open()

    @Slot(int)
    def find_step(self, step: int) -> None:
        """Select the next (1) or previous (-1) match after the selection, round and round."""
        if not self._matches:
            self._look_up()
        if not self._matches:
            return
        found = bisect_left(self._matches, self.selection)
        exact = found < len(self._matches) and self._matches[found] == self.selection
        number = (found + (1 if exact and step > 0 else 0) + min(step, 0)) % len(self._matches)
        self._select_match(number)

    @Slot()
    def find_next(self) -> None:
        """Select the next match; without a needle ask for one."""
        self._step_or_ask(1)

    @Slot()
    def find_previous(self) -> None:
        """Select the previous match; without a needle ask for one."""
        self._step_or_ask(-1)

    @Slot()
    def copy_text(self) -> None:
        """Copy the characters, whole ones, exactly as they are."""
        self._copy_characters(str)

    @Slot()
    def copy_hex(self) -> None:
        """Copy the bytes as pairs of hex digits."""
        self._copy_bytes(hex_text)

    @Slot()
    def copy_escaped(self) -> None:
        """Copy the characters, whole ones, in the escapes of a JSON string."""
        self._copy_characters(escaped_text)

    @Slot()
    def copy_python_bytes(self) -> None:
        """Copy the bytes as a Python bytes literal."""
        self._copy_bytes(python_bytes)

    @Slot()
    def copy_python_str(self) -> None:
        """Copy the characters, whole ones, as a Python str literal."""
        self._copy_characters(python_str)

    @Slot()
    def copy_ids(self) -> None:
        """Copy the ids of the tokens that hold the bytes."""
        start, end, content = self._chosen()
        if content is not None:
            copy_text(id_list(content.tokens_between(start, end)))

    def changeEvent(self, event: QEvent) -> None:
        """Keep two lines for the details when the font changes."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.FontChange:
            self._fit_details()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open the find bar."""
        if event.matches(QKeySequence.StandardKey.Find):
            self.show_find()
        else:
            super().keyPressEvent(event)

    def _fit_details(self) -> None:
        margins = self.details.contentsMargins()
        lines = DETAIL_LINES * self.details.fontMetrics().lineSpacing()
        self.details.setFixedHeight(lines + margins.top() + margins.bottom())

    def _chosen(self) -> tuple[int, int, PromptContent | None]:
        """Give the selected bytes; those of the whole prompt when nothing is selected."""
        content = self.content
        start, end = self.selection
        if content is not None and start == end:
            return 0, content.positions.byte_length, content
        return start, end, content

    def _copy_characters(self, write: Callable[[str], str]) -> None:
        start, end, content = self._chosen()
        if content is not None:
            start, end = content.positions.whole(start, end)
            copy_text(write(content.prompt.data[start:end].decode()))

    def _copy_bytes(self, written: Callable[[bytes], str]) -> None:
        start, end, content = self._chosen()
        if content is not None:
            copy_text(written(content.prompt.data[start:end]))

    @Slot(int, int)
    def _tell(self, start: int, end: int) -> None:
        self._show_details()
        self.selection_changed.emit(start, end)
        self.owner_selected.emit(None if self.content is None else self.content.owner_at(start))

    @Slot(int, int)
    def _go(self, start: int, end: int) -> None:
        self.select_bytes(start, end)
        self._tell(start, end)
        self.stack.setFocus(Qt.FocusReason.OtherFocusReason)

    def _step_or_ask(self, step: int) -> None:
        if self.find_bar.field.text():
            self.find_step(step)
        else:
            self.show_find()

    @Slot(str)
    def _find(self, needle: str) -> None:
        """Look a changed needle up and select its first match from the selection's start on."""
        del needle
        self._look_up()
        if self._matches:
            at = bisect_left(self._matches, (self.selection[0], 0))
            self._select_match(at % len(self._matches))

    def _look_up(self) -> None:
        content = self.content
        needle = read_needle(self.find_bar.field.text())
        if content is None:
            self._matches = ()
        else:
            self._matches = find_all(needle, content.prompt, content.tokens)
        self.stack.set_matches(self._matches if self.find_bar.isVisibleTo(self) else ())
        self.find_bar.show_count(needle, None, len(self._matches))

    def _select_match(self, number: int) -> None:
        self.select_bytes(*self._matches[number])
        needle = read_needle(self.find_bar.field.text())
        self.find_bar.show_count(needle, number, len(self._matches))
        self._tell(*self.selection)

    @Slot()
    def _close_find(self) -> None:
        self.find_bar.hide()
        self._matches = ()
        self.stack.set_matches(())
        self.stack.setFocus(Qt.FocusReason.OtherFocusReason)

    def _show_details(self) -> None:
        text = self._written_details()
        self.details.setText(text)
        for view in (self.area, self.tokens, self.bytes):
            view.setAccessibleDescription(text)

    def _written_details(self) -> str:
        """Describe the selection, or the character (or its one byte) behind the caret."""
        content = self.content
        if content is None:
            return ""
        start, end = self.selection
        first, last = content.positions.whole(start, max(end, start + 1))
        one = content.details(content.positions.code_point_of(start))
        if one is None:
            return self.tr("end of the prompt · byte {0}").format(content.positions.byte_length)
        if start != end and (first, last) != (one.byte, one.byte + len(one.data)):
            return selection_line(content, start, end)
        whole = (start, end) in {(first, last), (first, first)}
        at = one if whole else content.details_at(start)
        return "" if at is None else details_line(at)
