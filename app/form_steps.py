"""Turn what a form's user asks for into a named step: a change of the text and what to select."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from app.edits import TextEdit, text_edit
from app.models.schema_tree import Part
from engine.schema import edit, edit_choices
from engine.schema.outline import FieldRow

Rows = tuple[FieldRow, ...]


@dataclass(frozen=True, slots=True)
class FormStep:
    """One step of undo; `typed` lets typing merge, `name_it` opens the new row's name."""

    title: str
    change: Callable[[str], str]
    after: Part
    typed: TextEdit | None = None
    name_it: bool = False


def commanded(command: str, rows: Rows, part: Part | None) -> FormStep | None:
    """Say what a key or button does to the selected part; None when it does nothing."""
    if command == "add" and (part is None or part[1] is None):
        return add_field(len(rows) if part is None else part[0] + 1)
    if part is None:
        return None
    if command in ("add", "add_choice"):
        return add_choice(rows, part)
    if command == "duplicate":
        return duplicate(rows, part)
    if command == "delete":
        return delete(rows, part)
    place = part[0] if part[1] is None else part[1]
    return move(rows, part, place + (-1 if command == "up" else 1))


def add_field(number: int) -> FormStep:
    """Insert a field at a place."""
    title = _tr("add field")
    return FormStep(title, lambda text: edit.add_field(text, number), (number, None), name_it=True)


def add_choice(rows: Rows, part: Part) -> FormStep:
    """Insert a choice behind the selected one, or at the end of the selected field."""
    field, choice = part
    place = len(rows[field].choices) if choice is None else choice + 1
    return FormStep(
        _named(_tr("add choice to {name}"), rows, (field, None)),
        lambda text: edit_choices.add_choice(text, field, place),
        (field, place),
        name_it=True,
    )


def duplicate(rows: Rows, part: Part) -> FormStep:
    """Insert a copy behind a part."""
    field, choice = part
    title = _named(_tr("duplicate {name}"), rows, part)
    if choice is None:
        return FormStep(title, lambda text: edit.duplicate_field(text, field), (field + 1, None))
    return FormStep(
        title,
        lambda text: edit_choices.duplicate_choice(text, field, choice),
        (field, choice + 1),
    )


def delete(rows: Rows, part: Part) -> FormStep:
    """Remove a part; what stands in its place is selected."""
    field, choice = part
    title = _named(_tr("delete {name}"), rows, part)
    if choice is None:
        after = max(0, min(field, len(rows) - 2))
        return FormStep(title, lambda text: edit.delete_field(text, field), (after, None))
    left = len(rows[field].choices) - 1
    place = min(choice, left - 1) if left else None
    return FormStep(
        title, lambda text: edit_choices.delete_choice(text, field, choice), (field, place)
    )


def move(rows: Rows, part: Part, target: int) -> FormStep | None:
    """Move a part among its equals; None when there is no such place."""
    field, choice = part
    count = len(rows) if choice is None else len(rows[field].choices)
    if not 0 <= target < count:
        return None
    title = _named(_tr("move {name}"), rows, part)
    if choice is None:
        return FormStep(title, lambda text: edit.move_field(text, field, target), (target, None))
    return FormStep(
        title,
        lambda text: edit_choices.move_choice(text, field, choice, target),
        (field, target),
    )


def rename(rows: Rows, part: Part, name: str) -> FormStep:
    """Rename a field or a choice."""
    field, choice = part
    title = _named(_tr("rename {name}"), rows, part)
    if choice is None:
        return FormStep(title, lambda text: edit.rename_field(text, field, name), part)
    return FormStep(title, lambda text: edit_choices.rename_choice(text, field, choice, name), part)


def gloss(rows: Rows, part: Part, written: str, *, typing: bool = False) -> FormStep | None:
    """Write a choice's gloss; None for a field."""
    field, choice = part
    if choice is None:
        return None
    return FormStep(
        _named(_tr("gloss of {name}"), rows, part),
        lambda text: edit_choices.set_gloss(text, field, choice, written),
        part,
        text_edit(rows[field].choices[choice].gloss, written) if typing else None,
    )


def question(rows: Rows, part: Part, written: str) -> FormStep:
    """Write a field's question."""
    return FormStep(
        _named(_tr("question of {name}"), rows, part),
        lambda text: edit.set_description(text, part[0], written),
        part,
        text_edit(rows[part[0]].description, written),
    )


def type_name(rows: Rows, part: Part, chosen: str) -> FormStep:
    """Choose a field's type."""
    title = _named(_tr("type of {name}"), rows, part)
    return FormStep(title, lambda text: edit.set_type(text, part[0], chosen), part)


def ordered(rows: Rows, part: Part, scale: bool) -> FormStep:
    """Say whether a field's choices are a scale."""
    title = _named(_tr("order of {name}"), rows, part)
    return FormStep(title, lambda text: edit.set_ordered(text, part[0], scale), part)


def parent(rows: Rows, part: Part, name: str | None) -> FormStep:
    """Choose the field that a field depends on."""
    title = _named(_tr("parent of {name}"), rows, part)
    return FormStep(title, lambda text: edit.set_depends_on(text, part[0], name), part)


def part_name(rows: Rows, part: Part) -> str:
    """Give the name of a field or the text of a choice."""
    field, choice = part
    return rows[field].name if choice is None else rows[field].choices[choice].text


def _named(title: str, rows: Rows, part: Part) -> str:
    return title.format(name=part_name(rows, part))


def _tr(text: str) -> str:
    return QCoreApplication.translate("FormSteps", text)
