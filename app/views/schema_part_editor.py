"""The small editor below the tree: the selected field, or the selected choice."""

from __future__ import annotations

from PySide6.QtCore import QStringListModel, Signal, Slot
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QGridLayout,
    QLabel,
    QStackedWidget,
    QWidget,
)

from app.models.readable import readable_name
from app.models.schema_tree import Part
from app.views.form_line import FormLine
from engine.schema.outline import FieldRow

TYPES = ("enum", "boolean", "multi")
NO_NAME = "—"


class NameChooser(QComboBox):
    """Offer names; `name_chosen` carries the name itself, not the text that shows it."""

    name_chosen = Signal(object)

    def __init__(self, accessible_name: str, parent: QWidget | None = None) -> None:
        """Offer nothing yet."""
        super().__init__(parent)
        self._names: tuple[str | None, ...] = ()
        self._texts = QStringListModel(self)
        self.setModel(self._texts)
        self.setAccessibleName(accessible_name)
        self.setSizeAdjustPolicy(self.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(6)
        self.activated.connect(self._emit_name)

    def offer(self, names: tuple[str | None, ...], chosen: str | None) -> None:
        """Offer these names, None for none of them, and show the chosen one."""
        if names != self._names:
            self._names = names
            texts = [NO_NAME if name is None else readable_name(name) for name in names]
            self._texts.setStringList(texts)
        self.setCurrentIndex(names.index(chosen) if chosen in names else -1)

    @Slot(int)
    def _emit_name(self, index: int) -> None:
        self.name_chosen.emit(self._names[index])


class FieldEditor(QWidget):
    """Edit a field's name, type, question, order and parent."""

    name_edited = Signal(object)
    question_edited = Signal(object)
    type_chosen = Signal(object)
    parent_chosen = Signal(object)
    ordered_chosen = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        """Lay out the lines."""
        super().__init__(parent)
        self.name = FormLine(self.tr("Field name"), self)
        self.question = FormLine(self.tr("Question"), self)
        self.question.setPlaceholderText(self.tr("What is asked about the context"))
        self.type = NameChooser(self.tr("Type of the field"), self)
        self.depends_on = NameChooser(self.tr("Field that this one depends on"), self)
        self.ordered = QCheckBox(self.tr("&Ordered"), self)
        self.ordered.setToolTip(self.tr("The choices are a scale, in their order"))
        self.hint = QLabel(self.tr("set_constraints are edited as JSON."), self)
        self.hint.setWordWrap(True)
        self.name.committed.connect(self.name_edited)
        self.question.typed.connect(self.question_edited)
        self.type.name_chosen.connect(self.type_chosen)
        self.depends_on.name_chosen.connect(self.parent_chosen)
        self.ordered.clicked.connect(self.ordered_chosen)
        self._lay_out()

    def set_field(self, rows: tuple[FieldRow, ...], number: int) -> None:
        """Show a field."""
        row = rows[number]
        self.name.set_value(row.name)
        self.question.set_value(row.description)
        types = TYPES if row.type_name in TYPES else (*TYPES, row.type_name)
        self.type.offer(types, row.type_name)
        parents = _parents(rows, number)
        self.depends_on.offer((None, *parents), row.depends_on)
        self.ordered.setChecked(row.ordered)
        self.ordered.setEnabled(row.editable and (row.ordered or row.kind == "enum"))
        self.depends_on.setEnabled(
            row.editable and (row.depends_on is not None or row.kind != "multi")
        )
        self.type.setEnabled(row.editable)
        self.question.setEnabled(row.editable)
        self.hint.setVisible(row.has_constraints)

    def clear(self) -> None:
        """Show no field."""
        self.name.set_value("")
        self.question.set_value("")
        self.type.setCurrentIndex(-1)
        self.depends_on.setCurrentIndex(-1)
        self.ordered.setChecked(False)
        self.hint.hide()

    def _lay_out(self) -> None:
        grid = _grid(self)
        _line(grid, 0, self.tr("&Name"), self.name, 2)
        _line(grid, 1, self.tr("&Question"), self.question, 2)
        _line(grid, 2, self.tr("T&ype"), self.type, 1)
        grid.addWidget(self.ordered, 2, 2)
        _line(grid, 3, self.tr("D&epends on"), self.depends_on, 2)
        grid.addWidget(self.hint, 4, 0, 1, 3)


class ChoiceEditor(QWidget):
    """Edit a choice's text and gloss."""

    text_edited = Signal(object)
    gloss_edited = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        """Lay out the lines."""
        super().__init__(parent)
        self.of = QLabel(self)
        self.text = FormLine(self.tr("Choice"), self)
        self.gloss = FormLine(self.tr("Gloss of the choice"), self)
        self.gloss.setPlaceholderText(self.tr("When this is the right answer"))
        self.text.committed.connect(self.text_edited)
        self.gloss.typed.connect(self.gloss_edited)
        grid = _grid(self)
        _line(grid, 0, self.tr("C&hoice"), self.text, 2)
        _line(grid, 1, self.tr("&Gloss"), self.gloss, 2)
        grid.addWidget(self.of, 2, 1, 1, 2)
        grid.setRowStretch(3, 1)

    def set_choice(self, row: FieldRow, index: int) -> None:
        """Show a choice."""
        choice = row.choices[index]
        self.text.set_value(choice.text)
        self.gloss.set_value(choice.gloss)
        said, name = self.tr("Choice {number} of {count} of {name}"), readable_name(row.name)
        self.of.setText(said.format(number=index + 1, count=len(row.choices), name=name))


class PartEditor(QStackedWidget):
    """Show the editor that fits the selected part."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Build both editors; none is of use before a part is selected."""
        super().__init__(parent)
        self.field = FieldEditor(self)
        self.choice = ChoiceEditor(self)
        self.addWidget(self.field)
        self.addWidget(self.choice)
        self.setEnabled(False)

    def set_part(self, rows: tuple[FieldRow, ...], part: Part | None, *, read_only: bool) -> None:
        """Show a part of the schema."""
        self.setEnabled(part is not None and not read_only)
        if part is None:
            self.field.clear()
            self.setCurrentWidget(self.field)
            return
        number, index = part
        if index is None:
            self.field.set_field(rows, number)
            self.setCurrentWidget(self.field)
        else:
            self.choice.set_choice(rows[number], index)
            self.setCurrentWidget(self.choice)


def _parents(rows: tuple[FieldRow, ...], number: int) -> tuple[str, ...]:
    """List the fields that a field may depend on, and the one that it names."""
    own = rows[number]
    names = [row.name for place, row in enumerate(rows) if place != number and row.kind != "multi"]
    named = own.depends_on
    return tuple(dict.fromkeys(names if named is None else (*names, named)))


def _grid(widget: QWidget) -> QGridLayout:
    grid = QGridLayout(widget)
    grid.setContentsMargins(0, 0, 0, 0)
    grid.setHorizontalSpacing(8)
    grid.setVerticalSpacing(4)
    grid.setColumnStretch(1, 1)
    return grid


def _line(grid: QGridLayout, row: int, text: str, widget: QWidget, columns: int) -> None:
    label = QLabel(text, widget.parentWidget())
    label.setBuddy(widget)
    grid.addWidget(label, row, 0)
    grid.addWidget(widget, row, 1, 1, columns)
