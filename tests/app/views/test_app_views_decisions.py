"""The decisions pane shows scores, their evidence, and why there are none."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QModelIndex, Qt

from app.models.baseline import Baseline
from app.models.decision_line import LineKind
from app.models.decision_model import (
    CHANGE_ROLE,
    LINE_ROLE,
    NUMBER_ROLE,
    PINNED_ROLE,
    SHARE_ROLE,
    TIE_ROLE,
    WARNING_ROLE,
    DecisionModel,
)
from app.views.decision_delegate import Columns
from app.views.decisions import DecisionsView
from engine.errors import Finding, Place
from engine.scoring.result import OrdinalSummary
from engine.snapshot import PENDING, Blocked, Failed, Ready

MODEL_MISSING = Finding(
    "model-missing", "error", Place("model"), "No model for qwen3 is open.", "Open one."
)


@pytest.fixture
def view(qtbot, make_scores):
    view = DecisionsView()
    qtbot.addWidget(view)
    view.set_slot(Ready(make_scores()))
    view.resize(420, 500)
    view.show()
    return view


def _at(model, *path):
    index = QModelIndex()
    for row in path:
        index = model.index(row, 0, index)
    return index


def _texts(model, *path):
    parent = _at(model, *path)
    return [model.index(row, 0, parent).data() for row in range(model.rowCount(parent))]


def test_the_model_is_well_behaved(qtmodeltester, make_scores) -> None:
    model = DecisionModel()
    qtmodeltester.check(model)
    model.set_scores(make_scores())
    qtmodeltester.check(model)


def test_a_field_has_its_name_its_answer_and_its_choices(view) -> None:
    model = view.decision_model
    assert _texts(model) == ["risk_tier", "flag", "tags"]
    assert _texts(model, 0)[2:] == ["LOW", "MEDIUM", "HIGH"]
    assert [_at(model, 0, row).data(NUMBER_ROLE) for row in (2, 3, 4)] == [
        "0.220",
        "0.170",
        "0.610",
    ]
    assert [_at(model, 0, row).data(LINE_ROLE).won for row in (2, 3, 4)] == [False, False, True]
    assert _at(model, 0, 4).data(SHARE_ROLE) == 0.61


def test_tiny_and_nearly_certain_probabilities_are_not_rounded_away(view) -> None:
    model = view.decision_model
    assert [_at(model, 1, row).data(NUMBER_ROLE) for row in (2, 3)] == ["< 0.001", "> 0.999"]


def test_the_summary_names_margin_and_the_tokens_outside(view) -> None:
    assert _at(view.decision_model, 0, 0).data() == "margin 1.02 nats"
    outside = _at(view.decision_model, 0, 1)
    assert outside.data() == 'outside 7 %: `"` 0.930, `␣` < 0.001 after `LOW`'
    spoken = outside.data(Qt.ItemDataRole.AccessibleTextRole)
    assert "outside the allowed answers 7 %" in spoken
    assert _at(view.decision_model, 1, 1).data() == "outside < 0.1 %"


def test_a_choice_opens_to_its_tokens_with_log_probabilities(view) -> None:
    model = view.decision_model
    assert _texts(model, 0, 4) == ["1.  LOW  (9441)", '2.  "}  (9207)']
    assert [_at(model, 0, 4, row).data(NUMBER_ROLE) for row in (0, 1)] == ["−1.25  (−2.50)", "0.00"]
    assert model.rowCount(_at(model, 0, 4, 0)) == 0


def test_a_multi_field_shows_each_option_its_logits_and_the_count(view) -> None:
    model = view.decision_model
    assert _texts(model, 2)[1:] == ["late_payment", "dispute", "count: 1"]
    assert _at(model, 2, 1).data(LINE_ROLE).won
    assert not _at(model, 2, 2).data(LINE_ROLE).won
    assert _texts(model, 2, 1) == ["logits yes 12.50, no 11.60  ·  outside 2 %"]
    assert _texts(model, 2, 3) == ["0", "1", "2"]
    assert _texts(model, 2, 3, 1) == ["1.  LOW  (9441)", '2.  "}  (9207)']
    assert _at(model, 2, 3, 1, 1).parent() == _at(model, 2, 3, 1)


def test_a_tie_and_little_legal_mass_are_marked(make_scalar, make_scores) -> None:
    field = replace(make_scalar("flag", [("true", 0.5), ("false", 0.5)], 0.003), tie=True)
    model = DecisionModel()
    model.set_scores(make_scores(field))
    assert _at(model, 0).data(TIE_ROLE)
    assert "tie" in _at(model, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert _at(model, 0, 1).data(WARNING_ROLE)
    assert not _at(model, 0, 0).data(WARNING_ROLE)
    assert _at(model, 0, 1).data().startswith("outside 100 %")


def test_an_ordered_field_tells_its_expected_level(make_scalar, make_scores) -> None:
    field = replace(
        make_scalar("level", [("low", 0.25), ("mid", 0.5), ("high", 0.25)]),
        ordinal=OrdinalSummary(1, 1.0, 0.5, 0.5),
    )
    model = DecisionModel()
    model.set_scores(make_scores(field))
    assert "expected level 1.00 of 0–2" in _at(model, 0, 0).data()


def test_the_same_scores_again_change_nothing(qtbot, make_scores) -> None:
    model, scores = DecisionModel(), make_scores()
    model.set_scores(scores)
    with qtbot.assertNotEmitted(model.modelReset), qtbot.assertNotEmitted(model.dataChanged):
        model.set_scores(scores)


def test_new_numbers_of_the_same_fields_keep_what_is_open(view, make_scores, qtbot) -> None:
    model = view.decision_model
    view.tree.expand(_at(model, 0, 4))
    with qtbot.assertNotEmitted(model.modelReset):
        view.set_slot(Ready(replace(make_scores())))
    assert view.tree.isExpanded(_at(model, 0, 4))


def test_other_fields_are_shown_open(view, make_scalar, make_scores) -> None:
    view.set_slot(Ready(make_scores(make_scalar("new", [("a", 0.4), ("b", 0.6)]))))
    model = view.decision_model
    assert _texts(model) == ["new"]
    assert view.tree.isExpanded(_at(model, 0))


def test_numbers_are_dimmed_at_once_and_come_back(view, make_scores) -> None:
    fresh = view.tree.grab().toImage()
    view.set_stale(True)
    assert view.tree.stale
    assert view.tree.grab().toImage() != fresh
    view.set_slot(Ready(make_scores()))
    assert not view.tree.stale
    assert view.tree.grab().toImage() == fresh


def test_the_same_ready_scores_are_current_again(view) -> None:
    slot = view._slot
    view.set_stale(True)
    view.set_slot(slot)
    assert not view.tree.stale


def test_while_scoring_the_last_numbers_stay_dimmed_and_can_be_stopped(view, qtbot) -> None:
    view.set_slot(PENDING)
    view.set_activity("scoring 2 of 3 fields…")
    assert view.tree.stale
    assert view.decision_model.rowCount() == 3
    assert view.strip.message.text() == "scoring 2 of 3 fields…"
    with qtbot.waitSignal(view.stop_requested):
        qtbot.mouseClick(view.strip.stop_button, Qt.MouseButton.LeftButton)
    view.set_activity("")
    assert not view.strip.isVisible()


def test_a_failure_says_why_and_what_to_do(view) -> None:
    place = Place("model")
    finding = Finding(
        "too-long", "error", replace(place, owner="prompt"), "Too long.", "Shorten it."
    )
    view.set_slot(Failed((finding,)))
    assert view.strip.message.text() == "Too long. Shorten it."
    assert view.strip.icon.accessibleName() == "error"
    assert not view.strip.model_button.isVisible()
    assert view.tree.stale


@pytest.mark.parametrize(
    "slot",
    [Failed((MODEL_MISSING,)), Blocked("model"), Blocked("model", (MODEL_MISSING,))],
    ids=["failed", "blocked", "blocked-with-its-finding"],
)
def test_a_missing_model_can_be_opened(view, qtbot, slot) -> None:
    view.set_slot(slot)
    assert view.strip.message.text()
    with qtbot.waitSignal(view.model_requested):
        qtbot.mouseClick(view.strip.model_button, Qt.MouseButton.LeftButton)


def test_a_blocked_score_names_the_stage(view) -> None:
    view.set_slot(Blocked("plan", (Finding("tokenizer-missing", "error", Place("profile"), "no"),)))
    assert "the profile has a problem" in view.strip.message.text()
    view.set_slot(Blocked("schema"))
    assert "schema" in view.strip.message.text()
    assert not view.strip.stop_button.isVisible()


def test_the_keyboard_opens_and_closes_a_choice(view, qtbot) -> None:
    model = view.decision_model
    view.tree.setCurrentIndex(_at(model, 0, 4))
    qtbot.keyClick(view.tree, Qt.Key.Key_Right)
    assert view.tree.isExpanded(_at(model, 0, 4))
    qtbot.keyClick(view.tree, Qt.Key.Key_Left)
    assert not view.tree.isExpanded(_at(model, 0, 4))


def test_two_hundred_and_fifty_five_choices_paint_only_what_is_visible(
    view, make_scalar, make_scores
) -> None:
    big = make_scalar("big", [(f"choice {number}", 1 / 255) for number in range(255)])
    view.set_slot(Ready(make_scores(big)))
    painted = []
    delegate = view.tree._delegate
    original = delegate._bar
    delegate._bar = lambda *args, **kwargs: (painted.append(1), original(*args, **kwargs))
    view.tree.grab()
    assert view.decision_model.rowCount(_at(view.decision_model, 0)) == 257
    assert 5 < len(painted) < 60


def test_line_kinds_follow_the_tree(view) -> None:
    kinds = [
        _at(view.decision_model, *path).data(LINE_ROLE).kind
        for path in ((0,), (0, 0), (0, 1), (0, 2), (2, 3))
    ]
    assert kinds == [
        LineKind.FIELD,
        LineKind.SUMMARY,
        LineKind.OUTSIDE,
        LineKind.CHOICE,
        LineKind.COUNT,
    ]


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [220, 900])
def test_the_winners_bar_is_longer_and_stronger(view, make_palette, theme, width) -> None:
    view.setPalette(make_palette(theme))
    view.resize(width, 500)
    image = view.tree.viewport().grab().toImage()
    strong = make_palette(theme).highlight().color().rgb()

    def pixels(row):
        y = view.tree.visualRect(_at(view.decision_model, 0, row)).center().y()
        return sum(image.pixel(x, y) == strong for x in range(image.width()))

    assert pixels(4) > width * 0.06
    assert pixels(2) == 0


def test_a_baseline_knows_choices_by_field_and_text(make_scores) -> None:
    baseline = Baseline(make_scores())
    assert baseline.probability("risk_tier", "HIGH") == 0.61
    assert baseline.probability("tags", "dispute") == 0.12
    assert baseline.probability("tags#count", "1") == 0.8
    assert baseline.probability("flag", "HIGH") is None


def test_with_a_pinned_baseline_each_bar_shows_its_change(view, make_scalar, make_scores) -> None:
    model = view.decision_model
    assert _at(model, 0, 2).data(CHANGE_ROLE) is None
    view.pin_button.click()
    later = make_scalar("risk_tier", [("LOW", 0.34), ("MEDIUM", 0.17), ("HIGH", 0.49)])
    first, *others = make_scores().fields
    assert first.field == later.field
    view.set_slot(Ready(make_scores(later, *others)))
    rows = [_at(model, 0, row) for row in (2, 3, 4)]
    assert [row.data(CHANGE_ROLE) for row in rows] == ["+0.12", "±0.00", "−0.12"]
    assert [row.data(PINNED_ROLE) for row in rows] == [0.22, 0.17, 0.61]
    assert "−0.12 from the baseline" in rows[2].data(Qt.ItemDataRole.ToolTipRole)
    assert _at(model, 2, 3, 1).data(CHANGE_ROLE) == "±0.00"  # a choice of the count question
    view.pin_button.click()
    assert rows[0].data(CHANGE_ROLE) is None


def test_a_choice_that_was_not_there_has_no_change(view, make_scalar, make_scores) -> None:
    view.pin(True)
    view.set_slot(Ready(make_scores(make_scalar("risk_tier", [("LOW", 0.3), ("NEW", 0.7)]))))
    rows = [_at(view.decision_model, 0, row) for row in (2, 3)]
    assert [row.data(CHANGE_ROLE) for row in rows] == ["+0.08", None]


def test_a_baseline_can_be_pinned_only_when_there_is_one(qtbot, make_scores) -> None:
    view = DecisionsView()
    qtbot.addWidget(view)
    assert not view.pin_button.isEnabled()
    view.pin(True)
    assert not view.decision_model.pinned
    with qtbot.waitSignal(view.can_pin_changed) as told:
        view.set_slot(Ready(make_scores()))
    assert told.args == [True]
    with qtbot.waitSignal(view.pinned_changed) as told:
        view.pin(True)
    assert told.args == [True]


def test_the_tick_of_the_baseline_is_drawn(view) -> None:
    before = view.tree.grab().toImage()
    view.pin(True)
    assert view.tree.grab().toImage() != before


@pytest.mark.parametrize(
    ("width", "need", "shared"),
    [
        (300, 60, (60, 150, 90)),  # everything fits: the bar takes what is left
        (300, 400, (150, 60, 90)),  # a long name is cut, but not below five em
        (200, 400, (110, 40, 50)),  # the change goes
        (140, 400, (104, 36, 0)),  # the probability goes
        (100, 400, (100, 0, 0)),  # the bar goes
        (100, 30, (30, 70, 0)),
    ],
)
def test_names_have_room_before_bars_and_bars_before_numbers(width, need, shared) -> None:
    columns = Columns.fitting(width, 15, need, (90, 50))
    assert (columns.name, columns.bar, columns.numbers) == shared


@pytest.mark.parametrize("width", [345, 300])
def test_no_name_is_cut_while_its_bar_could_be_shorter(
    view, make_scalar, make_scores, width, monkeypatch
) -> None:
    written = []
    name = "approve with a limit"
    view.set_slot(Ready(make_scores(make_scalar("next_step", [(name, 0.7), ("ask", 0.3)]))))
    view.resize(width, 400)
    delegate = view.tree._delegate
    original = delegate._write
    monkeypatch.setattr(
        delegate, "_write", lambda *args: (written.append(args[2]), original(*args))
    )
    view.tree.grab()
    assert name in written
    assert "next_step" in written
    assert "0.700" in written
