"""Undo from any state of a long random sequence of edits gives back the exact first document."""

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

from app.context_steps import duplicated, moved
from app.document_session import DocumentSession
from app.edits import text_edit
from app.recovery import RecoveryFolder
from engine.document_file import dump_document, save_document
from engine.errors import LoupeError
from engine.profiles import CONTENTS_TEMPLATE, Profile
from engine.schema.edit import add_field, move_field
from tests.app.window_fakes import no_vectors, sample_document

STEPS = 200
OWN = Profile("own", "Own", "code-points", template=CONTENTS_TEMPLATE)
letters = st.text(alphabet='ab \n\r\u00a0\u2028"{😀', max_size=3)
data = st.binary(max_size=3)


class Editing(RuleBasedStateMachine):
    """Everything that a window can do to a document, in any order, with undo and redo between."""

    @initialize()
    def open(self):
        self.folder = TemporaryDirectory()
        folder = Path(self.folder.name)
        save_document(sample_document(), folder / "first.loupe.json")
        self.session = DocumentSession(RecoveryFolder(folder, "1", no_vectors), no_vectors)
        self.session.open(folder / "first.loupe.json")
        self.first = self.session.document
        self.text = dump_document(self.first)

    @property
    def document(self):
        return self.session.document

    @rule(letter=letters, place=st.floats(0, 1))
    def type_in_the_schema(self, letter, place):
        text = self.document.schema_text
        at = round(place * len(text))
        self.session.edit_schema(text[:at] + letter + text[at:])

    @rule(length=st.integers(1, 30), place=st.floats(0, 1))
    def cut_from_the_schema(self, length, place):
        text = self.document.schema_text
        at = round(place * len(text))
        self.session.edit_schema(text[:at] + text[at + length :])

    @rule()
    def write_a_whole_schema(self):
        self.session.edit_schema('{"a": {"type": "boolean"}, "b": {"type": "boolean"}}')

    @rule(name=letters)
    def edit_the_schema_by_form(self, name):
        try:
            text = move_field(add_field(self.document.schema_text, 0, name), 0, 1)
        except LoupeError:
            return  # the text is half typed, or has no second field: the form refuses
        self.session.edit_schema(text, f"add {name}")

    @rule(extra=data, place=st.floats(0, 1))
    def type_in_the_context(self, extra, place):
        before = self.document.context.data
        at = round(place * len(before))
        self.session.edit_context(before[:at] + extra + before[at + 1 :])

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
        stack.setIndex(0)
        assert self.session.document is self.first
        assert dump_document(self.session.document) == self.text
        assert not self.session.dirty
        stack.setIndex(index)
        assert self.session.document is now

    @invariant()
    def every_step_has_a_text(self):
        stack = self.session.undo_stack
        assert all(stack.text(step) for step in range(stack.count()))

    def teardown(self):
        self.session.close()
        self.folder.cleanup()


@pytest.mark.usefixtures("qapp")
def test_undo_from_any_state_of_200_edits_returns_to_the_first_document():
    run_state_machine_as_test(
        Editing,
        settings=settings(
            max_examples=8,
            stateful_step_count=STEPS,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
