"""A dialog that asks for an offset in bytes, code points, UTF-16 units or tokens."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, Qt, Signal, Slot
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLabel,
    QLineEdit,
    QVBoxLayout,
    QWidget,
)

from engine.prompt.positions import TextPositions, Unit, bytes_at, count_of
from engine.tokenizers.base import Token


class GoToDialog(QDialog):
    """Emit `chosen` with the bytes of what stands at the offset, then close."""

    chosen = Signal(int, int)

    def __init__(
        self, positions: TextPositions, tokens: Sequence[Token], parent: QWidget | None = None
    ) -> None:
        """Ask about one prompt."""
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Go to offset"))
        self._positions, self._tokens = positions, tokens
        self.unit = QComboBox(self)
        for unit in Unit:
            if count_of(unit, positions, tokens):
                self.unit.addItem(_unit_name(unit), unit.value)
        self.field = QLineEdit(self)
        self.field.setPlaceholderText(self.tr("412 or 0x19C"))
        self.message = QLabel(self)
        self.message.setWordWrap(True)
        buttons = QDialogButtonBox(self)
        self._go = buttons.addButton(self.tr("&Go"), QDialogButtonBox.ButtonRole.AcceptRole)
        buttons.addButton(QDialogButtonBox.StandardButton.Cancel)
        form = QFormLayout()
        form.addRow(self.tr("&Offset"), self.field)
        form.addRow(self.tr("&Counted in"), self.unit)
        layout = QVBoxLayout(self)
        layout.addLayout(form)
        layout.addWidget(self.message)
        layout.addWidget(buttons)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        self.field.textChanged.connect(self._show_range)
        self.unit.currentIndexChanged.connect(self._show_range)
        self.field.setFocus()
        self._show_range()

    @Slot()
    def accept(self) -> None:
        """Tell what was chosen, when there is such an offset."""
        found = self._found()
        if found is not None:
            self.chosen.emit(*found)
            super().accept()

    @Slot()
    def _show_range(self) -> None:
        """Say which offsets there are, and whether the typed one is one of them."""
        last = count_of(self._unit(), self._positions, self._tokens) - 1
        text = self.tr("From 0 to {0} (0x{0:X}).") if last >= 0 else self.tr("The prompt is empty.")
        self.message.setText(text.format(last))
        self._go.setEnabled(self._found() is not None)

    def _unit(self) -> Unit:
        return Unit(self.unit.currentData() or Unit.BYTE)

    def _found(self) -> tuple[int, int] | None:
        number = read_number(self.field.text())
        if number is None:
            return None
        return bytes_at(self._unit(), number, self._positions, self._tokens)


def read_number(text: str) -> int | None:
    """Read a number in decimal or, after 0x, in hex; None when it is neither.

    >>> read_number(" 412 "), read_number("0x19C"), read_number("-1"), read_number("1O")
    (412, 412, None, None)
    """
    text = text.strip().lower()
    try:
        number = int(text, 16 if text.startswith("0x") else 10)
    except ValueError:
        return None
    return number if number >= 0 else None


def _unit_name(unit: Unit) -> str:
    names = {
        Unit.BYTE: QCoreApplication.translate("GoToDialog", "bytes"),
        Unit.CODE_POINT: QCoreApplication.translate("GoToDialog", "code points"),
        Unit.UTF16: QCoreApplication.translate("GoToDialog", "UTF-16 units"),
        Unit.TOKENS: QCoreApplication.translate("GoToDialog", "tokens"),
    }
    return names[unit]
