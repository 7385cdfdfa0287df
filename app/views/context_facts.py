"""The line below a context: its encoding, line ends, size and tokens, and what can be done."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QWidget

from app.views.colors import quiet_color, severity_color
from engine.prompt.text_facts import TextFacts, text_facts
from engine.text_encoding import TextEncoding, detect_encoding


class ContextFacts(QWidget):
    """Describe bytes; where they are text in another encoding, offer to make them UTF-8."""

    convert_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        """Describe no bytes."""
        super().__init__(parent)
        self._data = b""
        self._tokens: int | None = None
        self.label = QLabel(self)
        self.label.setObjectName("facts")
        self.label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.label.setWordWrap(True)
        self.convert = QPushButton(self.tr("Convert to UTF-&8"), self)
        self.convert.setObjectName("convert")
        self.convert.clicked.connect(self.convert_requested)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.label, 1)
        row.addWidget(self.convert)
        self._show()

    def set_data(self, data: bytes) -> None:
        """Describe bytes; their token count is not known yet."""
        if data != self._data:
            self._data, self._tokens = data, None
            self._show()

    def set_token_count(self, tokens: int | None) -> None:
        """Say how many tokens the bytes take in the prompt; None when not known."""
        if tokens != self._tokens:
            self._tokens = tokens
            self._show()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the palette."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._show()

    def _show(self) -> None:
        encoding = detect_encoding(self._data)
        text = self._describe(encoding, text_facts(self._data))
        self.label.setText(text)
        self.convert.setVisible(encoding.is_convertible)
        palette = self.palette()
        ink = quiet_color(palette) if encoding.is_utf8 else severity_color(palette, "error")
        self.label.setStyleSheet(f"color: {ink.name()}")

    def _describe(self, encoding: TextEncoding, facts: TextFacts) -> str:
        guess = self.tr("{name}, a guess")
        name = guess.format(name=encoding.name) if encoding.guessed else encoding.name
        parts = [name, facts.line_ends, self.tr("{size} B").format(size=f"{facts.size:,}")]
        if facts.bom or encoding.mark:
            parts.insert(1, "BOM")
        if facts.invalid_bytes:
            bad = self.tr("{count} B are not UTF-8")
            parts.insert(1, bad.format(count=f"{facts.invalid_bytes:,}"))
        if self._tokens is not None:
            parts.append(self.tr("{count} tokens").format(count=f"{self._tokens:,}"))
        return " · ".join(parts)
