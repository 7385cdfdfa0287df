"""The profile box shows titles, also of profiles that are not built in, and switches scoring."""

from __future__ import annotations

from app.views.profile_box import ProfileBox
from tests.app.window_fakes import PROFILES


def test_the_profile_box_shows_titles_and_emits_names(qtbot):
    box = ProfileBox(PROFILES)
    qtbot.addWidget(box)
    box.set_choice("smollm2", "slots")
    assert box._profile.currentText() == "SmolLM2"
    with qtbot.waitSignal(box.profile_chosen) as chosen:
        box._profile.activated.emit(0)
    assert chosen.args == ["qwen3-fake"]


def test_a_profile_that_is_not_built_in_joins_the_list(qtbot):
    box = ProfileBox(PROFILES)
    qtbot.addWidget(box)
    box.set_choice("mine", "labels")
    assert box._profile.currentText() == "mine"
    box.set_choice("smollm2", "labels")
    assert box._profile.count() == 2


def test_scoring_is_a_switch(qtbot):
    box = ProfileBox(PROFILES)
    qtbot.addWidget(box)
    box.set_choice("smollm2", "labels")
    with qtbot.waitSignal(box.scoring_chosen) as chosen:
        box._scoring.button(1).click()
    assert chosen.args == ["slots"]
