"""The schema as a form: a tree of fields and choices, and an editor of the selected one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QEvent, Qt, Signal, Slot
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from app import form_steps
from app.form_steps import FormStep, Rows, commanded
from app.models.schema_tree import Column, Part
from app.views.colors import severity_color
from app.views.schema_form_buttons import FormButtons
from app.views.schema_form_tree import SchemaTree
from app.views.schema_part_editor import PartEditor
from engine.errors import Finding
from engine.schema.edit_source import EditRefused
from engine.schema.json_tree import JsonSyntaxError
from engine.schema.outline import FieldRow, outline, part_at, with_findings


class SchemaForm(QWidget):
    """Edit a schema by parts; `schema_edited` carries the text, the step's name and, while a line
    is typed in, the TextEdit of that line. `part_selected` names field, part (field, choice) and
    the choice's number.
    """

    schema_edited = Signal(object, str, object)
    part_selected = Signal(object, str, object)
    part_shown = Signal()
    position_asked = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        """Build the tree, its buttons and the editor."""
        super().__init__(parent)
        self._text = ""
        self._position = 0
        self._read_only = False
        self._findings: tuple[Finding, ...] | None = None  # None: not of this text
        self.tree = SchemaTree(self)
        self.buttons = FormButtons(self)
        self.editor = PartEditor(self)
        self.message = QLabel(self)
        self.message.setWordWrap(True)
        self.message.setAccessibleName(self.tr("Why the edit was refused"))
        self.message.hide()
        self._notice, self._reason, self.go_button = self._make_notice()
        self._lay_out()
        self._wire()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Hand the focus on; a focus proxy would keep Tab inside."""
        self.tree.setFocus(event.reason())

    @property
    def read_only(self) -> bool:
        """Say whether the text cannot be edited by parts."""
        return self._read_only

    def forget(self) -> None:
        """Show no fields."""
        self._text = ""
        self._findings = None
        self._set_read_only(False)
        self._notice.hide()
        self._show(())

    def set_schema_text(self, text: str, good: str | None = None) -> None:
        """Show a schema's text; one that is not JSON leaves the last rows, or those of the text
        that was `good`, read-only.
        """
        if text == self._text:
            return
        self._text, self._findings = text, None
        read = outline(text)
        self._set_read_only(read.unreadable is not None or not read.is_object)
        if read.unreadable is not None:
            if good is not None:
                self._show(_carried(self.tree.rows_model.rows, outline(good).fields))
            self._say_unreadable(read.unreadable)
        elif not read.is_object:
            self._position = 0
            self._reason.setText(self.tr("The schema must be an object of fields."))
            self.go_button.setText(self.tr("&Go to it"))
        else:
            self._show(_carried(self.tree.rows_model.rows, read.fields))
        self._notice.setVisible(self._read_only)

    def set_findings(self, findings: tuple[Finding, ...]) -> None:
        """Mark the rows that findings are about."""
        if findings is self._findings or self._read_only:
            return
        self._findings = findings
        bare = tuple(_bare(row) for row in self.tree.rows_model.rows)
        self._show(with_findings(bare, findings))

    def go_to(self, finding: Finding) -> bool:
        """Select the row that a finding is about; False when there is none."""
        part = None if self._read_only else part_at(self.tree.rows_model.rows, finding)
        if part is None:
            return False
        self._select(part)
        self.tree.setFocus()
        return True

    def select_part(self, field: str, part: str, index: int | None) -> None:
        """Select the row of a part that was selected elsewhere."""
        names = [row.name for row in self.tree.rows_model.rows]
        if field not in names:
            return
        number = names.index(field)
        listed = part in ("choice", "gloss", "alias") and index is not None
        count = len(self.tree.rows_model.rows[number].choices)
        self._select((number, index if listed and index is not None and index < count else None))

    # What the user asks for

    @Slot(str)
    def command(self, name: str) -> None:
        """Do what a key or a button stands for with the selected part."""
        self._take(commanded(name, self.tree.rows_model.rows, self.tree.current_part))

    @Slot(object, int)
    def _move(self, part: Part, target: int) -> None:
        self._take(form_steps.move(self.tree.rows_model.rows, part, target))

    @Slot(object, int, object)
    def _edited(self, part: Part, column: int, value: str) -> None:
        rows = self.tree.rows_model.rows
        if column == Column.NAME:
            self._take(form_steps.rename(rows, part, value))
        else:
            self._take(form_steps.gloss(rows, part, value))

    @Slot(object)
    def _rename_current(self, name: str) -> None:
        self._take_current(lambda rows, part: form_steps.rename(rows, part, name))

    @Slot(object)
    def _gloss_current(self, gloss: str) -> None:
        self._take_current(lambda rows, part: form_steps.gloss(rows, part, gloss, typing=True))

    @Slot(object)
    def _question_current(self, question: str) -> None:
        self._take_current(lambda rows, part: form_steps.question(rows, part, question))

    @Slot(object)
    def _type_current(self, type_name: str) -> None:
        self._take_current(lambda rows, part: form_steps.type_name(rows, part, type_name))

    @Slot(bool)
    def _ordered_current(self, ordered: bool) -> None:
        self._take_current(lambda rows, part: form_steps.ordered(rows, part, ordered))

    @Slot(object)
    def _parent_current(self, parent: str | None) -> None:
        self._take_current(lambda rows, part: form_steps.parent(rows, part, parent))

    def _take_current(self, step: Callable[[Rows, Part], FormStep | None]) -> None:
        part = self.tree.current_part
        if part is not None:
            self._take(step(self.tree.rows_model.rows, part))

    def _take(self, step: FormStep | None) -> None:
        """Change the text as one step and select its part; say why when it is refused."""
        self.message.hide()
        if step is None or self._read_only:
            return
        try:
            text = step.change(self._text)
        except EditRefused as error:
            self.message.setText(self.tr("Not changed: {reason}.").format(reason=error))
            self.message.show()
            self._show_part()
            return
        if text == self._text:
            return
        self.set_schema_text(text)
        self._select(step.after)
        self.schema_edited.emit(text, step.title, step.typed)
        if step.name_it:
            self.tree.setFocus()
            self.tree.edit(self.tree.rows_model.index_of(step.after))

    # Showing

    def _say_unreadable(self, error: JsonSyntaxError) -> None:
        self._position = error.position
        place = f"{error.line}:{error.column}"
        said = self.tr("Not JSON at {place}: {why}.").format(place=place, why=error.reason)
        kept = self.tr("The form shows the last schema that was.")
        self._reason.setText(f"{said} {kept}" if self.tree.rows_model.rows else said)
        self.go_button.setText(self.tr("&Go to {place}").format(place=place))

    def changeEvent(self, event: QEvent) -> None:
        """Follow the palette."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._tint()

    def _tint(self) -> None:
        ink = severity_color(self.palette(), "error").name()
        for label in (self.message, self._reason):
            label.setStyleSheet(f"color: {ink}")

    def _show(self, rows: tuple[FieldRow, ...]) -> None:
        self.tree.set_rows(rows)
        if rows and self.tree.current_part is None:
            self.tree.select_part((0, None))
        self._show_part()

    def _show_part(self) -> None:
        part = self.tree.current_part
        self.editor.set_part(self.tree.rows_model.rows, part, read_only=self._read_only)
        self.buttons.set_part(part, read_only=self._read_only)
        self.part_shown.emit()

    def _set_read_only(self, read_only: bool) -> None:
        self._read_only = read_only
        self.tree.rows_model.set_read_only(read_only)
        if read_only:
            self._show_part()

    def _select(self, part: Part) -> None:
        self.tree.select_part(part)
        self._show_part()

    @Slot(object)
    def _chosen(self, part: Part | None) -> None:
        self.message.hide()
        self._show_part()
        if part is not None:
            kind = "field" if part[1] is None else "choice"
            name = self.tree.rows_model.rows[part[0]].name
            self.part_selected.emit(name, kind, part[1])

    @Slot()
    def _ask_position(self) -> None:
        self.position_asked.emit(self._position)

    def _make_notice(self) -> tuple[QFrame, QLabel, QPushButton]:
        frame = QFrame(self)
        reason, button = QLabel(frame), QPushButton(self.tr("&Go to it"), frame)
        reason.setWordWrap(True)
        row = QHBoxLayout(frame)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(reason, 1)
        row.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)
        frame.hide()
        return frame, reason, button

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 4, 0, 0)
        column.setSpacing(4)
        column.addWidget(self._notice)
        column.addWidget(self.tree, 1)
        column.addWidget(self.buttons)
        column.addWidget(self.message)
        column.addWidget(self.editor)
        self._tint()
        self._show_part()

    def _wire(self) -> None:
        self.tree.asked.connect(self.command)
        self.buttons.asked.connect(self.command)
        self.tree.part_chosen.connect(self._chosen)
        model = self.tree.rows_model
        model.edited.connect(self._edited)
        model.move_asked.connect(self._move, Qt.ConnectionType.QueuedConnection)
        self.go_button.clicked.connect(self._ask_position)
        field, choice = self.editor.field, self.editor.choice
        field.name_edited.connect(self._rename_current)
        field.question_edited.connect(self._question_current)
        field.type_chosen.connect(self._type_current)
        field.ordered_chosen.connect(self._ordered_current)
        field.parent_chosen.connect(self._parent_current)
        choice.text_edited.connect(self._rename_current)
        choice.gloss_edited.connect(self._gloss_current)


def _bare(row: FieldRow) -> FieldRow:
    if not row.findings and not any(choice.findings for choice in row.choices):
        return row
    choices = tuple(replace(choice, findings=()) for choice in row.choices)
    return replace(row, findings=(), choices=choices)


def _carried(before: tuple[FieldRow, ...], after: tuple[FieldRow, ...]) -> tuple[FieldRow, ...]:
    """Keep the marks of fields that are still there until the new findings come."""
    old = {row.name: row for row in before if _bare(row) is not row}
    return tuple(_marked(row, old[row.name]) if row.name in old else row for row in after)


def _marked(row: FieldRow, old: FieldRow) -> FieldRow:
    marks = {choice.text: choice.findings for choice in old.choices}
    choices = tuple(replace(choice, findings=marks.get(choice.text, ())) for choice in row.choices)
    return replace(row, findings=old.findings, choices=choices)
