"""The bars of all fields start and end at the same places, so that their lengths compare."""

from __future__ import annotations

import pytest

from app.views.decisions import DecisionsView
from engine.snapshot import Ready


@pytest.fixture
def view(qtbot):
    view = DecisionsView()
    qtbot.addWidget(view)
    view.show()
    return view


@pytest.mark.parametrize("pinned", [False, True])
def test_all_bars_and_numbers_stand_below_each_other(
    view, make_scalar, make_scores, monkeypatch, pinned
) -> None:
    fields = [
        make_scalar("risk", [("LOW", 0.2), ("HIGH", 0.8)]),
        make_scalar("next_step", [("approve with a lower limit", 0.7), ("ask", 0.3)]),
    ]
    view.set_slot(Ready(make_scores(*fields)))
    view.pin(pinned)
    fields[0] = make_scalar("risk", [("LOW", 0.3), ("NEW", 0.7)])  # NEW has no change
    view.set_slot(Ready(make_scores(*fields)))
    view.resize(500, 500)
    delegate, frames, ends = view.tree._delegate, [], []
    bar, number = delegate._bar, delegate._number
    monkeypatch.setattr(
        delegate, "_bar", lambda *args, **kw: (frames.append(args[2]), bar(*args, **kw))
    )
    monkeypatch.setattr(
        delegate, "_number", lambda *args: (ends.append(args[1].right()), number(*args))[1]
    )
    view.tree.grab()
    assert len(frames) == 4
    assert len({(frame.left(), frame.right()) for frame in frames}) == 1
    assert len(set(ends)) == (2 if pinned else 1)  # titles have no change beside their number


def test_the_bars_of_a_count_stand_below_those_of_the_options(
    view, make_scores, monkeypatch
) -> None:
    view.set_slot(Ready(make_scores(make_scores().fields[2])))
    view.resize(500, 900)
    view.tree.expandAll()
    frames, bar = [], view.tree._delegate._bar
    monkeypatch.setattr(
        view.tree._delegate, "_bar", lambda *args, **kw: (frames.append(args[2]), bar(*args, **kw))
    )
    view.tree.grab()
    assert len(frames) > 4
    assert len({(frame.left(), frame.right()) for frame in frames}) == 1
