"""A prompt beside the one of a second template, with what differs marked in both."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QLabel, QSplitter, QTextEdit, QVBoxLayout, QWidget

from app.views.byte_edit import ByteEdit
from app.views.colors import base_color, hue_color, mixed
from app.views.template_picker import TemplatePicker
from engine.golden.align import Kind
from engine.golden.diff import TextDiff
from engine.prompt.projection import shown_offsets, text_to_shown
from engine.template_reporter import SecondReport

FIRST_HUE, SECOND_HUE = 2, 150
GROUND_SHARE = 0.22
MAX_MARKS = 500


class SecondView(QWidget):
    """Choose a second template and compare what it makes of the conversation."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Build the picker, the sentence and the two texts."""
        super().__init__(parent)
        self.picker = TemplatePicker(
            self.tr("Compare &with"), self.tr("Template to compare with"), self
        )
        self.sentence = QLabel(self)
        self.sentence.setWordWrap(True)
        self.sentence.setTextFormat(Qt.TextFormat.PlainText)
        self.sentence.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.first = _text(self, self.tr("Prompt of this template"))
        self.second = _text(self, self.tr("Prompt of the second template"))
        self._aligned: TextDiff | None = None
        texts = QSplitter(Qt.Orientation.Horizontal, self)
        texts.setChildrenCollapsible(False)
        texts.addWidget(self.first)
        texts.addWidget(self.second)
        column = QVBoxLayout(self)
        column.setContentsMargins(6, 6, 6, 0)
        column.addWidget(self.picker)
        column.addWidget(self.sentence)
        column.addWidget(texts, 1)

    def set_report(self, first: str, report: SecondReport | None) -> None:
        """Show a comparison; `first` names this page's template."""
        self._aligned = None if report is None else report.aligned
        self.sentence.setText(self._written(first, report))
        aligned = self._aligned
        self.first.show_text("" if aligned is None else text_to_shown(aligned.expected.decode()))
        self.second.show_text("" if aligned is None else text_to_shown(aligned.live.decode()))
        self._mark()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the palette."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._mark()

    def _written(self, first: str, report: SecondReport | None) -> str:
        if report is None:
            return self.tr("Choose a second template to see where its prompt differs.")
        if report.side.text is None:
            return f"{report.name}: {report.side.refusal}"
        if report.aligned is None:
            return ""
        if report.difference is None:
            return self.tr("✔ both templates give the same bytes")
        said = report.difference.sentence(first, report.name)
        return self.tr("✘ the prompts {0} · differences: {1}").format(
            said, len(report.aligned.changes)
        )

    def _mark(self) -> None:
        aligned = self._aligned
        if aligned is None:
            return
        for view, hue, text_of in (
            (self.first, FIRST_HUE, aligned.expected_text),
            (self.second, SECOND_HUE, aligned.live_text),
        ):
            parts = [(text_of(hunk), hunk.kind is not Kind.EQUAL) for hunk in aligned.hunks]
            style = QTextCharFormat()
            ink = hue_color(self.palette(), hue)
            style.setBackground(mixed(base_color(self.palette()), ink, GROUND_SHARE))
            style.setFontUnderline(True)
            view.setExtraSelections(
                [_marked(view, *place, style) for place in _places(parts)[:MAX_MARKS]]
            )


def _places(parts: list[tuple[str, bool]]) -> list[tuple[int, int]]:
    """Give the marked parts' ranges in UTF-16 units of the whole text's shown form."""
    text = "".join(part for part, _ in parts)
    offsets = shown_offsets(text, text_to_shown(text))
    places, position = [], 0
    for part, marked in parts:
        end = position + len(part)
        if marked and part:
            places.append((position, end) if offsets is None else (offsets[position], offsets[end]))
        position = end
    return places


def _marked(
    view: ByteEdit, start: int, end: int, style: QTextCharFormat
) -> QTextEdit.ExtraSelection:
    cursor = QTextCursor(view.document())
    cursor.setPosition(start)
    cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
    marked = QTextEdit.ExtraSelection()
    marked.cursor = cursor
    marked.format = style
    return marked


def _text(parent: QWidget, name: str) -> ByteEdit:
    view = ByteEdit(parent)
    view.setAccessibleName(name)
    view.setReadOnly(True)
    view.setTextInteractionFlags(
        Qt.TextInteractionFlag.TextSelectableByMouse
        | Qt.TextInteractionFlag.TextSelectableByKeyboard
    )
    return view
