"""The contexts of a document: which one is in the prompt, its bytes, and facts about them."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QEvent, QStringListModel, Qt, Signal, Slot
from PySide6.QtGui import QFontMetricsF
from PySide6.QtWidgets import (
    QComboBox,
    QFileDialog,
    QHBoxLayout,
    QInputDialog,
    QLabel,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.icons import palette_icon
from app.views.byte_edit import ByteEdit
from app.views.colors import quiet_color
from engine.document import Context
from engine.prompt.projection import to_bytes, to_shown
from engine.prompt.text_facts import TextFacts, text_facts


class ContextEditor(QWidget):
    """Edit the active context byte by byte, and choose, add, rename and remove contexts."""

    data_edited = Signal(bytes)
    activated = Signal(int)
    add_requested = Signal(str, bytes)
    rename_requested = Signal(str)
    remove_requested = Signal()
    read_failed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        """Build the row of controls, the editor and the line of facts."""
        super().__init__(parent)
        self._contexts: tuple[Context, ...] | None = None
        self._active = -1
        self._data = b""
        self._tokens: int | None = None
        self._names = QStringListModel(self)
        self._combo = QComboBox(self)
        self._combo.setModel(self._names)
        self._combo.setAccessibleName(self.tr("Context in the prompt"))
        self._combo.activated.connect(self._choose)
        self._combo.setSizeAdjustPolicy(
            QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        )
        self._add = self._button("add", self.tr("Add a context"))
        self._file = self._button("file", self.tr("Add a context from a file"))
        self._rename = self._button("rename", self.tr("Rename this context"))
        self._remove = self._button("remove", self.tr("Remove this context"))
        self._add.clicked.connect(self._ask_new)
        self._file.clicked.connect(self._ask_file)
        self._rename.clicked.connect(self._ask_name)
        self._remove.clicked.connect(self.remove_requested)
        self.editor = ByteEdit(self)
        self.editor.setAccessibleName(self.tr("Context text"))
        self.editor.setPlaceholderText(self.tr("The text to classify"))
        self.editor.shown_edited.connect(self._edited)
        self._facts = QLabel(self)
        self._facts.setObjectName("facts")
        self._facts.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._tint()
        self._lay_out()

    def set_contexts(self, contexts: tuple[Context, ...], active: int) -> None:
        """Show a document's contexts with the active one in the editor."""
        if contexts is self._contexts and active == self._active:
            return
        self._contexts, self._active = contexts, active
        names = [context.name for context in contexts]
        if names != self._names.stringList():
            self._names.setStringList(names)
        self._combo.setCurrentIndex(active if contexts else -1)
        self._rename.setEnabled(bool(contexts))
        self._remove.setEnabled(bool(contexts))
        data = contexts[active].data if contexts else b""
        if data != self._data:
            self._data = data
            self.editor.show_text(to_shown(data))
            self._tokens = None
        self._show_facts()

    def set_token_count(self, tokens: int | None) -> None:
        """Show how many tokens the context takes in the prompt; None when not known."""
        if tokens != self._tokens:
            self._tokens = tokens
            self._show_facts()

    def add_from_file(self, path: Path) -> None:
        """Ask for a new context that holds the bytes of a file."""
        try:
            data = path.read_bytes()
        except OSError as error:
            self.read_failed.emit(self.tr("{path}: {why}").format(path=path, why=error.strerror))
            return
        self.add_requested.emit(path.stem, data)

    @Slot(str)
    def _edited(self, shown: str) -> None:
        self._data = to_bytes(shown)
        self._tokens = None
        self.data_edited.emit(self._data)

    @Slot(int)
    def _choose(self, index: int) -> None:
        if index != self._active:
            self.activated.emit(index)

    @Slot()
    def _ask_new(self) -> None:
        dialog = self._name_dialog(self.tr("Add a context"), self.tr("context"))
        dialog.textValueSelected.connect(self._add_named)
        dialog.open()

    @Slot(str)
    def _add_named(self, name: str) -> None:
        self.add_requested.emit(name, b"")

    @Slot()
    def _ask_name(self) -> None:
        dialog = self._name_dialog(self.tr("Rename this context"), self._combo.currentText())
        dialog.textValueSelected.connect(self.rename_requested)
        dialog.open()

    @Slot()
    def _ask_file(self) -> None:
        dialog = QFileDialog(self, self.tr("Add a context from a file"))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(self._file_selected)
        dialog.open()

    @Slot(str)
    def _file_selected(self, name: str) -> None:
        self.add_from_file(Path(name))

    def _name_dialog(self, title: str, name: str) -> QInputDialog:
        dialog = QInputDialog(self)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setWindowTitle(title)
        dialog.setLabelText(self.tr("Name"))
        dialog.setTextValue(name)
        return dialog

    def _show_facts(self) -> None:
        facts = text_facts(self._data)
        self._facts.setText(self._describe(facts))

    def _describe(self, facts: TextFacts) -> str:
        parts = [
            self.tr("UTF-8"),
            facts.line_ends,
            self.tr("{size} B").format(size=f"{facts.size:,}"),
        ]
        if facts.invalid_bytes:
            parts[0] = self.tr("UTF-8 but for {count} B").format(count=f"{facts.invalid_bytes:,}")
        if facts.bom:
            parts.insert(1, "BOM")
        if self._tokens is not None:
            parts.append(self.tr("{count} tokens").format(count=f"{self._tokens:,}"))
        return " · ".join(parts)

    def changeEvent(self, event: QEvent) -> None:
        """Follow the palette."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._tint()

    def _tint(self) -> None:
        for button in (self._add, self._file, self._rename, self._remove):
            button.setIcon(palette_icon(button.objectName(), self.palette()))
        self._facts.setStyleSheet(f"color: {quiet_color(self.palette()).name()}")

    def _button(self, icon: str, name: str) -> QToolButton:
        button = QToolButton(self)
        button.setObjectName(icon)
        button.setAutoRaise(True)
        button.setToolTip(name)
        button.setAccessibleName(name)
        return button

    def _lay_out(self) -> None:
        row = QHBoxLayout()
        row.setSpacing(2)
        row.addWidget(self._combo, 1)
        row.addSpacing(4)
        for button in (self._add, self._file, self._rename, self._remove):
            row.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addLayout(row)
        column.addWidget(self.editor, 1)
        column.addWidget(self._facts)
        em = QFontMetricsF(self.font()).height()
        self.editor.setMinimumHeight(round(4 * em))
