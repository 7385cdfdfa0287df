"""The contexts of a document: which one is in the prompt, its bytes, and facts about them."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QEvent, QStringListModel, Qt, Signal, Slot
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QFontMetricsF
from PySide6.QtWidgets import (
    QComboBox,
    QFileDialog,
    QHBoxLayout,
    QInputDialog,
    QMenu,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.context_files import dropped_files, read_context
from app.icons import palette_icon
from app.models.readable import readable_name
from app.views.byte_edit import ByteEdit
from app.views.clipboard import mime_bytes
from app.views.context_facts import ContextFacts
from engine.document import Context
from engine.errors import DocumentError
from engine.prompt.projection import shown_offset, text_to_shown, to_bytes, to_shown, to_text


class ContextEditor(QWidget):
    """Edit the active context byte by byte, and choose, add, rename and remove contexts."""

    data_edited = Signal(bytes)
    activated = Signal(int)
    add_requested = Signal(object, bytes)  # a str; Signal(str) would lose a BOM
    rename_requested = Signal(object)
    remove_requested = Signal()
    convert_requested = Signal()
    dropped = Signal(bytes)
    read_failed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        """Build the row of controls, the editor and the line of facts."""
        super().__init__(parent)
        self._contexts: tuple[Context, ...] | None = None
        self._active = -1
        self._data = b""
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
        self._add.clicked.connect(self.ask_new)
        self._file.clicked.connect(self.ask_file)
        self._rename.clicked.connect(self.ask_name)
        self._remove.clicked.connect(self.remove_requested)
        self.editor = ByteEdit(self)
        self.editor.setAccessibleName(self.tr("Context text"))
        self.editor.setPlaceholderText(self.tr("The text to classify"))
        self.editor.shown_edited.connect(self._edited)
        self._more = self._button("more", self.tr("More about contexts"))
        self._more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._facts = ContextFacts(self)
        self._facts.convert_requested.connect(self.convert_requested)
        self.setAcceptDrops(True)
        self._tint()
        self._lay_out()

    def set_contexts(self, contexts: tuple[Context, ...], active: int) -> None:
        """Show a document's contexts with the active one in the editor."""
        if contexts is self._contexts and active == self._active:
            return
        self._contexts, self._active = contexts, active
        names = [readable_name(context.name) for context in contexts]
        if names != self._names.stringList():
            self._names.setStringList(names)
        self._combo.setCurrentIndex(active if contexts else -1)
        self._rename.setEnabled(bool(contexts))
        self._remove.setEnabled(bool(contexts))
        data = contexts[active].data if contexts else b""
        if data != self._data:
            self._data = data
            self.editor.show_text(to_shown(data))
        self._facts.set_data(data)

    @property
    def caret_byte(self) -> int:
        """Count the context's bytes before the caret."""
        return len(to_bytes(self.editor.shown_before_caret()))

    def set_token_count(self, tokens: int | None) -> None:
        """Show how many tokens the context takes in the prompt; None when not known."""
        self._facts.set_token_count(tokens)

    def set_menu(self, menu: QMenu) -> None:
        """Offer everything that can be done with contexts."""
        self._more.setMenu(menu)

    def select_bytes(self, start: int, end: int) -> None:
        """Select the characters at start..end of a context that is UTF-8, and take the focus."""
        data = self._data
        self.editor.select_units(shown_offset(data, start), shown_offset(data, end))
        self.editor.setFocus()

    def add_from_file(self, path: Path) -> None:
        """Ask for a new context that holds the bytes of a file."""
        try:
            context = read_context(path)
        except DocumentError as error:
            self.read_failed.emit(str(error))
            return
        self.add_requested.emit(context.name, context.data)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take files and text; documents and models are the window's."""
        mime = event.mimeData()
        if dropped_files(mime) or (mime.hasText() and not mime.hasUrls()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Add a context for each file, or one for the text."""
        files = dropped_files(event.mimeData())
        for path in files:
            self.add_from_file(path)
        data = None if files else mime_bytes(event.mimeData())
        if data is not None:
            self.dropped.emit(data)
        event.acceptProposedAction()

    @Slot(str)
    def _edited(self, shown: str) -> None:
        self._data = to_bytes(shown)
        self.data_edited.emit(self._data)

    @Slot(int)
    def _choose(self, index: int) -> None:
        if index != self._active:
            self.activated.emit(index)

    @Slot()
    def ask_new(self) -> None:
        """Ask for the name of a new context."""
        dialog = self._name_dialog(self.tr("Add a context"), self.tr("context"))
        dialog.textValueSelected.connect(self._add_named)
        dialog.open()

    @Slot(str)
    def _add_named(self, name: str) -> None:
        self.add_requested.emit(to_text(name), b"")

    @Slot()
    def ask_name(self) -> None:
        """Ask for another name of the active context."""
        name = self._contexts[self._active].name if self._contexts else ""
        dialog = self._name_dialog(self.tr("Rename this context"), name)
        dialog.textValueSelected.connect(self._rename_as_shown)
        dialog.open()

    @Slot(str)
    def _rename_as_shown(self, shown: str) -> None:
        self.rename_requested.emit(to_text(shown))

    @Slot()
    def ask_file(self) -> None:
        """Ask which files to add as contexts."""
        dialog = QFileDialog(self, self.tr("Add a context from a file"))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
        dialog.filesSelected.connect(self._files_selected)
        dialog.open()

    @Slot(list)
    def _files_selected(self, names: list[str]) -> None:
        for name in names:
            self.add_from_file(Path(name))

    def _name_dialog(self, title: str, name: str) -> QInputDialog:
        dialog = QInputDialog(self)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setWindowTitle(title)
        dialog.setLabelText(self.tr("Name"))
        dialog.setTextValue(text_to_shown(name))
        return dialog

    def changeEvent(self, event: QEvent) -> None:
        """Follow the palette."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._tint()

    def _tint(self) -> None:
        for button in self._buttons():
            button.setIcon(palette_icon(button.objectName(), self.palette()))

    def _buttons(self) -> tuple[QToolButton, ...]:
        return self._add, self._file, self._rename, self._remove, self._more

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
        for button in self._buttons():
            row.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addLayout(row)
        column.addWidget(self.editor, 1)
        column.addWidget(self._facts)
        em = QFontMetricsF(self.font()).height()
        self.editor.setMinimumHeight(round(4 * em))
