"""The line above the prompt: its nonce's check, its sizes, and what is wrong with it."""

from __future__ import annotations

from PySide6.QtCore import QEvent
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QWidget

from app.models.prompt_content import nonce_holds
from app.views import colors
from app.views.elided_label import ElidedLabel
from engine.prompt.render import RenderedPrompt
from engine.snapshot import TokenView


class PromptHeader(QWidget):
    """Tell facts quietly, and alarms in the colour of errors before them."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start without a prompt."""
        super().__init__(parent)
        self.warning = ElidedLabel(self)
        self.warning.setContentsMargins(8, 3, 0, 3)
        self.warning.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.warning.setAccessibleName(self.tr("Warning about the prompt"))
        self.facts = quiet_line(self, self.tr("Facts about the prompt"))
        self._dot = QLabel("·", self)
        self._dot.setContentsMargins(8, 3, 0, 3)
        self._stale = False
        self._facts = self._alarm = ""
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.warning)
        layout.addWidget(self._dot)
        layout.addWidget(self.facts, 1)  # gives way first: its hint counts for nothing
        self._show()

    def set_content(self, prompt: RenderedPrompt | None, tokens: TokenView | None) -> None:
        """Describe a prompt with its tokens (None while they are not known)."""
        self._facts = "" if prompt is None else self._written_facts(prompt, tokens)
        self._alarm = "" if prompt is None else self._written_alarm(prompt, tokens)
        self._show()

    def set_stale(self, stale: bool) -> None:
        """Say that the prompt belongs to an older document."""
        self._stale = stale
        self._show()

    def changeEvent(self, event: QEvent) -> None:
        """Mix the warning's colour anew when the palette changes."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.PaletteChange:
            self._show()

    def _show(self) -> None:
        stale = self.tr("stale: of an older document") if self._stale and self._facts else ""
        self.facts.setText("  ·  ".join(filter(None, (stale, self._facts))))
        self._dot.setVisible(bool(self._alarm and self._facts))
        alarm = QPalette(self.palette())
        color = colors.severity_color(alarm, "error")
        alarm.setColor(QPalette.ColorRole.WindowText, color)
        self.warning.setPalette(alarm)
        self.warning.setText(self._alarm)
        self.warning.setVisible(bool(self._alarm))

    def _written_facts(self, prompt: RenderedPrompt, tokens: TokenView | None) -> str:
        """Write what is checked and the sizes, what matters most first."""
        parts = []
        if tokens is not None:
            if tokens.control_expected == tokens.control_found:
                expected = self.tr("✔ {0} control tokens, as expected")
                parts.append(expected.format(tokens.control_found))
            parts += [self._written_hardening(tokens)] if tokens.hardened else []
            parts.append(self.tr("{0} tokens").format(len(tokens.tokenization.tokens)))
        parts.append(self.tr("{0} bytes").format(len(prompt.data)))
        if nonce_holds(prompt):
            parts.append(self.tr("✔ nonce {0} recomputed: equal").format(prompt.nonce))
        spans = () if tokens is None else tokens.tokenization.normalised
        changed = sum(len(prompt.data[s.byte_start : s.byte_end].decode()) for s in spans)
        if changed:
            text = self.tr("normalised by the tokenizer: {0} code points changed")
            parts.append(text.format(changed))
        return "  ·  ".join(parts)

    def _written_hardening(self, tokens: TokenView) -> str:
        """Say what hardened tokenization did, and how it is drawn."""
        if not tokens.defused:
            return self.tr("hardened: nothing of yours to read as text")
        return self.tr("hardened: {0} of yours read as text, in a broken outline").format(
            len(tokens.defused)
        )

    def _written_alarm(self, prompt: RenderedPrompt, tokens: TokenView | None) -> str:
        """Write what is wrong with the prompt: control tokens from content, the nonce."""
        parts = []
        if not nonce_holds(prompt):
            parts.append(self.tr("✘ nonce {0} recomputed: NOT equal").format(prompt.nonce))
        if tokens is not None and tokens.control_expected != tokens.control_found:
            text = self.tr("⚠ control tokens: expected {0}, found {1}")
            parts.append(text.format(tokens.control_expected, tokens.control_found))
        return "  ·  ".join(parts)


def quiet_line(parent: QWidget, name: str) -> ElidedLabel:
    """Make a line of quiet text that never widens its pane and can be selected."""
    label = ElidedLabel(parent)
    label.setAccessibleName(name)
    label.setContentsMargins(8, 3, 8, 3)
    return label
