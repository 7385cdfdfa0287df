"""The prompt pane: facts about the prompt, its text, a find bar and the caret's details."""

from __future__ import annotations

from bisect import bisect_left

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QPalette
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from app.models.prompt_content import nonce_holds
from app.views import colors
from app.views.prompt_details import details_line, selection_line
from app.views.prompt_find import FindBar, find_all
from app.views.prompt_text import PromptTextArea
from engine.prompt.render import RenderedPrompt
from engine.snapshot import TokenView


class PromptView(QWidget):
    """Show a prompt; `selection_changed` carries the UTF-8 byte range the user selected."""

    selection_changed = Signal(int, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        """Lay out the parts."""
        super().__init__(parent)
        self.area = PromptTextArea(self)
        self.header = _line(self, self.tr("Facts about the prompt"))
        self.warning = QLabel(self)
        self.warning.setContentsMargins(8, 3, 0, 3)
        self.warning.setAccessibleName(self.tr("Warning about the prompt"))
        self.details = _line(self, self.tr("Details of the caret or selection"))
        self.find_bar = FindBar(self)
        self.find_bar.hide()
        self._matches: tuple[tuple[int, int], ...] = ()
        self._stale = False
        self._facts = self._alarm = ""
        top = QHBoxLayout()
        top.addWidget(self.warning)
        top.addWidget(self.header, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(top)
        layout.addWidget(self.area, 1)
        layout.addWidget(self.find_bar)
        layout.addWidget(self.details)
        self.setFocusProxy(self.area)
        self.area.selection_changed.connect(self.selection_changed)
        self.area.caret_moved.connect(self._show_details)
        self.find_bar.needle_changed.connect(self._find)
        self.find_bar.step_requested.connect(self.find_step)
        self.find_bar.closed.connect(self._close_find)

    def set_content(self, prompt: RenderedPrompt | None, tokens: TokenView | None) -> None:
        """Show a prompt with its tokens (None while they are not known)."""
        before = self.area.content
        self.area.set_content(prompt, tokens)
        if self.area.content is before:
            return
        self._facts = "" if prompt is None else self._written_facts(prompt, tokens)
        self._alarm = "" if prompt is None else self._written_alarm(prompt, tokens)
        self._show_header()
        if self.find_bar.isVisibleTo(self):
            self._look_up()

    def set_stale(self, stale: bool) -> None:
        """Dim the prompt and say that it belongs to an older document."""
        self._stale = stale
        self.area.set_stale(stale)
        self._show_header()

    def select_bytes(self, start: int, end: int) -> None:
        """Select the bytes start..end of the prompt and bring them into view."""
        self.area.select_bytes(start, end)

    def show_find(self) -> None:
        """Open the find bar with the selected text as the needle."""
        self.find_bar.show()
        selected = self.area.selected_text
        if selected and "\n" not in selected:
            self.find_bar.field.setText(selected)
        self.find_bar.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.find_bar.field.selectAll()
        self._look_up()

    def find_step(self, step: int) -> None:
        """Select the next (1) or previous (-1) match after the selection, round and round."""
        if not self._matches:
            return
        start, end = self.area.selection
        found = bisect_left(self._matches, (start, end))
        exact = found < len(self._matches) and self._matches[found] == (start, end)
        number = (found + (1 if exact and step > 0 else 0) + min(step, 0)) % len(self._matches)
        self._select_match(number)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open and step the find bar."""
        if event.matches(QKeySequence.StandardKey.Find):
            self.show_find()
        elif event.matches(QKeySequence.StandardKey.FindNext):
            self.find_step(1)
        elif event.matches(QKeySequence.StandardKey.FindPrevious):
            self.find_step(-1)
        else:
            super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        """Mix the warning's colour anew when the palette changes."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.PaletteChange:
            self._show_header()

    def _find(self, needle: str) -> None:
        """Look a changed needle up and select its first match from the selection's start on."""
        del needle
        self._look_up()
        if self._matches:
            at = bisect_left(self._matches, (self.area.selection[0], 0))
            self._select_match(at % len(self._matches))

    def _look_up(self) -> None:
        content = self.area.content
        text = "" if content is None else content.prompt.text
        self._matches = find_all(text, self.find_bar.field.text())
        self.area.set_matches(self._matches)
        self.find_bar.show_count(None, len(self._matches))

    def _select_match(self, number: int) -> None:
        self.area.select(*self._matches[number])
        self.find_bar.show_count(number, len(self._matches))
        self.selection_changed.emit(*self.area.selected_bytes)

    def _close_find(self) -> None:
        self.find_bar.hide()
        self._matches = ()
        self.area.set_matches(())
        self.area.setFocus(Qt.FocusReason.OtherFocusReason)

    def _show_details(self) -> None:
        text = self._written_details()
        self.details.setText(text)
        self.details.setToolTip(text)
        self.area.setAccessibleDescription(text)

    def _written_details(self) -> str:
        """Describe the selection, or the character behind the caret."""
        content = self.area.content
        if content is None:
            return ""
        start, end = self.area.selection
        if end - start > 1:
            return selection_line(content, start, end)
        details = content.details(start)
        if details is None:
            return self.tr("end of the prompt · byte {0}").format(content.positions.byte_length)
        return details_line(details)

    def _show_header(self) -> None:
        stale = self.tr("stale: of an older document") if self._stale and self._facts else ""
        self.header.setText("   ·   ".join(filter(None, (stale, self._facts))))
        self.header.setToolTip(self.header.text())
        alarm = QPalette(self.palette())
        color = colors.severity_color(alarm, "error")
        alarm.setColor(QPalette.ColorRole.WindowText, color)
        self.warning.setPalette(alarm)
        self.warning.setText(self._alarm)
        self.warning.setVisible(bool(self._alarm))

    def _written_facts(self, prompt: RenderedPrompt, tokens: TokenView | None) -> str:
        """Write the nonce's check and the sizes."""
        equal = self.tr("✔ nonce {0} recomputed: equal").format(prompt.nonce)
        parts = [equal] if nonce_holds(prompt) else []
        parts.append(self.tr("{0} bytes").format(len(prompt.data)))
        if tokens is not None:
            parts.append(self.tr("{0} tokens").format(len(tokens.tokenization.tokens)))
            if tokens.control_expected == tokens.control_found:
                expected = self.tr("{0} control tokens, as expected")
                parts.append(expected.format(tokens.control_found))
        return "   ·   ".join(parts)

    def _written_alarm(self, prompt: RenderedPrompt, tokens: TokenView | None) -> str:
        """Write what is wrong with the prompt: control tokens from content, the nonce."""
        parts = []
        if not nonce_holds(prompt):
            parts.append(self.tr("✘ nonce {0} recomputed: NOT equal").format(prompt.nonce))
        if tokens is not None and tokens.control_expected != tokens.control_found:
            text = self.tr("⚠ control tokens: expected {0}, found {1}")
            parts.append(text.format(tokens.control_expected, tokens.control_found))
        return "   ·   ".join(parts)


def _line(parent: QWidget, name: str) -> QLabel:
    """Make a line of quiet text that never widens its pane and can be selected."""
    label = QLabel(parent)
    label.setAccessibleName(name)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setContentsMargins(8, 3, 8, 3)
    label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return label
