"""What is said below the profile of a tokenizer that cannot be used."""

from __future__ import annotations

import pytest

from app.views.profile_notes import ProfileNotes


@pytest.mark.parametrize(
    ("state", "said"),
    [("missing", "not here"), ("wrong", "wrong sha256"), ("unreadable", "unreadable")],
)
def test_the_cause_is_named(qtbot, state, said) -> None:
    notes = ProfileNotes()
    qtbot.addWidget(notes)
    notes.offer("qwen3", 5_000_000, state)
    assert "qwen3" in notes._missing.text()
    assert said in notes._missing.text()
