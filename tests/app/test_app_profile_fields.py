"""The profile's editor by itself: what each field gives, what it refuses, where Tab goes."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget

from app.views.profile_editor import CONTENTS, OWN, TEXT, ProfileEditor
from app.views.profile_source import SourceBox
from engine.profiles import CONTENTS_TEMPLATE, Profile

MINE = Profile("mine", "Mine", "code-points", template=CONTENTS_TEMPLATE, kwargs=(("a", True),))


@pytest.fixture
def editor(qtbot):
    made = ProfileEditor()
    qtbot.addWidget(made)
    made.show()
    made.set_profile(MINE, editable=True)
    return made


# The editor by itself


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
    assert editor.template.isReadOnly()
    editor.show_own_template("another", "{{ other }}")
    assert editor.template.shown_text() == ""
    editor.show_own_template(MINE.tokenizer, "{{ own }}")
    assert editor.template.shown_text() == "{{ own }}"
    assert editor.profile.template is None


# Tab


def visited(qtbot, between, key):
    """Press a key from the line before or after the editor until the other one has the focus."""
    before, after, window = between
    first, last = (before, after) if key == Qt.Key.Key_Tab else (after, before)
    first.setFocus()
    names = []
    while (widget := window.focusWidget()) is not last and len(names) < 30:
        names.append(widget.accessibleName() or widget.text())
        qtbot.keyClick(widget, key)
    return names[1:]


@pytest.fixture
def between(qtbot):
    window, before, after = QWidget(), QLineEdit(), QLineEdit()
    editor = ProfileEditor()
    editor.set_profile(replace(MINE, template="a\nb"), editable=True)
    column = QVBoxLayout(window)
    for part in (before, editor, after):
        column.addWidget(part)
    qtbot.addWidget(window)
    with qtbot.waitActive(window):
        window.show()
    return before, after, window


def test_tab_goes_down_the_form_and_out_and_back_the_same_way(qtbot, between):
    down = visited(qtbot, between, Qt.Key.Key_Tab)
    assert down == [
        "Save to my profiles",
        "&Back to built-in",
        "Name of the profile",
        "Title of the profile",
        "Tokenizer",
        "Tokenizer: choose a file or folder",
        "Model",
        "Model: choose a file or folder",
        "System text",
        "Template",
        "Template text",
        "Template arguments",
    ]
    assert visited(qtbot, between, Qt.Key.Key_Backtab) == down[::-1]


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
