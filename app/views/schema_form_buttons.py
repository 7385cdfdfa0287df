"""The row of buttons below a schema's tree."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QT_TRANSLATE_NOOP, QEvent, Signal
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QWidget

from app.icons import palette_icon
from app.models.schema_tree import Part
from app.views.schema_form_tree import KEYS

CONTEXT = "FormButtons"
BUTTONS = (
    ("add", "add", QT_TRANSLATE_NOOP(CONTEXT, "Add a field, or a choice behind the selected one")),
    ("add_choice", "add-choice", QT_TRANSLATE_NOOP(CONTEXT, "Add a choice to the selected field")),
    ("duplicate", "duplicate", QT_TRANSLATE_NOOP(CONTEXT, "Duplicate")),
    ("delete", "remove", QT_TRANSLATE_NOOP(CONTEXT, "Delete")),
    ("up", "up", QT_TRANSLATE_NOOP(CONTEXT, "Move up")),
    ("down", "down", QT_TRANSLATE_NOOP(CONTEXT, "Move down")),
)


class FormButtons(QWidget):
    """Ask for what the tree's keys ask for; `asked` carries the same names."""

    asked = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        """Build the row."""
        super().__init__(parent)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(2)
        self._buttons: dict[str, QToolButton] = {}
        keys = {command: key for key, command in KEYS}
        for command, _, text in BUTTONS:
            name = self.tr(str(text))
            button = QToolButton(self)
            button.setAutoRaise(True)
            button.setAccessibleName(name)
            button.setToolTip(f"{name} ({keys[command]})")
            button.clicked.connect(partial(self.asked.emit, command))
            self._buttons[command] = button
            row.addWidget(button)
        row.addStretch(1)
        self._retint()

    def button(self, command: str) -> QToolButton:
        """Give the button of a command."""
        return self._buttons[command]

    def allows(self, command: str) -> bool:
        """Say whether a command can be done with the selected part."""
        return self._buttons[command].isEnabledTo(self)

    def set_part(self, part: Part | None, *, read_only: bool) -> None:
        """Allow what can be done with the selected part."""
        for command, button in self._buttons.items():
            button.setEnabled(not read_only and (command == "add" or part is not None))

    def changeEvent(self, event: QEvent) -> None:
        """Follow the palette."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._retint()

    def _retint(self) -> None:
        for command, icon, _ in BUTTONS:
            self._buttons[command].setIcon(palette_icon(icon, self.palette()))
