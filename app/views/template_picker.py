"""Choose a template: a profile's, one opened lately, or a file."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QComboBox, QFileDialog, QHBoxLayout, QLabel, QPushButton, QWidget

from app.models.origin_model import Origin, OriginModel

FILES = "*.gguf *.jinja *.jinja2 *.j2 tokenizer.json tokenizer_config.json"


class TemplatePicker(QWidget):
    """Choose one; `chosen` carries a profile, a path, or None."""

    chosen = Signal(object)

    def __init__(self, title: str, name: str, parent: QWidget | None = None) -> None:
        """Build the list and the button; `title` labels, `name` says it without a mnemonic."""
        super().__init__(parent)
        self._model = OriginModel(self)
        self.combo = QComboBox(self)
        self.combo.setModel(self._model)
        self.combo.setAccessibleName(name)
        self.combo.setSizeAdjustPolicy(
            QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        )
        self.combo.setMinimumContentsLength(12)
        self.combo.activated.connect(self._choose)
        self.button = QPushButton(self.tr("Open…"), self)
        self.button.setAccessibleName(self.tr("Open a file: {0}").format(name))
        self.button.clicked.connect(self.ask_open)
        label = QLabel(title, self)
        label.setBuddy(self.combo)
        label.setMinimumWidth(label.fontMetrics().horizontalAdvance(title))  # `&` gives room
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(label)
        row.addWidget(self.combo, 1)
        row.addWidget(self.button)

    def set_origins(self, origins: tuple[Origin | None, ...], current: Origin | None) -> None:
        """List origins with one of them chosen."""
        self._model.set_origins(origins)
        self.combo.setCurrentIndex(origins.index(current) if current in origins else -1)

    @Slot()
    def ask_open(self) -> None:
        """Ask for a GGUF file, a template's file, or a file of a tokenizer's folder."""
        dialog = QFileDialog(self, self.tr("Open a template"))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        names = self.tr("Models, templates and tokenizers ({0})").format(FILES)
        dialog.setNameFilters([names, self.tr("All files (*)")])
        dialog.fileSelected.connect(self._file_selected)
        dialog.open()

    @Slot(str)
    def _file_selected(self, name: str) -> None:
        self.chosen.emit(Path(name))

    @Slot(int)
    def _choose(self, row: int) -> None:
        self.chosen.emit(self._model.origins[row])
