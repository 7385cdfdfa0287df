"""The rows of a profile's template arguments: names, JSON values, and what cannot be one."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from app.models.kwarg_model import KwargModel


@pytest.fixture
def rows(qtbot, qtmodeltester):
    model = KwargModel()
    qtmodeltester.check(model)
    return model


def test_a_name_in_the_empty_row_adds_an_argument(qtbot, rows, qtmodeltester):
    with qtbot.waitSignal(rows.edited):
        rows.setData(rows.index(0, 0), "enable_thinking")
    assert rows.kwargs() == (("enable_thinking", True),)
    assert rows.rowCount() == 2
    qtmodeltester.check(rows)


@pytest.mark.parametrize(
    ("value", "meaning"),
    [("true", True), ("1", 1), ("1.5", 1.5), ('"x"', "x"), ("null", None)],
)
def test_values_are_json(rows, value, meaning):
    rows.setData(rows.index(0, 0), "a")
    rows.setData(rows.index(0, 1), value)
    assert rows.problem() is None
    (pair,) = rows.kwargs()
    assert pair == ("a", meaning)
    assert type(pair[1]) is type(meaning)


@pytest.mark.parametrize("value", ["", "tru", "[]", "{}", "NaN", "'x'"])
def test_what_no_template_argument_can_be_is_a_problem(rows, value):
    rows.set_kwargs((("a", 1),), read_only=False)
    rows.setData(rows.index(0, 1), value)
    assert rows.problem().startswith(f"a: {value} is not")


def test_a_name_that_stands_twice_is_a_problem(rows):
    rows.set_kwargs((("a", 1), ("b", 2)), read_only=False)
    rows.setData(rows.index(1, 0), "a")
    assert rows.problem() == "a stands twice"


def test_a_row_is_removed(qtbot, rows):
    rows.set_kwargs((("a", 1), ("b", 2)), read_only=False)
    with qtbot.waitSignal(rows.edited):
        rows.remove(0)
    assert rows.kwargs() == (("b", 2),)


def test_a_built_in_profiles_arguments_cannot_be_changed(rows):
    rows.set_kwargs((("a", 1),), read_only=True)
    assert rows.rowCount() == 1
    assert not rows.setData(rows.index(0, 1), "2")
    assert not rows.flags(rows.index(0, 1)) & Qt.ItemFlag.ItemIsEditable
    rows.remove(0)
    assert rows.kwargs() == (("a", 1),)
