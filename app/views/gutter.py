"""Line numbers beside an editor, with a mark at every line that has a problem."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QWidget

from app.views.byte_edit import ByteEdit
from app.views.colors import hairline_color, quiet_color, severity_color
from engine.errors import Severity

MIN_DIGITS = 2
MARK = 7


class Gutter(QWidget):
    """Number the lines of an editor; it lives in the editor's left margin."""

    def __init__(self, editor: ByteEdit) -> None:
        """Follow the editor's scrolling and its number of lines."""
        super().__init__(editor)
        self._editor = editor
        self._marks: Mapping[int, Severity] = {}
        self.setFont(editor.font())

    def sizeHint(self) -> QSize:
        """Be as wide as the largest line number and the marks."""
        digits = max(MIN_DIGITS, len(str(self._editor.blockCount())))
        return QSize(self.fontMetrics().horizontalAdvance("9") * digits + 2 * MARK + 8, 0)

    def set_marks(self, marks: Mapping[int, Severity]) -> None:
        """Show a mark at these lines, counted from 0."""
        self._marks = marks
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the numbers and marks of the visible lines."""
        painter = QPainter(self)
        palette = self._editor.palette()
        painter.fillRect(event.rect(), palette.color(QPalette.ColorRole.AlternateBase))
        painter.setPen(hairline_color(palette))
        painter.drawLine(self.width() - 1, 0, self.width() - 1, self.height())
        block = self._editor.firstVisibleBlock()
        offset = self._editor.contentOffset()
        quiet = quiet_color(palette)
        while block.isValid():
            place = self._editor.blockBoundingGeometry(block).translated(offset)
            if place.top() > event.rect().bottom():
                break
            self._paint_line(painter, block.blockNumber(), round(place.top()), quiet)
            block = block.next()
        painter.end()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Put the caret into the line that was clicked."""
        cursor = self._editor.cursorForPosition(event.position().toPoint())
        self._editor.setTextCursor(cursor)
        self._editor.setFocus()

    def _paint_line(self, painter: QPainter, line: int, top: int, quiet: QColor) -> None:
        palette = self._editor.palette()
        current = line == self._editor.textCursor().blockNumber()
        painter.setPen(palette.color(QPalette.ColorRole.Text) if current else quiet)
        height = self.fontMetrics().height()
        room = QRect(0, top, self.width() - 7, height)
        painter.drawText(room, Qt.AlignmentFlag.AlignRight, str(line + 1))
        severity = self._marks.get(line)
        if severity is not None:
            self._paint_mark(painter, severity, top + height / 2)

    def _paint_mark(self, painter: QPainter, severity: Severity, middle: float) -> None:
        """Paint a disc for an error, a triangle for a warning, a ring for information."""
        ink = severity_color(self._editor.palette(), severity)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        place = QRectF(4, middle - MARK / 2, MARK, MARK)
        painter.setPen(ink)
        painter.setBrush(Qt.BrushStyle.NoBrush if severity == "info" else ink)
        if severity == "warning":
            top = QPointF(place.center().x(), place.top())
            painter.drawPolygon([top, place.bottomRight(), place.bottomLeft()])
        else:
            painter.drawEllipse(place)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
