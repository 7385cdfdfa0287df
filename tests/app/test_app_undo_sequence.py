"""Undo from any state of a long random sequence of edits gives back the exact first document.

The edits are made in the real editors where there is one, and every state is shown in them: what
an editor makes of a text by itself would be an edit that nobody made.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QCheckBox

from app.context_steps import duplicated, moved
from app.document_session import DocumentSession
from app.edits import text_edit
from app.models.schema_tree import Column
from app.recovery import RecoveryFolder
from app.views.context_editor import ContextEditor
from app.views.form_line import FormLine
from app.views.schema_panel import FORM, JSON, SchemaPanel
from engine.document_file import dump_document, save_document
from engine.profiles import CONTENTS_TEMPLATE, Profile
from engine.prompt.projection import text_to_shown, to_bytes, to_shown, to_text
from engine.schema.outline import outline
from tests.app.window_fakes import no_vectors, sample_document

STEPS = 200
OWN = Profile("own", "Own", "code-points", template=CONTENTS_TEMPLATE)
HARD = "\0\n\r\u00a0\u200b\u2028\u2029\ufeff\ufffe\uffff\ufdd0\ue000😀"
WHOLE = """{"a": {"type": "enum", "description": "", "choices": ["x", "y"],
  "choice_descriptions": {"x": "one"}, "ordered": true}, "b": {"type": "boolean"}}"""
letters = st.text(alphabet=f'ab "{{{HARD}', max_size=3)
data = st.one_of(st.binary(max_size=9), st.text(alphabet=f"ab{HARD}", max_size=9).map(str.encode))
places = st.floats(0, 1)


class Editing(RuleBasedStateMachine):
    """Everything that a window can do to a document, in any order, with undo and redo between."""

    @initialize()
    def open(self):
        self.folder = TemporaryDirectory()
        folder = Path(self.folder.name)
        save_document(sample_document(), folder / "first.loupe.json")
        self.session = DocumentSession(RecoveryFolder(folder, "1", no_vectors), no_vectors)
        self.session.open(folder / "first.loupe.json")
        self.contexts, self.schema = ContextEditor(), SchemaPanel()
        self.contexts.data_edited.connect(self.session.edit_context)
        self.schema.schema_edited.connect(self.session.edit_schema)
        self.session.document_changed.connect(self.show)
        self.travels = False
        self.show(self.session.document)
        self.schema.show()
        self.first = self.session.document
        self.text = dump_document(self.first)

    @property
    def document(self):
        return self.session.document

    def show(self, document):
        if not self.travels:
            self.contexts.set_contexts(document.contexts, document.active)
            self.schema.set_schema_text(document.schema_text)

    @rule(letter=letters, place=places)
    def type_in_the_schema(self, letter, place):
        typed(self.schema.editor, text_to_shown(letter), place)

    @rule(length=st.integers(1, 30), place=places)
    def cut_from_the_schema(self, length, place):
        typed(self.schema.editor, "", place, length)

    @rule()
    def write_a_whole_schema(self):
        self.session.edit_schema(WHOLE)

    @rule(tab=st.sampled_from([FORM, JSON]))
    def turn_to_the_other_view(self, tab):
        self.schema.tabs.setCurrentIndex(tab)

    @rule(
        command=st.sampled_from(["add", "add_choice", "duplicate", "delete", "up", "down"]),
        place=places,
    )
    def press_a_key_of_the_form(self, command, place):
        self.select_in_the_form(place)
        self.schema.form.command(command)

    @rule(line=st.sampled_from(["name", "question", "text", "gloss"]), text=letters, place=places)
    def write_in_a_line_of_the_form(self, line, text, place):
        self.select_in_the_form(place)
        parts = self.schema.form.editor
        owner = parts.choice if parts.currentWidget() is parts.choice else parts.field
        form_line = getattr(owner, line, owner.findChild(FormLine))
        form_line.insert(text_to_shown(text))
        form_line.editingFinished.emit()

    @rule(column=st.sampled_from(list(Column)), text=letters, place=places)
    def write_in_a_row_of_the_form(self, column, text, place):
        model, part = self.schema.form.tree.rows_model, self.select_in_the_form(place)
        if part is not None:
            model.setData(model.index_of(part, column), text_to_shown(text))

    @rule(chooser=st.sampled_from(["type", "depends_on", "ordered"]), place=places)
    def choose_in_the_form(self, chooser, place):
        self.select_in_the_form(place)
        widget = getattr(self.schema.form.editor.field, chooser)
        if isinstance(widget, QCheckBox):
            widget.click()
        elif widget.count():
            widget.activated.emit(round(place * (widget.count() - 1)))

    @rule(place=places, to=st.integers(0, 3))
    def drag_in_the_form(self, place, to):
        part = self.select_in_the_form(place)
        if part is not None:
            self.schema.form._move(part, to)

    def select_in_the_form(self, place):
        """Bring the form to the front, with a schema that it can read, and choose a row."""
        self.schema.tabs.setCurrentIndex(FORM)
        form = self.schema.form
        if form.read_only:
            self.session.edit_schema(WHOLE)
        rows = form.tree.rows_model.rows
        parts = [
            (at, number)
            for at, row in enumerate(rows)
            for number in (None, *range(len(row.choices)))
        ]
        if not parts:
            return None
        part = parts[round(place * (len(parts) - 1))]
        form._select(part)
        return part

    @precondition(lambda self: self.document.contexts)
    @rule(extra=data, place=places, over=st.integers(0, 2))
    def type_in_the_context(self, extra, place, over):
        typed(self.contexts.editor, to_shown(extra), place, over)

    @precondition(lambda self: self.document.contexts)
    @rule(content=data)
    def write_a_whole_context(self, content):
        self.session.edit_context(content)

    @rule(name=letters, content=data)
    def add_a_context(self, name, content):
        self.session.add_context(name, content)

    @precondition(lambda self: self.document.contexts)
    @rule(name=letters)
    def rename_a_context(self, name):
        self.session.rename_context(name)

    @precondition(lambda self: self.document.contexts)
    @rule()
    def remove_a_context(self):
        self.session.remove_context()

    @precondition(lambda self: self.document.contexts)
    @rule(index=st.integers(0, 99))
    def switch_the_context(self, index):
        self.session.activate_context(index % len(self.document.contexts))

    @rule()
    def duplicate_the_context(self):
        self.session.step(duplicated(self.document), "duplicate")

    @rule(step=st.sampled_from([-1, 1]))
    def move_the_context(self, step):
        self.session.step(moved(self.document, step), "move")

    @rule(profile=st.sampled_from(["smollm2", "gemma", OWN]))
    def choose_a_profile(self, profile):
        self.session.choose_profile(profile)

    @rule(letter=letters)
    def type_in_the_template(self, letter):
        profile = self.document.profile
        profile = OWN if isinstance(profile, str) else profile
        before = profile.template if isinstance(profile.template, str) else ""
        edit = text_edit(before, before + letter)
        after = replace(self.document, profile=replace(profile, template=before + letter))
        self.session.step(after, "edit template", edit)

    @rule(scoring=st.sampled_from(["labels", "slots"]))
    def choose_the_scoring(self, scoring):
        self.session.choose_scoring(scoring)

    @rule(value=st.sampled_from(["true", None, "2"]))
    def set_an_option(self, value):
        self.session.set_option("hardened", value, "hardened")

    @rule()
    def start_a_new_document(self):
        self.session.new()

    @rule(steps=st.integers(1, 4))
    def undo(self, steps):
        for _ in range(steps):
            self.session.undo_stack.undo()

    @rule(steps=st.integers(1, 4))
    def redo(self, steps):
        for _ in range(steps):
            self.session.undo_stack.redo()

    @invariant()
    def all_of_it_can_be_undone_and_redone(self):
        stack, now = self.session.undo_stack, self.session.document
        index = stack.index()
        self.travels = True
        stack.setIndex(0)
        assert self.session.document is self.first
        assert dump_document(self.session.document) == self.text
        assert not self.session.dirty
        stack.setIndex(index)
        self.travels = False
        assert self.session.document is now

    @invariant()
    def the_editors_show_the_document(self):
        contexts, text = self.document.contexts, self.document.schema_text
        data = self.document.context.data if contexts else b""
        assert to_bytes(self.contexts.editor.shown_text()) == data
        assert to_text(self.schema.editor.shown_text()) == text
        if self.schema.tabs.currentIndex() == FORM and not self.schema.form.read_only:
            shown = [(row.name, row.choices) for row in self.schema.form.tree.rows_model.rows]
            assert shown == [(row.name, row.choices) for row in outline(text).fields]

    @invariant()
    def every_step_has_a_text(self):
        stack = self.session.undo_stack
        assert all(stack.text(step) for step in range(stack.count()))

    def teardown(self):
        self.session.close()
        for widget in (self.contexts, self.schema):
            widget.close()
            widget.deleteLater()
        self.session.deleteLater()
        self.folder.cleanup()


def typed(editor, shown, place, over=0):
    """Write over some characters at a place, as the keyboard and the clipboard do."""
    cursor = QTextCursor(editor.document())
    last = editor.document().characterCount() - 1
    at = round(place * last)
    cursor.setPosition(at)
    cursor.setPosition(min(at + over, last), QTextCursor.MoveMode.KeepAnchor)
    cursor.insertText(shown)


@pytest.mark.usefixtures("qapp")
def test_undo_from_any_state_of_200_edits_returns_to_the_first_document():
    run_state_machine_as_test(
        Editing,
        settings=settings(
            max_examples=5,
            stateful_step_count=STEPS,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
