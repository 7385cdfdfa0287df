"""Typing merges into words, and the one change between two texts is found."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.edits import TextEdit, continues, joined, text_edit

texts = st.text(alphabet="ab \n😀")


@given(texts, texts)
def test_an_edit_turns_the_one_text_into_the_other(before, after):
    edit = text_edit(before, after)
    end = edit.start + len(edit.removed)
    assert before[edit.start : end] == edit.removed
    assert before[: edit.start] + edit.inserted + before[end:] == after


def steps_while_typing(text: str) -> list[str]:
    """Type a text letter by letter and give what each step of undo would take back."""
    steps: list[TextEdit] = []
    for index, letter in enumerate(text):
        edit = TextEdit(index, "", letter)
        if steps and continues(steps[-1], edit):
            steps[-1] = joined(steps[-1], edit)
        else:
            steps.append(edit)
    return [step.inserted for step in steps]


@pytest.mark.parametrize(
    ("typed", "steps"),
    [
        ("hello", ["hello"]),
        ("good old dog", ["good ", "old ", "dog"]),
        ("a\n  b", ["a\n  ", "b"]),
    ],
)
def test_typing_merges_into_words(typed, steps):
    assert steps_while_typing(typed) == steps


def test_backspaces_merge_and_so_do_deletes():
    backspaces = TextEdit(4, "d", ""), TextEdit(3, "c", "")
    assert continues(*backspaces)
    assert joined(*backspaces) == TextEdit(3, "cd", "")
    deletes = TextEdit(3, "c", ""), TextEdit(3, "d", "")
    assert continues(*deletes)
    assert joined(*deletes) == TextEdit(3, "cd", "")


@pytest.mark.parametrize(
    ("earlier", "later"),
    [
        (TextEdit(0, "", "a"), TextEdit(5, "", "b")),
        (TextEdit(0, "", "a"), TextEdit(1, "", "pasted text")),
        (TextEdit(0, "", "a"), TextEdit(0, "a", "")),
        (TextEdit(0, "x", "y"), TextEdit(1, "", "z")),
        (TextEdit(4, "d", ""), TextEdit(9, "e", "")),
    ],
    ids=["elsewhere", "paste", "insert-then-delete", "replacement", "delete-elsewhere"],
)
def test_other_changes_are_steps_of_their_own(earlier, later):
    assert not continues(earlier, later)
