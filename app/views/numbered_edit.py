"""An editor with line numbers at its left."""

from __future__ import annotations

from PySide6.QtCore import QRect, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from app.views.byte_edit import ByteEdit
from app.views.gutter import Gutter


class NumberedEdit(ByteEdit):
    """Keep the gutter as high as the editor, as wide as its numbers, and in step with it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Build the editor with its gutter."""
        super().__init__(parent)
        self._gutter = Gutter(self)
        self.blockCountChanged.connect(self._fit_gutter)
        self.updateRequest.connect(self._scroll_gutter)
        self.cursorPositionChanged.connect(self._gutter.update)
        self._fit_gutter()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the gutter at the left edge."""
        super().resizeEvent(event)
        self._fit_gutter()

    @Slot()
    def _fit_gutter(self) -> None:
        width = self._gutter.sizeHint().width()
        self.setViewportMargins(width, 0, 0, 0)
        inside = self.contentsRect()
        self._gutter.setGeometry(QRect(inside.left(), inside.top(), width, inside.height()))

    @Slot(QRect, int)
    def _scroll_gutter(self, _changed: QRect, _down: int) -> None:
        self._gutter.update()
