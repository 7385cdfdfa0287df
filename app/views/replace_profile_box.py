"""The question whether a profile of the user's is to be replaced by another one of its name."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QMessageBox, QWidget

from app.models.readable import readable_name
from engine.profiles import Profile

Button = QMessageBox.StandardButton


class ReplaceProfileBox(QMessageBox):
    """Ask; `agreed` is emitted when the stored profile may go."""

    agreed = Signal()

    def __init__(self, stored: Profile, parent: QWidget | None = None) -> None:
        """Name the profile that is stored; keeping it is what Enter and Esc do."""
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setIcon(QMessageBox.Icon.Question)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWindowTitle(self.tr("Replace a profile"))
        name, title = readable_name(stored.name), readable_name(stored.title)
        self.setText(self.tr("Replace your profile {0}?").format(name))
        self.setInformativeText(
            self.tr(
                "Another profile of this name, \u201c{0}\u201d, is saved already. "
                "It cannot be brought back. To keep both, cancel and choose another name."
            ).format(title)
        )
        self.setStandardButtons(Button.Yes | Button.Cancel)
        self.button(Button.Yes).setText(self.tr("&Replace"))
        self.setDefaultButton(Button.Cancel)
        self.finished.connect(self._answered)

    @Slot(int)
    def _answered(self, answer: int) -> None:
        if answer == Button.Yes:
            self.agreed.emit()
