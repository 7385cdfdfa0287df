"""The Templates page and the rest of the window: profiles, keys, names, looks, one thread."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QComboBox,
    QHeaderView,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QTabBar,
    QTableView,
)

from app.theme import theme_palette
from engine.assets.store import asset_root
from engine.profiles import Profile
from tests.app.templates_desk import CHATML, PROMPT, desk, make_desk

__all__ = ["desk", "make_desk"]  # fixtures


def test_a_template_alone_becomes_a_profile_that_can_be_undone(desk):
    before = desk.session.document.profile
    desk.page.bar.use.click()
    profile = desk.session.document.profile
    assert isinstance(profile, Profile)
    assert (profile.name, profile.tokenizer) == ("chatml.jinja", "code-points")
    assert profile.template == CHATML.read_text(encoding="utf-8")
    assert desk.window.pages.shown() == "page_prompt"
    desk.window.actions_table["undo"].trigger()
    assert desk.session.document.profile == before


def test_a_model_becomes_a_profile_in_two_steps(make_desk, asset_store):
    desk = make_desk(asset_root())
    model, _ = asset_store.model_file("smollm2-135m")
    desk.page.open_template(model)
    desk.settle()
    assert desk.page.bar.facts.text().startswith("✔ pinned: SmolLM2-Instruct")
    assert desk.text().endswith(PROMPT)
    assert "tokens of SmolLM2-135M-Instruct.Q4_1.gguf" in desk.page.result.sizes.text()
    desk.page.bar.use.click()
    assert desk.session.document.profile == Profile(
        "SmolLM2-135M-Instruct.Q4_1", "SmolLM2-135M-Instruct.Q4_1", str(model), model=str(model)
    )


def test_the_page_answers_while_the_engine_scores(make_desk):
    desk = make_desk(steered=True)
    desk.loupe.bridge.submit_now()
    assert desk.engine.rendered.acquire(timeout=20)  # from here on it waits to score
    desk.page.conversation.edit_text('[{"role": "user", "content": "while it scores"}]')
    assert desk.page.busy
    assert desk.messages()[0]["content"] == "while it scores"
    for _ in range(5):
        desk.engine.go.release()
    desk.settle()
    assert "while it scores" in desk.text()


def test_the_documents_template_is_opened_first(make_desk, qtbot):
    desk = make_desk()
    desk.page._origin = None
    desk.window.actions_table["page_prompt"].trigger()
    desk.window.actions_table["page_templates"].trigger()
    listed = desk.page.bar.picker.combo
    assert listed.currentText() == next(
        one.title for one in desk.window.page.author.profile_box._named if one.name == "chatml"
    )


def test_tab_leaves_every_editor(desk):
    desk.window.activateWindow()
    for editor in desk.page.findChildren(QPlainTextEdit):
        if editor.isVisible():
            editor.setFocus()
            before = editor.toPlainText()
            desk.qtbot.keyClick(editor, Qt.Key.Key_Tab)
            assert not editor.hasFocus()
            assert editor.toPlainText() == before


def test_f6_goes_through_the_panes_of_the_page(desk):
    visible = [pane for pane in desk.page.panes() if pane.isVisible()]
    assert len(visible) >= 6
    for _ in visible:
        desk.window.actions_table["next_pane"].trigger()
        focus = desk.window.focusWidget()
        assert any(pane is focus or pane.isAncestorOf(focus) for pane in visible)


def test_every_control_has_a_name(desk):
    buddies = {label.buddy() for label in desk.page.findChildren(QLabel)}
    nameless = [
        f"{widget.metaObject().className()} in {widget.parent()}"
        for kind in (QComboBox, QPlainTextEdit, QAbstractItemView, QAbstractButton)
        for widget in desk.page.findChildren(kind)
        if not widget.accessibleName()
        and widget not in buddies
        and not (isinstance(widget, QAbstractButton) and widget.text())
        and not isinstance(widget, QHeaderView)
        and not isinstance(widget.parent(), QComboBox | QLineEdit | QTableView | QTabBar)
        and widget.metaObject().className() != "QComboBoxListView"
    ]
    assert nameless == []


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", [(900, 600), (1700, 1000)], ids=["narrow", "wide"])
def test_the_page_is_painted_on_the_ground_of_its_theme(desk, theme, size):
    palette = theme_palette(theme)
    desk.window.setPalette(palette)
    desk.window.resize(*size)
    image = desk.page.source.grab().toImage()
    ground = image.pixelColor(image.width() - 30, image.height() - 10)
    assert ground == palette.base().color()
    colors = {
        image.pixel(x, y)
        for x in range(0, image.width(), 2)
        for y in range(0, min(120, image.height()))
    }
    assert len(colors) > 10  # the lexer's inks
