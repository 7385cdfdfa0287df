"""Decisions in words: names that look equal, and why there are none."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from app.views.decisions import DecisionsView
from engine.errors import Finding, Place
from engine.snapshot import Failed, Ready


@pytest.fixture
def view(qtbot):
    view = DecisionsView()
    qtbot.addWidget(view)
    return view


def test_choices_that_look_equal_are_told_apart(view, make_scores) -> None:
    scores = make_scores()
    field = scores.fields[0]
    texts = ("a", "a\u200b", "a ")
    choices = tuple(
        replace(one, choice=text) for one, text in zip(field.choices, texts, strict=True)
    )
    view.set_slot(Ready(replace(scores, fields=(replace(field, field="", choices=choices),))))
    model = view.decision_model
    assert [model.index(row, 0, model.index(0, 0)).data() for row in (2, 3, 4)] == [
        "a",
        "a[ZWSP]",
        "a·",
    ]
    assert model.index(0, 0).data() == '""'


def test_a_message_and_its_cure_are_two_sentences(view) -> None:
    finding = Finding("scoring-failed", "error", Place("model"), "reads at most 8,192", "Shorten.")
    view.set_slot(Failed((finding,)))
    assert view.strip.message.text() == "reads at most 8,192. Shorten."


def test_a_field_with_one_choice_is_fixed_and_shows_no_margin_and_no_mass(
    view, make_scores
) -> None:
    scores = make_scores()
    field = scores.fields[0]
    only = replace(field.choices[0], choice="only", probability=1.0, steps=())
    fixed = replace(field, choices=(only,), winner=0, margin_nats=math.inf, rows=0, preferred=())
    view.set_slot(Ready(replace(scores, fields=(fixed,))))
    model = view.decision_model
    below = [
        model.index(row, 0, model.index(0, 0)) for row in range(model.rowCount(model.index(0, 0)))
    ]
    assert [index.data() for index in below] == ["fixed by its one choice, not scored", "only"]
