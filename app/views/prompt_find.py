"""A bar that finds text, bytes, characters by code point, and tokens by id in the prompt."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QToolButton, QWidget

from engine.prompt.find import MOST_MATCHES, Needle, NeedleKind


class FindBar(QWidget):
    """Ask for a needle and for the next or previous match."""

    needle_changed = Signal(str)
    step_requested = Signal(int)
    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        """Lay out the field, the count and the buttons."""
        super().__init__(parent)
        self.field = QLineEdit(self)
        self.field.setAccessibleName(self.tr("Find in the prompt"))
        self.field.setPlaceholderText(self.tr('Find text, E2 80 94, U+2014, #9441 or "10 20"'))
        self.field.setToolTip(
            self.tr(
                "Text as it is; two or more pairs of hex digits (or 0x…) are bytes, "
                'U+… is a code point, #… a token id. In quotes each of these is text: "10 20".'
            )
        )
        self.field.setClearButtonEnabled(True)
        self.count = QLabel(self)
        self._previous = self._button(Qt.ArrowType.UpArrow, self.tr("Previous match"), -1)
        self._next = self._button(Qt.ArrowType.DownArrow, self.tr("Next match"), 1)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(6, 3, 6, 3)
        layout.addWidget(self.field, 1)
        for widget in (self.count, self._previous, self._next):
            layout.addWidget(widget)
        self.field.textChanged.connect(self.needle_changed)
        self.show_count(Needle(NeedleKind.TEXT), None, 0)

    def show_count(self, needle: Needle, number: int | None, total: int) -> None:
        """Say how the needle was read and which match is selected; `number` counts from 0."""
        more = "+" if total == MOST_MATCHES else ""
        if not self.field.text():
            text = ""
        elif needle.problem:
            text = needle.problem
        elif not total:
            text = self.tr("not found")
        elif number is None:
            text = self.tr("{0} matches").format(f"{total}{more}")
        else:
            text = self.tr("{0} of {1}").format(number + 1, f"{total}{more}")
        kind = "" if needle.kind is NeedleKind.TEXT or needle.problem else _kind_name(needle.kind)
        self.count.setText("  ·  ".join(filter(None, (kind, text))))
        self._previous.setEnabled(total > 0)
        self._next.setEnabled(total > 0)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Step with Enter and Shift+Enter, close with Escape."""
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            back = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
            self.step_requested.emit(-1 if back else 1)
        elif event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        else:
            super().keyPressEvent(event)

    def _button(self, arrow: Qt.ArrowType, name: str, step: int) -> QToolButton:
        button = QToolButton(self)
        button.setArrowType(arrow)
        button.setAutoRaise(True)
        button.setToolTip(name)
        button.setAccessibleName(name)
        button.clicked.connect(lambda: self.step_requested.emit(step))
        return button


def _kind_name(kind: NeedleKind) -> str:
    names = {
        NeedleKind.BYTES: QCoreApplication.translate("FindBar", "bytes"),
        NeedleKind.CODE_POINTS: QCoreApplication.translate("FindBar", "code points"),
        NeedleKind.TOKENS: QCoreApplication.translate("FindBar", "token ids"),
    }
    return names.get(kind, "")
