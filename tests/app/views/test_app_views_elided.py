"""Text without room is cut with an ellipsis, and the tooltip has all of it."""

from __future__ import annotations

import pytest

from app.views.elided_label import ElidedLabel

TEXT = "five control tokens as expected and many more words than fit"


@pytest.fixture
def label(qtbot):
    made = ElidedLabel()
    qtbot.addWidget(made)
    made.setText(TEXT)
    made.resize(2000, 30)
    return made


def test_a_text_that_fits_is_shown_whole(label) -> None:
    assert label._shown() == TEXT


@pytest.mark.parametrize(("wrap", "height"), [(False, 20), (True, 20), (True, 34)])
def test_a_text_without_room_is_cut_at_its_end_and_the_tooltip_has_it_all(
    label, wrap, height
) -> None:
    label.setWordWrap(wrap)
    label.resize(150, height)
    assert label._shown().endswith("…")
    assert TEXT.startswith(label._shown()[:-1].rstrip())
    assert label.text() == label.toolTip() == TEXT
    assert label.minimumSizeHint().width() < 60
    assert not label.grab().isNull()


def test_more_lines_show_more_of_a_wrapped_text(label) -> None:
    label.setWordWrap(True)
    label.resize(200, label.fontMetrics().lineSpacing())
    one = len(label._shown())
    label.resize(200, 2 * label.fontMetrics().lineSpacing())
    assert len(label._shown()) > one


def test_a_detail_stands_below_the_text_in_the_tooltip(label) -> None:
    label.set_detail("sha256 abc")
    label.setText("new")
    assert label.toolTip() == "new\nsha256 abc"
