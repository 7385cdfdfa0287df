"""The schema as JSON text, with its findings at their place."""

from __future__ import annotations

from itertools import takewhile

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import (
    QHelpEvent,
    QKeyEvent,
    QKeySequence,
    QTextCharFormat,
    QTextCursor,
)
from PySide6.QtWidgets import QTextEdit, QWidget

from app.views.colors import severity_color
from app.views.json_highlighter import JsonHighlighter
from app.views.numbered_edit import NumberedEdit
from engine.errors import Finding, Severity
from engine.prompt.projection import shown_offsets, text_to_shown, to_text

RANK: dict[Severity, int] = {"info": 0, "warning": 1, "error": 2}


class SchemaEditor(NumberedEdit):
    """Edit a schema's text; `schema_edited` carries the text with every character kept."""

    schema_edited = Signal(object)  # a str: Signal(str) drops lone surrogates

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start empty."""
        self._marked: tuple[tuple[int, int, Finding], ...] = ()
        self._findings: tuple[Finding, ...] = ()
        self._text = ""
        super().__init__(parent)
        self.setAccessibleName(self.tr("Schema as JSON"))
        self.setLineWrapMode(self.LineWrapMode.NoWrap)
        self.shown_edited.connect(self._edited)

    def set_schema_text(self, text: str) -> None:
        """Show a schema's text."""
        if text != self._text:
            self._text = text
            self.show_text(text_to_shown(text))

    def set_findings(self, findings: tuple[Finding, ...]) -> None:
        """Underline the findings that have a place in the schema's text."""
        if findings is self._findings:
            return
        self._findings = findings
        offsets = shown_offsets(self._text, self.shown_text())
        self._marked = tuple(
            (*self._units(finding, offsets), finding)
            for finding in findings
            if finding.where.owner == "schema" and finding.where.source_start is not None
        )
        self.setExtraSelections([self._selection(*marked) for marked in self._marked])
        self._gutter.set_marks(self._line_marks())

    def go_to(self, finding: Finding) -> None:
        """Select the text that a finding is about."""
        start, end = self._units(finding, shown_offsets(self._text, self.shown_text()))
        self.select_units(start, end)
        self.setFocus()

    def tool_tip_at(self, event: QHelpEvent) -> str:
        """Say what is wrong under the mouse, or what a pill stands for."""
        position = self.cursorForPosition(self.viewport().mapFrom(self, event.pos())).position()
        said = [
            f"{finding.message}\n{finding.cure}".strip()
            for start, end, finding in self._marked
            if start <= position <= end
        ]
        return "\n\n".join(said) or super().tool_tip_at(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Begin a new line as deep as the one before it."""
        if event.matches(QKeySequence.StandardKey.InsertParagraphSeparator):
            cursor = self.textCursor()
            before = cursor.block().text()[: cursor.positionInBlock()]
            indent = "".join(takewhile(lambda character: character in " \t", before))
            cursor.insertText("\n" + indent)
            self.ensureCursorVisible()
            return
        super().keyPressEvent(event)

    def _make_highlighter(self) -> JsonHighlighter:
        return JsonHighlighter(self.document(), self.font())

    @Slot(str)
    def _edited(self, shown: str) -> None:
        self._text = to_text(shown)
        self.schema_edited.emit(self._text)

    def _units(self, finding: Finding, offsets: tuple[int, ...] | None) -> tuple[int, int]:
        where = finding.where
        start = where.source_start or 0
        end = max(where.source_end or start, start + 1)
        if offsets is None:
            return start, end
        last = len(offsets) - 1
        return offsets[min(start, last)], offsets[min(end, last)]

    def _selection(self, start: int, end: int, finding: Finding) -> QTextEdit.ExtraSelection:
        last = self.document().characterCount() - 1
        cursor = QTextCursor(self.document())
        cursor.setPosition(max(0, min(start, last - 1)))
        cursor.setPosition(min(end, last), QTextCursor.MoveMode.KeepAnchor)
        style = QTextCharFormat()
        style.setUnderlineStyle(QTextCharFormat.UnderlineStyle.WaveUnderline)
        style.setUnderlineColor(severity_color(self.palette(), finding.severity))
        selection = QTextEdit.ExtraSelection()
        selection.cursor = cursor
        selection.format = style
        return selection

    def _line_marks(self) -> dict[int, Severity]:
        marks: dict[int, Severity] = {}
        for start, _, finding in self._marked:
            line = self.document().findBlock(start).blockNumber()
            known = marks.get(line)
            if known is None or RANK[finding.severity] > RANK[known]:
                marks[line] = finding.severity
        return marks
