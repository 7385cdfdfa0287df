"""A chat template's text to edit, with Jinja's colours."""

from __future__ import annotations

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QWidget

from app.edits import text_edit
from app.views.byte_edit import ByteEdit
from app.views.jinja_highlighter import JinjaHighlighter
from engine.prompt.projection import text_to_shown, to_text


class TemplateEdit(ByteEdit):
    """Edit a template; `template_edited` carries the text and what was typed (a TextEdit)."""

    highlighter: JinjaHighlighter
    template_edited = Signal(object, object)

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start empty."""
        self._text = ""
        super().__init__(parent)
        self.setAccessibleName(self.tr("Template text"))
        self.setLineWrapMode(self.LineWrapMode.NoWrap)
        self.shown_edited.connect(self._edited)

    def set_template(self, text: str) -> None:
        """Show a template's text."""
        if text != self._text:
            self._text = text
            shown = text_to_shown(text)
            self._color(shown)
            self.show_text(shown)

    def set_dimmed(self, dimmed: bool) -> None:
        """Fade the text while it is not the profile's own."""
        self.highlighter.set_dimmed(dimmed)

    def _make_highlighter(self) -> JinjaHighlighter:
        return JinjaHighlighter(self.document(), self.font())

    @Slot(str)
    def _edited(self, shown: str) -> None:
        before, self._text = self._text, to_text(shown)
        self._color(shown)
        self.template_edited.emit(self._text, text_edit(before, self._text))

    def _color(self, shown: str) -> None:
        """Lex the whole text anew: a tag that is opened changes the lines below it."""
        self.highlighter.set_shown(shown)
        self.highlighter.rehighlight()
