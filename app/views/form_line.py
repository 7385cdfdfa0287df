"""A line of the form: it keeps every character and leaves undo to the window."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QLineEdit, QWidget

from engine.prompt.projection import text_to_shown, to_text


class FormLine(QLineEdit):
    """Edit one text; `typed` follows each keystroke, `committed` comes with Enter or leaving."""

    typed = Signal(object)  # a str; Signal(str) would lose a BOM and lone surrogates
    committed = Signal(object)

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        """Show nothing yet."""
        super().__init__(parent)
        self.setAccessibleName(name)
        self._value = ""
        self.textEdited.connect(self._typed)
        self.editingFinished.connect(self._finished)

    def set_value(self, value: str) -> None:
        """Show a text; the caret stays when it is the one shown."""
        self._value = value
        shown = text_to_shown(value)
        if shown != self.text():
            self.setText(shown)

    def event(self, event: QEvent) -> bool:
        """Leave undo and redo to the window; Esc gives the old text back."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride:
            keys = (QKeySequence.StandardKey.Undo, QKeySequence.StandardKey.Redo)
            if any(event.matches(key) for key in keys):
                event.ignore()
                return False
            if event.key() == Qt.Key.Key_Escape and self._unsaved():
                event.accept()
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Give the old text back on Esc."""
        if event.key() == Qt.Key.Key_Escape and self._unsaved():
            self.set_value(self._value)
            return
        super().keyPressEvent(event)

    def _unsaved(self) -> bool:
        return self.text() != text_to_shown(self._value)

    @Slot(str)
    def _typed(self, shown: str) -> None:
        self.typed.emit(to_text(shown))

    @Slot()
    def _finished(self) -> None:
        if self._unsaved():
            self.committed.emit(to_text(self.text()))
