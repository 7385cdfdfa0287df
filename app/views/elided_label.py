"""Text that never widens its pane: cut short where there is no room, never lost."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

WASTE = 16  # characters of a line that a long word may leave empty


class ElidedLabel(QLabel):
    """Draw as much of `text()` as fits, ending in … when that is not all.

    The tooltip has the whole text, and below it what `set_detail` adds.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start empty."""
        super().__init__(parent)
        self._detail = ""
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)

    def setText(self, text: str) -> None:
        """Show a text."""
        super().setText(text)
        self._explain()

    def set_detail(self, detail: str) -> None:
        """Add a line to the tooltip."""
        self._detail = detail
        self._explain()

    def minimumSizeHint(self) -> QSize:
        """Ask for three characters at least."""
        return QSize(
            self.fontMetrics().horizontalAdvance("000"), super().minimumSizeHint().height()
        )

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the text, in full by Qt itself, so that it can be selected."""
        shown = self._shown()
        if shown == self.text():
            super().paintEvent(event)
            return
        wrap = Qt.TextFlag.TextWordWrap if self.wordWrap() else Qt.TextFlag.TextSingleLine
        painter = QPainter(self)
        self.style().drawItemText(
            painter,
            self.contentsRect(),
            Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter | wrap,
            self.palette(),
            self.isEnabled(),
            shown,
            self.foregroundRole(),
        )
        painter.end()

    def _shown(self) -> str:
        """Cut the text to the line's width, or to that of all lines less what wrapping wastes."""
        metrics, room = self.fontMetrics(), self.contentsRect()
        width = room.width()
        if self.wordWrap():
            flags = Qt.TextFlag.TextWordWrap
            if metrics.boundingRect(room, flags, self.text()).height() <= room.height():
                return self.text()
            lines = max(1, room.height() // metrics.lineSpacing())
            width = lines * width - (lines - 1) * WASTE * metrics.averageCharWidth()
        return metrics.elidedText(self.text(), Qt.TextElideMode.ElideRight, width)

    def _explain(self) -> None:
        self.setToolTip("\n".join(filter(None, (self.text(), self._detail))))
