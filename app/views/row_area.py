"""A scroll area that draws rows of one height in a fixed font."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QKeyEvent, QPainter, QPalette, QPen, QResizeEvent
from PySide6.QtWidgets import QAbstractScrollArea, QScrollBar, QWidget

from app.views.fonts import fixed_font
from app.views.prompt_paint import Cells

NOTE_MARGIN = 24
PAGE_OVERLAP = 2  # rows that a page up or down leaves in view


class RowArea(QAbstractScrollArea):
    """Measure rows and scroll by them; a subclass fits its rows to the width and paints them."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start with the platform's fixed font, in the size of the widget's own."""
        super().__init__(parent)
        self.cells = self._measured()
        self.empty_text = ""
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the rows to the new width."""
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        """Measure anew when the font changes."""
        super().changeEvent(event)
        if event.type() in {QEvent.Type.FontChange, QEvent.Type.StyleChange}:
            self.cells = self._measured()
            self._fit()

    def _fit(self) -> None:
        """Fit the rows to the viewport's width and set the scroll bar."""
        raise NotImplementedError

    def _names_font(self) -> QFont:
        """Give the font of what stands beside the rows."""
        return self.font()

    def _measured(self) -> Cells:
        return Cells.of(fixed_font(self.font()), self._names_font())

    def visible_rows(self) -> int:
        """Count the rows that are wholly in view."""
        return max(1, int(self.viewport().height() // self.cells.height))

    def _set_row_count(self, count: int) -> None:
        bar = self.verticalScrollBar()
        bar.setRange(0, max(0, count - self.visible_rows()))
        bar.setPageStep(self.visible_rows())

    def _paint_note(self, painter: QPainter, color: QColor) -> None:
        """Say why there are no rows."""
        painter.setPen(color)
        margin = NOTE_MARGIN
        area = self.viewport().rect().adjusted(margin, margin, -margin, -margin)
        flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
        painter.drawText(area, flags, self.empty_text)

    def _paint_frame(self, painter: QPainter, palette: QPalette) -> None:
        """Outline the view that has the keyboard."""
        if self.hasFocus():
            painter.setPen(QPen(palette.color(QPalette.ColorRole.Highlight), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(QRectF(self.viewport().rect()).adjusted(0.5, 0.5, -0.5, -0.5))


def scroll_by_key(bar: QScrollBar, event: QKeyEvent) -> bool:
    """Scroll by rows and pages, to the start and to the end; False for other keys."""
    page = max(1, bar.pageStep() - PAGE_OVERLAP)
    moves = {
        Qt.Key.Key_Up: bar.value() - 1,
        Qt.Key.Key_Down: bar.value() + 1,
        Qt.Key.Key_PageUp: bar.value() - page,
        Qt.Key.Key_PageDown: bar.value() + page,
        Qt.Key.Key_Home: bar.minimum(),
        Qt.Key.Key_End: bar.maximum(),
    }
    target = moves.get(Qt.Key(event.key()))
    if target is not None:
        bar.setValue(target)
    return target is not None
