"""The chooser of one side of a comparison: a profile, a file, or a git revision of a file."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import (
    QComboBox,
    QFileDialog,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.models.readable import readable
from app.views.colors import quiet_color, severity_color
from app.views.elided_label import ElidedLabel
from engine.profiles import Profile

LIST_CELLS = 26


class SideChooser(QWidget):
    """Let the user say what a side is: a Profile, a file's Path, or a Path to list revisions of."""

    profile_chosen = Signal(object)
    file_chosen = Signal(object)
    revisions_requested = Signal(object)

    def __init__(self, letter: str, parent: QWidget | None = None) -> None:
        """Lay the chooser out; `letter` is the side's name."""
        super().__init__(parent)
        self._letter = letter
        self._profiles: tuple[Profile, ...] = ()
        self._own = ""
        self._index = 0
        self.folder: Path | None = None
        self.profiles = QComboBox(self)
        self.profiles.setAccessibleName(self.tr("Side {0}").format(letter))
        self.profiles.setMinimumContentsLength(LIST_CELLS)
        policy = QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        self.profiles.setSizeAdjustPolicy(policy)
        self.file_button = self._button(self.tr("File…"), self.tr("Side {0}: a file"))
        self.git_button = self._button(self.tr("Git revision…"), self.tr("Side {0}: a revision"))
        self.summary = ElidedLabel(self)
        self._lay_out()
        self.profiles.activated.connect(self._choose)
        self.file_button.clicked.connect(self._ask_file)
        self.git_button.clicked.connect(self._ask_repository_file)

    def set_profiles(self, profiles: tuple[Profile, ...], own: str) -> None:
        """Offer the document under each profile; what is chosen stays chosen."""
        if profiles == self._profiles and own == self._own:
            return
        self._profiles, self._own = profiles, own
        other = self.profiles.itemText(len(self._profiles)) if self._has_other else ""
        name = self.profiles.currentText()
        self.profiles.clear()
        for profile in profiles:
            own_mark = self.tr(" (this document)") if profile.name == own else ""
            self.profiles.addItem(f"{readable(profile.name)}{own_mark}", profile)
        if other:
            self._offer(other)
        self.profiles.setCurrentIndex(max(0, self.profiles.findText(name)))

    def show_profile(self, name: str) -> None:
        """Show that the document under a profile is this side."""
        names = [profile.name for profile in self._profiles]
        if name in names:
            self.profiles.setCurrentIndex(names.index(name))

    def show_other(self, title: str, tip: str) -> None:
        """Show that a file or a revision is this side."""
        if self._has_other:
            self.profiles.removeItem(len(self._profiles))
        self._offer(title)
        self.profiles.setCurrentIndex(len(self._profiles))
        self.profiles.setToolTip(tip)

    def set_summary(self, text: str, *, bad: bool) -> None:
        """Say what the side is, or why it cannot be had."""
        palette = self.palette()
        color = severity_color(palette, "error") if bad else quiet_color(palette)
        self.summary.setStyleSheet(f"color: {color.name()}")
        self.summary.setText(text)
        self.summary.setAccessibleDescription(text)

    @property
    def _has_other(self) -> bool:
        return self.profiles.count() > len(self._profiles)

    def _offer(self, title: str) -> None:
        self.profiles.addItem(readable(title))

    @Slot(int)
    def _choose(self, index: int) -> None:
        if index < len(self._profiles):
            self.profile_chosen.emit(self._profiles[index])

    @Slot()
    def _ask_file(self) -> None:
        dialog = self._dialog(self.tr("Compare with a file"))
        dialog.fileSelected.connect(self._take_file)
        dialog.open()

    @Slot()
    def _ask_repository_file(self) -> None:
        dialog = self._dialog(self.tr("Compare with a git revision of a file"))
        dialog.fileSelected.connect(self._take_repository_file)
        dialog.open()

    def _dialog(self, title: str) -> QFileDialog:
        folder = "" if self.folder is None else str(self.folder)
        dialog = QFileDialog(self, title, folder, self.tr("JSON files (*.json);;All files (*)"))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        return dialog

    @Slot(str)
    def _take_file(self, name: str) -> None:
        self.file_chosen.emit(Path(name))

    @Slot(str)
    def _take_repository_file(self, name: str) -> None:
        self.revisions_requested.emit(Path(name))

    def _button(self, text: str, name: str) -> QPushButton:
        button = QPushButton(text, self)
        button.setAccessibleName(name.format(self._letter))
        return button

    def _lay_out(self) -> None:
        label = QLabel(self._letter, self)
        label.setObjectName("heading")
        label.setBuddy(self.profiles)
        row = QHBoxLayout()
        row.setSpacing(6)
        row.addWidget(label)
        row.addWidget(self.profiles, 1)
        row.addWidget(self.file_button)
        row.addWidget(self.git_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(3)
        column.addLayout(row)
        column.addWidget(self.summary)
