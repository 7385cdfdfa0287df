"""Insert a character that has no key: common ones from a list, any by its code point."""

from __future__ import annotations

from PySide6.QtCore import QStringListModel, Qt, Signal, Slot
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QDialogButtonBox,
    QLabel,
    QLineEdit,
    QListView,
    QVBoxLayout,
    QWidget,
)

from app.views.colors import severity_color
from engine.errors import DocumentError
from engine.typed_character import describe_bytes, typed_character

COMMON = (
    "U+000D", "U+0000", "U+0009", "U+00A0", "U+00AD", "U+200B", "U+200C", "U+200D", "U+200E",
    "U+200F", "U+2028", "U+2029", "U+202A", "U+202B", "U+202C", "U+202D", "U+202E", "U+2060",
    "U+2066", "U+2067", "U+2068", "U+2069", "U+3000", "U+FEFF", "U+FFFC", "U+FFFD",
)  # fmt: skip


class SpecialCharacterDialog(QDialog):
    """Ask for a character; `chosen` carries its bytes."""

    chosen = Signal(bytes)

    def __init__(self, parent: QWidget | None = None) -> None:
        """Offer the common ones."""
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setObjectName("special_character")
        self.setWindowTitle(self.tr("Insert special character"))
        self.line = QLineEdit(self)
        self.line.setPlaceholderText(self.tr("U+00A0, a name, or bytes such as \\xE9"))
        label = QLabel(self.tr("&Code point, name or bytes"), self)
        label.setBuddy(self.line)
        self.said = QLabel(self)
        self.said.setWordWrap(True)
        names = [describe_bytes(typed_character(one)).partition(", UTF-8")[0] for one in COMMON]
        self.list = QListView(self)
        self.list.setAccessibleName(self.tr("Common characters"))
        self.list.setModel(QStringListModel(names, self))
        self.list.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.list.setUniformItemSizes(True)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel, self)
        self._insert = self.buttons.addButton(
            self.tr("&Insert"), QDialogButtonBox.ButtonRole.AcceptRole
        )
        column = QVBoxLayout(self)
        for part in (label, self.line, self.said, self.list, self.buttons):
            column.addWidget(part)
        self.resize(26 * self.fontMetrics().height(), 24 * self.fontMetrics().height())
        self.line.textChanged.connect(self._check)
        self.list.selectionModel().currentChanged.connect(self._take_common)
        self.list.activated.connect(self.accept)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        self._check()
        self.line.setFocus()

    def accept(self) -> None:
        """Give the character and close; stay open when there is none."""
        try:
            data = typed_character(self.line.text())
        except DocumentError:
            self._check()
            return
        super().accept()
        self.chosen.emit(data)

    @Slot()
    def _take_common(self) -> None:
        self.line.setText(COMMON[self.list.currentIndex().row()])

    @Slot()
    def _check(self) -> None:
        """Say what stands there, or what is wrong with it."""
        text = self.line.text().strip()
        ink, said = self.palette().windowText().color(), ""
        known = False
        if text:
            try:
                said = describe_bytes(typed_character(text))
                known = True
            except DocumentError as error:
                ink, said = severity_color(self.palette(), "error"), str(error)
        self.said.setText(said)
        self.said.setStyleSheet(f"color: {ink.name()}")
        self._insert.setEnabled(known)
