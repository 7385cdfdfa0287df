"""A text editor that keeps what Qt would lose: what cannot be shown stands there as a pill."""

from __future__ import annotations

import re
from collections.abc import Iterator

from PySide6.QtCore import QEvent, QMimeData, QPointF, QRectF, Qt, Signal, Slot
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QFont,
    QFontMetricsF,
    QHelpEvent,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QPalette,
    QSyntaxHighlighter,
    QTextBlock,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
)
from PySide6.QtWidgets import QPlainTextEdit, QToolTip, QWidget

from app.edits import text_edit
from app.views.clipboard import mime_bytes, text_mime
from app.views.colors import mixed, quiet_color
from app.views.fonts import fixed_font
from engine.prompt.projection import (
    FOLD,
    explain,
    is_stand_in,
    label,
    text_to_shown,
    to_bytes,
    to_shown,
)

STAND_INS = re.compile("[\ue080-\ue1ff]")
PILL_SHARE = 0.72  # of the editor's font size
PILL_PADDING = 3.0


def utf16_length(text: str) -> int:
    """Count the UTF-16 units of a text, which Qt's cursors count in."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


def stand_ins(text: str) -> Iterator[tuple[int, str]]:
    """Give each stand-in of a text with the UTF-16 unit at which it stands.

    >>> list(stand_ins("\U0001f600a\ue080"))
    [(3, '\ue080')]
    """
    unit = last = 0
    for match in STAND_INS.finditer(text):
        unit += utf16_length(text[last : match.start()])
        last = match.start()
        yield unit, match.group()


def pill_font(font: QFont) -> QFont:
    """Give the small font of the names in pills."""
    small = QFont(font)
    small.setPointSizeF(font.pointSizeF() * PILL_SHARE)
    return small


class PillHighlighter(QSyntaxHighlighter):
    """Make room for the pills: each stand-in gets the width of its name and no ink."""

    def __init__(self, document: QTextDocument, font: QFont) -> None:
        """Measure with the editor's font."""
        super().__init__(document)
        self._metrics = QFontMetricsF(font)
        self._small = QFontMetricsF(pill_font(font))
        self._formats: dict[str, QTextCharFormat] = {}

    def set_palette(self, palette: QPalette) -> None:
        """Follow the palette; pills are painted by the editor."""

    def highlightBlock(self, text: str) -> None:
        """Format the stand-ins of one line."""
        for unit, shown in stand_ins(text):
            style = self._formats.get(shown)
            if style is None:
                style = self._formats[shown] = self._pill_format(shown)
            self.setFormat(unit, 1, style)

    def _pill_format(self, shown: str) -> QTextCharFormat:
        room = self._small.horizontalAdvance(label(shown)) + 4 * PILL_PADDING
        style = QTextCharFormat()
        style.setForeground(QColor(0, 0, 0, 0))
        style.setFontLetterSpacingType(QFont.SpacingType.AbsoluteSpacing)
        style.setFontLetterSpacing(room - self._metrics.horizontalAdvance(shown))
        return style


class ByteEdit(QPlainTextEdit):
    """Edit the shown form of bytes (engine.prompt.projection); undo belongs to the window.

    `shown_edited` is emitted after a change by the user, not after `show_text`.
    """

    shown_edited = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        """Set a fixed font and let Tab leave."""
        super().__init__(parent)
        self.setFont(fixed_font())
        self.setUndoRedoEnabled(False)
        self.setTabChangesFocus(True)
        self.setTabStopDistance(4 * QFontMetricsF(self.font()).horizontalAdvance(" "))
        self._shown = ""
        self._showing = False
        self.highlighter = self._make_highlighter()
        self.textChanged.connect(self._text_changed)

    def shown_text(self) -> str:
        """Give the text as it stands in the editor, nothing changed by Qt."""
        return self.document().toRawText().replace("\u2029", "\n")

    def shown_before_caret(self) -> str:
        """Give the text that stands before the caret."""
        shown, units = self.shown_text(), self.textCursor().position()
        if shown.isascii():
            return shown[:units]
        return shown.encode("utf-16-le", "surrogatepass")[: 2 * units].decode(
            "utf-16-le", "replace"
        )

    def show_text(self, shown: str) -> None:
        """Show a text; only what differs is replaced, so caret and scroll stay.

        What Qt makes of it is no edit by the user, whatever that is.
        """
        if shown == self._shown:
            return
        edit = text_edit(self._shown, shown)
        cursor = QTextCursor(self.document())
        start = utf16_length(self._shown[: edit.start])
        cursor.setPosition(start)
        cursor.setPosition(start + utf16_length(edit.removed), QTextCursor.MoveMode.KeepAnchor)
        self._shown, self._showing = shown, True
        cursor.insertText(edit.inserted)
        self._showing = False
        assert self.shown_text() == shown, "the editor holds another text than it was given"
        if edit.start == 0 and len(edit.inserted) == len(shown):
            self.moveCursor(QTextCursor.MoveOperation.Start)

    def select_units(self, start: int, end: int) -> None:
        """Select a range of UTF-16 units and bring it into view."""
        cursor = self.textCursor()
        last = self.document().characterCount() - 1
        cursor.setPosition(min(start, last))
        cursor.setPosition(min(end, last), QTextCursor.MoveMode.KeepAnchor)
        self.setTextCursor(cursor)
        self.centerCursor()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the palette."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self.highlighter.set_palette(self.palette())

    def _make_highlighter(self) -> PillHighlighter:
        return PillHighlighter(self.document(), self.font())

    @Slot()
    def _text_changed(self) -> None:
        if self._showing:
            return
        shown = self.shown_text()
        if shown != self._shown:
            self._shown = shown
            self.shown_edited.emit(shown)

    # What goes in and out

    def createMimeDataFromSelection(self) -> QMimeData:
        """Copy the real characters, not their stand-ins."""
        shown = self.textCursor().selectedText().replace("\u2029", "\n")
        return text_mime(to_bytes(shown))

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        """Take text; a dropped file belongs to the window."""
        return source.hasText() and not source.hasUrls()

    def insertFromMimeData(self, source: QMimeData) -> None:
        """Paste every character as it came."""
        self.textCursor().insertText(to_shown(mime_bytes(source) or b""))
        self.ensureCursorVisible()

    def event(self, event: QEvent) -> bool:
        """Leave undo and redo to the window, and explain pills on hover."""
        if isinstance(event, QKeyEvent) and _is_undo_override(event):
            event.ignore()
            return False
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            QToolTip.showText(event.globalPos(), self.tool_tip_at(event), self)
            return True
        return super().event(event)

    def tool_tip_at(self, event: QHelpEvent) -> str:
        """Say what a pill under the mouse stands for."""
        cursor = self.cursorForPosition(self.viewport().mapFrom(self, event.pos()))
        position = cursor.position()
        for candidate in (position, position - 1):
            character = self.document().characterAt(max(candidate, 0))
            if (
                character
                and is_stand_in(character)
                and self._pill_rect_at(candidate).contains(
                    QPointF(self.viewport().mapFrom(self, event.pos()))
                )
            ):
                return explain(character)
        return ""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Type what the key stands for, whatever it is, and treat a fold as no character."""
        if event.matches(QKeySequence.StandardKey.InsertLineSeparator):
            self.textCursor().insertText("\n")
            return
        text = event.text()
        if text > "\x7f" and text_to_shown(text) != text:
            self.textCursor().insertText(text_to_shown(text))
            return
        if event.matches(QKeySequence.StandardKey.Delete):
            self._delete_fold(forward=True)
        elif event.key() == Qt.Key.Key_Backspace:
            self._delete_fold(forward=False)
        super().keyPressEvent(event)

    def _delete_fold(self, *, forward: bool) -> None:
        """Remove a fold that lies between the caret and the character to delete."""
        cursor = self.textCursor()
        start = cursor.position() if forward else cursor.position() - 2
        if cursor.hasSelection() or start < 0 or self.document().characterAt(start) != FOLD:
            return
        cursor.setPosition(start)
        cursor.setPosition(start + 2, QTextCursor.MoveMode.KeepAnchor)
        cursor.removeSelectedText()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offer the standard menu without undo and redo, which the window has."""
        menu = self.createStandardContextMenu(event.pos())
        for action in menu.actions():
            if action.objectName() in ("edit-undo", "edit-redo"):
                menu.removeAction(action)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(event.globalPos())

    # Pills

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the text, then a pill over each stand-in."""
        super().paintEvent(event)
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(pill_font(self.font()))
        block = self.firstVisibleBlock()
        bottom = event.rect().bottom()
        while block.isValid() and self._block_top(block) <= bottom:
            self._paint_pills(painter, block)
            block = block.next()
        painter.end()

    def _paint_pills(self, painter: QPainter, block: QTextBlock) -> None:
        text = block.text()
        for unit, shown in stand_ins(text):
            place = self._pill_rect(block, unit)
            palette = self.palette()
            ground = palette.color(QPalette.ColorRole.Base)
            painter.setPen(mixed(ground, palette.color(QPalette.ColorRole.Text), 0.35))
            painter.setBrush(mixed(ground, palette.color(QPalette.ColorRole.Text), 0.10))
            painter.drawRoundedRect(place, 3, 3)
            painter.setPen(quiet_color(palette))
            painter.drawText(place, Qt.AlignmentFlag.AlignCenter, label(shown))

    def _block_top(self, block: QTextBlock) -> float:
        return self.blockBoundingGeometry(block).translated(self.contentOffset()).top()

    def _pill_rect_at(self, position: int) -> QRectF:
        block = self.document().findBlock(position)
        return self._pill_rect(block, position - block.position())

    def _pill_rect(self, block: QTextBlock, unit: int) -> QRectF:
        line = block.layout().lineForTextPosition(unit)
        if not line.isValid():
            return QRectF()
        origin = self.blockBoundingGeometry(block).translated(self.contentOffset()).topLeft()
        left, right = _x(line.cursorToX(unit)), _x(line.cursorToX(unit + 1))
        top = origin.y() + line.y()
        room = QRectF(origin.x() + left, top, right - left, line.height())
        return room.adjusted(1, 1.5, -1, -1.5)


def _x(position: object) -> float:
    """Take the x of `cursorToX`, which PySide gives with the cursor beside it."""
    return float(position[0] if isinstance(position, tuple) else position)  # type: ignore[arg-type]


def _is_undo_override(event: QKeyEvent) -> bool:
    keys = (QKeySequence.StandardKey.Undo, QKeySequence.StandardKey.Redo)
    override = event.type() == QEvent.Type.ShortcutOverride
    return override and any(event.matches(key) for key in keys)
