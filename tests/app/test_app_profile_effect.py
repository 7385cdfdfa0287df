"""One line says what an edit of a profile did to tokens, hashes and answers."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app import profile_watch
from app.profile_watch import ProfileWatch
from engine.document import Document
from engine.profile_effect import PromptFacts, profile_effect
from engine.profiles import CONTENTS_TEMPLATE, Profile

MINE = Profile("mine", "Mine", "code-points", template=CONTENTS_TEMPLATE, kwargs=(("a", True),))


CHANGED = "bytes changed · prompt_sha256 changed · plan_hash same"


@pytest.fixture
def make_watched(monkeypatch):
    """Watch a document from its first profile, which gives one token, on."""

    def make(first):
        watch = ProfileWatch()
        document = Document("{}", (), profile=first)
        known = [facts(1, "1", "1")]
        monkeypatch.setattr(profile_watch, "prompt_facts", lambda _: known[0])
        watch.follow(document)
        assert watch.take(None) == ""

        def said(profile, tokens):
            known[0] = facts(tokens, str(tokens), str(tokens))
            watch.follow(replace(document, profile=profile))
            return watch.take(None)

        return said

    return make


def facts(tokens=10, data="b", ids="i", plan="p", answers=()):
    return PromptFacts(tokens, data, ids, plan, answers)


@pytest.mark.parametrize(
    ("after", "said"),
    [
        (facts(), "same bytes and the same 10 token ids · plan_hash same"),
        (facts(data="c"), "other bytes and the same 10 token ids · plan_hash same"),
        (
            facts(1171, "c", "j", "q"),
            "tokens 10 → 1,171 · bytes changed · prompt_sha256 changed · plan_hash changed",
        ),
        (
            facts(ids="j"),
            "10 tokens as before · bytes same · prompt_sha256 changed · plan_hash same",
        ),
    ],
)
def test_the_effect_is_one_line(after, said):
    assert profile_effect(facts(), after) == said


def test_answers_that_changed_are_named():
    before = facts(answers=(("tier", "LOW"), ("flag", "true")))
    other = facts(answers=(("tier", "HIGH"), ("flag", "true")))
    assert profile_effect(before, other).endswith("· tier LOW → HIGH")
    assert profile_effect(before, before).endswith("· same answers")


def test_edits_of_one_profile_are_compared_with_the_state_before_the_first():
    watch = ProfileWatch()
    document = Document("{}", ())
    watch.follow(document)
    watch._facts = facts(1)
    first = replace(document, profile=MINE)
    watch.follow(first)
    watch._facts = facts(2)
    watch.follow(replace(first, profile=replace(MINE, template="x")))
    assert watch._before == facts(1)
    watch.follow(replace(first, profile="gemma"))
    assert watch._before == facts(2)
    watch.follow(replace(first, profile="gemma", scoring="slots"))
    assert watch._before is None
    assert watch._facts is None


def test_the_line_names_the_profile_that_it_compares_with(make_watched):
    said = make_watched(MINE)
    other = replace(MINE, name="mine-copy")
    assert said(other, 2) == "since mine: tokens 1 → 2 · " + CHANGED
    assert said(replace(other, template="x"), 3) == "since mine: tokens 1 → 3 · " + CHANGED
    assert said(replace(other, template="x", title="Copy"), 3).startswith("since mine: tokens 1")
    assert said(replace(other, template="x", title="Copy", name="c"), 3).startswith("since mine: ")
    assert said("gemma", 5).startswith("since c: tokens 3 → 5")


def test_edits_of_an_opened_profile_are_compared_with_it_as_it_was(make_watched):
    said = make_watched(MINE)
    line = said(replace(MINE, template="x"), 2)
    assert line == "since mine as it was: tokens 1 → 2 · " + CHANGED
