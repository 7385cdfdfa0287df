"""What the views keep of earlier snapshots, and what means nothing any more."""

from __future__ import annotations

from dataclasses import replace

from app.last_good import LastGood
from app.models.finding_model import KEPT_ROLE
from app.views.decisions import DecisionsView
from app.views.problems import ProblemsView
from engine.errors import Finding, Place
from engine.scoring.result import ScoreCost, Scores
from engine.snapshot import Blocked, Ready, Snapshot, TokenView
from engine.tokenizers.base import Tokenization, TokenizerInfo
from tests.app.window_fakes import MODEL, sample_document

LOW = Finding("low-legal-mass", "warning", Place("model", field="flag"), "flag: hardly", "Reword.")
CR = Finding("context-cr", "info", Place("context"), "one CR")
SCORES = Scores(MODEL, (), ScoreCost(1, 1, 1, 1, 1.0, 1.0, 1.0))


def snapshot(tokenizer="a", profile="qwen3-fake", **slots):
    info = TokenizerInfo(tokenizer, tokenizer, tokenizer * 64, "Fake")
    tokens = TokenView(info, Tokenization(()), 0, 0)
    document = replace(sample_document(), profile=profile)
    return Snapshot(1, document, **{"tokens": Ready(tokens), **slots})


def scored():
    first = snapshot(scores=Ready(SCORES), findings=(CR, LOW))
    return LastGood().follow(first, stale=False)


def test_scores_and_what_was_found_in_them_are_kept_while_new_ones_are_made():
    good = scored().aged().follow(snapshot(findings=(CR,)), stale=False)
    assert (good.scores.value, good.scores.stale) == (SCORES, True)
    assert good.score_findings == (LOW,)
    done = good.follow(snapshot(scores=Ready(SCORES), findings=(CR,)), stale=False)
    assert done.score_findings == ()


def test_scores_of_another_tokenizer_are_forgotten():
    good = scored().aged().follow(snapshot("b", "other"), stale=False)
    assert good.scores.value is None
    assert good.score_findings == ()


def test_scores_are_forgotten_when_the_other_profile_has_no_tokenizer_here():
    blocked = snapshot(profile="other", tokens=Blocked("plan"), scores=Blocked("plan"))
    assert scored().aged().follow(blocked, stale=False).scores.value is None


def test_scores_outlive_another_profile_with_the_same_tokenizer_and_a_broken_schema():
    assert scored().follow(snapshot("a", "copy"), stale=False).scores.value is SCORES
    broken = snapshot(tokens=Blocked("schema"), scores=Blocked("schema"))
    assert scored().follow(broken, stale=False).scores.value is SCORES


def test_forgotten_scores_leave_no_numbers(qtbot):
    view = DecisionsView()
    qtbot.addWidget(view)
    view.set_slot(Ready(SCORES))
    view.forget()
    assert view.decision_model.scores is None
    assert not view.can_pin


def test_kept_findings_are_listed_and_marked(qtbot):
    view = ProblemsView()
    qtbot.addWidget(view)
    view.set_findings((CR,), kept=(LOW,))
    marked = {view.model().index(row, 1).data(): row for row in range(2)}
    assert view.model().index(marked["low-legal-mass"], 1).data(KEPT_ROLE)
    assert not view.model().index(marked["context-cr"], 1).data(KEPT_ROLE)
    view.set_findings((CR, LOW))
    assert not view.model().index(marked["low-legal-mass"], 1).data(KEPT_ROLE)
    assert view.title == "Problems  ⚠ 1 ℹ 1"
