"""A line of the form: it keeps every character and leaves undo to the window."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal, Slot
from PySide6.QtGui import QContextMenuEvent, QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QLineEdit, QWidget

from app.views.clipboard import mime_bytes, text_mime
from engine.prompt.projection import text_to_shown, to_bytes, to_shown, to_text

ANY_LENGTH = 0x7FFFFFFF  # by itself a line ends after 32,767 characters
Key = QKeySequence.StandardKey


class FormLine(QLineEdit):
    """Edit one text; `typed` follows each keystroke, `committed` comes with Enter or leaving."""

    typed = Signal(object)  # a str; Signal(str) would lose a BOM and lone surrogates
    committed = Signal(object)

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        """Show nothing yet."""
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setMaxLength(ANY_LENGTH)
        self._value = ""
        self.textEdited.connect(self._typed)
        self.editingFinished.connect(self._finished)

    def set_value(self, value: str) -> None:
        """Show a text; the caret stays when it is the one shown."""
        self._value = value
        shown = text_to_shown(value)
        if shown != self.text():
            self.setText(shown)
            assert self.text() == shown, "the line holds another text than it was given"

    def event(self, event: QEvent) -> bool:
        """Leave undo and redo to the window; Esc gives the old text back."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride:
            if event.matches(Key.Undo) or event.matches(Key.Redo):
                event.ignore()
                return False
            if event.key() == Qt.Key.Key_Escape and self._unsaved():
                event.accept()
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Give the old text back on Esc; copy and paste real characters, not their stand-ins."""
        if event.key() == Qt.Key.Key_Escape and self._unsaved():
            self.set_value(self._value)
        elif event.matches(Key.Copy):
            self.copy_characters()
        elif event.matches(Key.Cut):
            self.cut_characters()
        elif event.matches(Key.Paste):
            self.paste_characters()
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offer the standard menu without undo and redo, which the window has."""
        menu = self.createStandardContextMenu()
        own = {
            "edit-copy": self.copy_characters,
            "edit-cut": self.cut_characters,
            "edit-paste": self.paste_characters,
        }
        for action in menu.actions():
            if action.objectName() in ("edit-undo", "edit-redo"):
                menu.removeAction(action)
            elif action.objectName() in own:
                action.triggered.disconnect()
                action.triggered.connect(own[action.objectName()])
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(event.globalPos())

    @Slot()
    def copy_characters(self) -> None:
        """Copy what is selected."""
        if self.hasSelectedText():
            QGuiApplication.clipboard().setMimeData(text_mime(to_bytes(self.selectedText())))

    @Slot()
    def cut_characters(self) -> None:
        """Copy what is selected and remove it."""
        if self.hasSelectedText():
            self.copy_characters()
            self.insert("")
            self.textEdited.emit(self.text())

    @Slot()
    def paste_characters(self) -> None:
        """Put the copied text in, each character as it came."""
        mime = QGuiApplication.clipboard().mimeData()
        data = None if mime is None else mime_bytes(mime)
        if data is not None:
            self.insert(to_shown(data))
            self.textEdited.emit(self.text())

    def _unsaved(self) -> bool:
        return self.text() != text_to_shown(self._value)

    @Slot(str)
    def _typed(self, shown: str) -> None:
        self.typed.emit(to_text(shown))

    @Slot()
    def _finished(self) -> None:
        if self._unsaved():
            self.committed.emit(to_text(self.text()))
