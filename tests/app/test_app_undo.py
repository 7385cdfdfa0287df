"""From any state of a random run of edits, undo returns to the exact first document."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from window_fakes import no_vectors, sample_document

from app.document_session import DocumentSession
from app.recovery import RecoveryFolder
from engine.document_file import save_document
from engine.errors import LoupeError
from engine.schema.edit import add_field, move_field

STEPS = 200
TEXTS = st.text(st.characters(codec="utf-8"), max_size=8)
NAMES = st.sampled_from(["one", "two", "late payer", "é\u200b"])


class Edits(RuleBasedStateMachine):
    """Edit everything that the one history covers, with undo and redo in between."""

    @initialize()
    def begin(self):
        self.folder = Path(tempfile.mkdtemp())
        self.session = DocumentSession(RecoveryFolder(self.folder, "s", no_vectors), no_vectors)
        path = self.folder / "first.loupe.json"
        save_document(sample_document(), path)
        self.session.open(path)
        self.first = self.session.document

    def teardown(self):
        if not hasattr(self, "session"):
            return
        stack = self.session.undo_stack
        last = self.session.document
        redone = stack.index() == stack.count()
        stack.setIndex(0)
        assert self.session.document is self.first
        assert not self.session.dirty
        if redone:
            stack.setIndex(stack.count())
            assert self.session.document is last
        self.session.close()
        shutil.rmtree(self.folder)

    @rule(text=TEXTS, at=st.integers(0, 400))
    def type_into_the_schema(self, text, at):
        before = self.session.document.schema_text
        self.session.edit_schema(before[:at] + text + before[at:])

    @rule(at=st.integers(0, 400), length=st.integers(1, 30))
    def cut_from_the_schema(self, at, length):
        before = self.session.document.schema_text
        self.session.edit_schema(before[:at] + before[at + length :])

    @rule()
    def write_a_whole_schema(self):
        self.session.edit_schema('{"a": {"type": "boolean"}, "b": {"type": "boolean"}}')

    @rule(name=NAMES)
    def add_a_field_by_form(self, name):
        try:
            text = add_field(self.session.document.schema_text, 0, name)
            self.session.edit_schema(move_field(text, 0, 1), "reorder")
        except LoupeError:
            return  # the text is half typed, or has no second field: the form refuses

    @rule(data=st.binary(max_size=12))
    def edit_the_context(self, data):
        self.session.edit_context(self.session.document.context.data + data)

    @rule(name=NAMES, data=st.binary(max_size=6))
    def add_a_context(self, name, data):
        self.session.add_context(name, data)

    @precondition(lambda self: self.session.document.contexts)
    @rule(name=NAMES)
    def rename_the_context(self, name):
        self.session.rename_context(name)

    @precondition(lambda self: len(self.session.document.contexts) > 1)
    @rule()
    def remove_the_context(self):
        self.session.remove_context()

    @precondition(lambda self: self.session.document.contexts)
    @rule(number=st.integers(0, 20))
    def activate_a_context(self, number):
        self.session.activate_context(number % len(self.session.document.contexts))

    @rule(profile=st.sampled_from(["smollm2", "gemma", "qwen3-fake"]))
    def switch_the_profile(self, profile):
        self.session.choose_profile(profile)

    @rule(scoring=st.sampled_from(["labels", "slots"]))
    def switch_the_scoring(self, scoring):
        self.session.choose_scoring(scoring)

    @rule(value=st.sampled_from(["true", "false", None]))
    def set_an_option(self, value):
        self.session.set_option("hardened", value, "harden")

    @rule(count=st.integers(1, 5))
    def undo_some(self, count):
        for _ in range(count):
            self.session.undo_stack.undo()

    @rule(count=st.integers(1, 5))
    def redo_some(self, count):
        for _ in range(count):
            self.session.undo_stack.redo()

    @invariant()
    def every_step_has_a_text(self):
        if hasattr(self, "session") and self.session.undo_stack.canUndo():
            assert self.session.undo_stack.undoText()


@pytest.mark.usefixtures("qapp")
class TestEdits(Edits.TestCase):
    settings = settings(
        max_examples=12,
        stateful_step_count=STEPS,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
