"""A chat template's text with line numbers and colours; an error's line is marked."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRect, Qt, Slot
from PySide6.QtGui import (
    QResizeEvent,
    QSyntaxHighlighter,
    QTextCharFormat,
    QTextCursor,
    QTextFormat,
)
from PySide6.QtWidgets import QTextEdit, QWidget

from app.views.byte_edit import ByteEdit
from app.views.colors import base_color, mixed, severity_color
from app.views.gutter import Gutter
from app.views.jinja_highlighter import JinjaHighlighter
from engine.prompt.projection import text_to_shown

LINE_SHARE = 0.16  # of the error's colour in the line's ground


class TemplateSourceView(ByteEdit):
    """Show a template; it can be read, selected and copied."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Build the view with its gutter."""
        self._text = ""
        self._line: int | None = None
        super().__init__(parent)
        self.setAccessibleName(self.tr("Source of the template"))
        self.setReadOnly(True)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self._gutter = Gutter(self)
        self.blockCountChanged.connect(self._fit_gutter)
        self.updateRequest.connect(self._scroll_gutter)
        self.cursorPositionChanged.connect(self._gutter.update)
        self._fit_gutter()

    def set_template(self, text: str) -> None:
        """Show a template's text from its beginning."""
        if text == self._text:
            return
        self._text = text
        shown = text_to_shown(text)
        if isinstance(self.highlighter, JinjaHighlighter):
            self.highlighter.set_shown(shown)
        self.show_text(shown)
        if isinstance(self.highlighter, JinjaHighlighter):
            self.highlighter.rehighlight()
        self.moveCursor(QTextCursor.MoveOperation.Start)

    def mark_line(self, line: int | None) -> None:
        """Mark the line of an error, counted from 1, and bring it into view; None for none."""
        if line == self._line:
            return
        self._line = line
        self._paint_mark()
        if line is not None:
            block = self.document().findBlockByNumber(line - 1)
            self.setTextCursor(QTextCursor(block))
            self.centerCursor()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the gutter at the left edge."""
        super().resizeEvent(event)
        self._fit_gutter()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the palette."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and isinstance(
            self.highlighter, JinjaHighlighter
        ):
            self.highlighter.set_palette(self.palette())
            self._paint_mark()

    def _make_highlighter(self) -> QSyntaxHighlighter:
        return JinjaHighlighter(self.document(), self.font())

    def _paint_mark(self) -> None:
        line = self._line
        if line is None:
            self.setExtraSelections([])
            self._gutter.set_marks({})
            return
        style = QTextCharFormat()
        ink = severity_color(self.palette(), "error")
        style.setBackground(mixed(base_color(self.palette()), ink, LINE_SHARE))
        style.setProperty(QTextFormat.Property.FullWidthSelection, True)
        marked = QTextEdit.ExtraSelection()
        marked.cursor = QTextCursor(self.document().findBlockByNumber(line - 1))
        marked.format = style
        self.setExtraSelections([marked])
        self._gutter.set_marks({line - 1: "error"})

    @Slot()
    def _fit_gutter(self) -> None:
        width = self._gutter.sizeHint().width()
        self.setViewportMargins(width, 0, 0, 0)
        inside = self.contentsRect()
        self._gutter.setGeometry(QRect(inside.left(), inside.top(), width, inside.height()))

    @Slot(QRect, int)
    def _scroll_gutter(self, _changed: QRect, _down: int) -> None:
        self._gutter.update()
