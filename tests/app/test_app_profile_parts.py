"""The profile's editor, its arguments and sources by themselves, and the line on its effect."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt

from app.models.kwarg_model import KwargModel
from app.profile_watch import ProfileWatch
from app.views.profile_editor import CONTENTS, OWN, TEXT, ProfileEditor
from app.views.profile_source import SourceBox
from engine.document import Document
from engine.profile_effect import PromptFacts, profile_effect
from engine.profiles import Profile

MINE = Profile("mine", "Mine", "code-points", template="contents", kwargs=(("a", True),))


@pytest.fixture
def editor(qtbot):
    made = ProfileEditor()
    qtbot.addWidget(made)
    made.show()
    made.set_profile(MINE, editable=True)
    return made


def test_each_part_gives_its_key_and_the_profile(qtbot, editor):
    given = []
    editor.profile_edited.connect(lambda profile, key, _edit: given.append((key, profile)))
    qtbot.keyClicks(editor.title, "!")
    editor.system.setCurrentIndex(2)
    editor.system.activated.emit(2)
    editor.tokenizer.combo.setEditText("/models/own.gguf")
    editor.tokenizer._finished()
    editor.model.combo.setEditText("smollm2-135m")
    editor.model._finished()
    editor.template_kind.activated.emit(OWN)
    rows = editor.kwargs.rows
    rows.setData(rows.index(0, 1), "false")
    assert [key for key, _ in given] == [
        "title", "system", "tokenizer", "model", "template", "kwargs",
    ]  # fmt: skip
    assert given[-1][1] == Profile(
        "mine", "Mine!", "/models/own.gguf", None, (("a", False),), "merge", "smollm2-135m"
    )


def test_a_profile_that_is_wrong_says_so_at_its_key_and_is_not_given(qtbot, editor):
    with qtbot.assertNotEmitted(editor.profile_edited):
        editor.name.selectAll()
        qtbot.keyClick(editor.name, Qt.Key.Key_Delete)
    assert editor._problems["name"].text() == "A profile needs a name."
    assert editor._problems["name"].isVisible()
    assert not editor.save.isEnabled()
    with qtbot.waitSignal(editor.profile_edited):
        qtbot.keyClicks(editor.name, "x")
    assert not editor._problems["name"].isVisible()


def test_an_argument_that_is_no_json_is_told_and_kept(qtbot, editor):
    rows = editor.kwargs.rows
    with qtbot.assertNotEmitted(editor.profile_edited):
        rows.setData(rows.index(0, 1), "tru")
    said = editor._problems["kwargs"].text()
    assert said == 'a: tru is not true, false, null, a number or "text"'
    assert rows.data(rows.index(0, 1)) == "tru"


def test_the_tokenizers_own_template_is_asked_for_and_begins_the_text(qtbot, editor):
    with qtbot.waitSignal(editor.own_template_asked):
        editor.template_kind.setCurrentIndex(TEXT)
        editor.template_kind.activated.emit(TEXT)
    with qtbot.waitSignal(editor.profile_edited) as edited:
        editor.set_own_template("{{ x }}\u00a0")
    assert edited.args[0].template == "{{ x }}\u00a0"
    assert editor.template_kind.currentIndex() == TEXT


def test_showing_a_profile_is_no_edit(qtbot, editor):
    with qtbot.assertNotEmitted(editor.profile_edited):
        editor.set_profile(replace(MINE, template="a\r\n", kwargs=()), editable=True)
    assert editor.template_kind.currentIndex() == TEXT
    assert editor.profile.template == "a\r\n"


def test_the_kinds_of_template_are_told_apart(editor):
    assert editor.template_kind.currentIndex() == CONTENTS
    editor.set_profile(replace(MINE, template=None), editable=True)
    assert editor.template_kind.currentIndex() == OWN
    assert not editor.template.isEnabled()


# Arguments


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


# A source


def test_nothing_is_worded(qtbot):
    box = SourceBox("Model", none="none")
    qtbot.addWidget(box)
    box.set_assets(("one", "two"))
    box.set_source("")
    assert box.combo.currentText() == "none"
    with qtbot.waitSignal(box.chosen) as chosen:
        box.combo.setEditText(" two ")
        box._finished()
    assert chosen.args == ["two"]
    with qtbot.waitSignal(box.chosen) as chosen:
        box._take("/some/model.gguf")
    assert chosen.args == ["/some/model.gguf"]


# The line about the effect


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
