"""A chat template's text with line numbers and colours; an error's line is marked."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import (
    QTextCharFormat,
    QTextCursor,
    QTextFormat,
)
from PySide6.QtWidgets import QTextEdit, QWidget

from app.views.colors import base_color, mixed, severity_color
from app.views.jinja_highlighter import JinjaHighlighter
from app.views.numbered_edit import NumberedEdit
from engine.prompt.projection import text_to_shown

LINE_SHARE = 0.16  # of the error's colour in the line's ground


class TemplateSourceView(NumberedEdit):
    """Show a template; it can be read, selected and copied."""

    highlighter: JinjaHighlighter

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start empty."""
        self._text = ""
        self._line: int | None = None
        super().__init__(parent)
        self.setAccessibleName(self.tr("Source of the template"))
        self.setReadOnly(True)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )

    def set_template(self, text: str) -> None:
        """Show a template's text from its beginning."""
        if text == self._text:
            return
        self._text = text
        shown = text_to_shown(text)
        self.highlighter.set_shown(shown)
        self.show_text(shown)
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

    def changeEvent(self, event: QEvent) -> None:
        """Mark the line in the new palette's colour."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._paint_mark()

    def _make_highlighter(self) -> JinjaHighlighter:
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
