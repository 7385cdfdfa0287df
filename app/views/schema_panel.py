"""The schema as a form and as JSON: two views of one text."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QEvent, Qt, Signal, Slot
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QMenu, QTabWidget, QToolButton, QVBoxLayout, QWidget

from app.icons import palette_icon
from app.views.schema_editor import SchemaEditor
from app.views.schema_form import SchemaForm
from engine.errors import Finding, Place
from engine.schema.starters import starters

FORM, JSON = 0, 1


class SchemaPanel(QWidget):
    """Show one schema text in both views; `schema_edited` carries the text, the step's name ("" in
    JSON) and what was typed when it is typing in a line of the form (a TextEdit, or None).
    """

    schema_edited = Signal(object, str, object)
    part_selected = Signal(object, str, object)
    starter_chosen = Signal(str)
    import_file_asked = Signal()
    import_clipboard_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        """Build both views and the menu that brings other schemas in."""
        super().__init__(parent)
        self._text = ""
        self._good: str | None = None
        self._findings: tuple[Finding, ...] | None = None  # None: not known for this text
        self.form = SchemaForm(self)
        self.editor = SchemaEditor(self)
        self.tabs = QTabWidget(self)
        self.tabs.setAccessibleName(self.tr("Schema views"))
        self.tabs.setDocumentMode(True)
        self.tabs.addTab(self.form, self.tr("Form"))
        self.tabs.addTab(self.editor, self.tr("JSON"))
        self.bring_in = QToolButton(self.tabs)
        self.bring_in.setAutoRaise(True)
        self.bring_in.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.bring_in.setToolTip(self.tr("Begin with a starter, or import a schema"))
        self.bring_in.setAccessibleName(self.bring_in.toolTip())
        self.bring_in.setMenu(self._make_menu())
        self.tabs.setCornerWidget(self.bring_in, Qt.Corner.TopRightCorner)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.tabs)
        self.form.schema_edited.connect(self.schema_edited)
        self.form.part_selected.connect(self.part_selected)
        self.form.position_asked.connect(self._go_to_position)
        self.editor.schema_edited.connect(self._json_edited)
        self.tabs.currentChanged.connect(self._show_form)
        self._retint()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Hand the focus on; a focus proxy would keep Tab inside."""
        (self.form if self.tabs.currentIndex() == FORM else self.editor).setFocus(event.reason())

    def set_schema_text(self, text: str, good: str | None = None) -> None:
        """Show a schema's text in both views; `good` is the last one, when this is not JSON."""
        self._take_text(text, good)
        self.editor.set_schema_text(text)

    def forget(self) -> None:
        """Show no fields: those of the last document mean nothing in the next."""
        self._findings = None
        self.form.forget()

    def set_findings(self, findings: tuple[Finding, ...]) -> None:
        """Mark the findings in both views."""
        self._findings = findings
        self.editor.set_findings(findings)
        self._show_form()

    def go_to(self, finding: Finding) -> None:
        """Select what a finding is about, in the form when it shows it, else in the JSON."""
        if self.tabs.currentIndex() == FORM and self.form.go_to(finding):
            return
        self.tabs.setCurrentIndex(JSON)
        self.editor.go_to(finding)

    def select_part(self, field: str, part: str, index: int | None) -> None:
        """Select the row of a part that was selected elsewhere."""
        self.form.select_part(field, part, index)

    def command(self, name: str) -> None:
        """Do a command of the form, in front, to the selected part."""
        self.tabs.setCurrentIndex(FORM)
        self.form.tree.setFocus()
        self.form.command(name)

    def starters_menu(self, parent: QWidget) -> QMenu:
        """Make a menu of the starters."""
        menu = QMenu(self.tr("New schema from &starter"), parent)
        for starter in starters():
            action = menu.addAction(starter.title)
            action.triggered.connect(partial(self.starter_chosen.emit, starter.name))
        return menu

    def changeEvent(self, event: QEvent) -> None:
        """Follow the palette."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._retint()

    @Slot(object)
    def _json_edited(self, text: str) -> None:
        self._take_text(text, self._good)
        self.schema_edited.emit(text, "", None)

    def _take_text(self, text: str, good: str | None) -> None:
        if text != self._text:
            self._text, self._findings = text, None
        self._good = good
        self._show_form()

    @Slot()
    def _show_form(self) -> None:
        """Bring the form up to date while it is in front: its rows cost time at every key."""
        if self.tabs.currentIndex() == FORM:
            self.form.set_schema_text(self._text, self._good)
            if self._findings is not None:
                self.form.set_findings(self._findings)

    @Slot(int)
    def _go_to_position(self, position: int) -> None:
        """Show a place of the text in the JSON view."""
        self.tabs.setCurrentIndex(JSON)
        where = Place("schema", source_start=position, source_end=position)
        self.editor.go_to(Finding("json-syntax", "error", where, ""))

    def _make_menu(self) -> QMenu:
        menu = QMenu(self)
        menu.addMenu(self.starters_menu(menu))
        menu.addSeparator()
        from_file = menu.addAction(self.tr("&Import from file…"))
        from_file.triggered.connect(self.import_file_asked)
        from_clipboard = menu.addAction(self.tr("Import from &clipboard"))
        from_clipboard.triggered.connect(self.import_clipboard_asked)
        return menu

    def _retint(self) -> None:
        self.bring_in.setIcon(palette_icon("import", self.palette()))
