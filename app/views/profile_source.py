"""Where a tokenizer or model comes from: an asset's name, or the path of a folder or file."""

from __future__ import annotations

from PySide6.QtCore import QStringListModel, Qt, Signal, Slot
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QComboBox, QFileDialog, QHBoxLayout, QMenu, QToolButton, QWidget


class SourceBox(QWidget):
    """Choose or write a source; `chosen` follows a choice, Enter, or leaving the line."""

    chosen = Signal(str)

    def __init__(self, name: str, parent: QWidget | None = None, none: str = "") -> None:
        """Offer nothing yet; `none` words the choice of nothing, where there is one."""
        super().__init__(parent)
        self._none = none
        self._source = ""
        self.combo = QComboBox(self)
        self.combo.setEditable(True)
        self.combo.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self._names = QStringListModel(self)
        self.combo.setModel(self._names)
        self.combo.setAccessibleName(name)
        self.combo.setMinimumContentsLength(8)
        self.combo.setSizeAdjustPolicy(
            QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        )
        browse = QToolButton(self)
        browse.setText("…")
        browse.setToolTip(self.tr("Choose a file or folder"))
        browse.setAccessibleName(self.tr("{name}: choose a file or folder").format(name=name))
        browse.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu = QMenu(browse)
        menu.addAction(self.tr("GGUF &file…"), self._ask_file)
        menu.addAction(self.tr("F&older…"), self._ask_folder)
        browse.setMenu(menu)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(2)
        row.addWidget(self.combo, 1)
        row.addWidget(browse)
        self.combo.activated.connect(self._finished)
        line = self.combo.lineEdit()
        assert line is not None
        line.editingFinished.connect(self._finished)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Hand the focus on; a focus proxy would keep Tab inside."""
        self.combo.setFocus(event.reason())

    def set_assets(self, assets: tuple[str, ...]) -> None:
        """Offer the names of assets."""
        shown = self.combo.currentText()
        self._names.setStringList([*([self._none] if self._none else []), *assets])
        self.combo.setEditText(shown)

    def set_source(self, source: str) -> None:
        """Show a source; empty for none."""
        self._source = source
        shown = source or self._none
        if shown != self.combo.currentText():
            self.combo.setEditText(shown)

    @Slot()
    def _finished(self) -> None:
        text = self.combo.currentText().strip()
        source = "" if text == self._none else text
        if source != self._source:
            self._source = source
            self.chosen.emit(source)

    @Slot()
    def _ask_file(self) -> None:
        dialog = self._dialog(QFileDialog.FileMode.ExistingFile)
        dialog.setNameFilters(
            [self.tr("Models and tokenizers (*.gguf tokenizer.json)"), self.tr("All files (*)")]
        )
        dialog.open()

    @Slot()
    def _ask_folder(self) -> None:
        self._dialog(QFileDialog.FileMode.Directory).open()

    def _dialog(self, mode: QFileDialog.FileMode) -> QFileDialog:
        dialog = QFileDialog(self, self.combo.accessibleName())
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setFileMode(mode)
        dialog.fileSelected.connect(self._take)
        return dialog

    @Slot(str)
    def _take(self, path: str) -> None:
        self.combo.setEditText(path)
        self._finished()
