"""Page 3 by keyboard alone: profiles side by side, files, git revisions, every difference."""

from __future__ import annotations

import datetime
import os
import subprocess
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QWidget

from app.models.compare_rows import Mode
from app.theme import theme_palette
from app.views.compare_revisions import RevisionDialog
from engine.compare.side import Source
from engine.document import Context, Document
from engine.document_file import save_document
from engine.workspace import open_workspace
from tests.app.window_desk import Desk

SCHEMA = """{
  "risk_tier": {"type": "enum", "description": "Credit risk tier",
                "choices": ["LOW", "MEDIUM", "HIGH"],
                "choice_descriptions": {"LOW": "stable income", "HIGH": "many missed payments"}},
  "flag": {"type": "boolean", "description": "manually flagged"}
}"""
CONTEXT = b"The applicant pays late sometimes."


def document(context: bytes = CONTEXT) -> Document:
    """The upstream case risk_enum_bool in slots mode, without a model to score it."""
    return Document(SCHEMA, (Context("late", context),), profile="qwen2.5", scoring="slots")


class Unscored:
    """A real engine whose tokenizers outlive one window; it loads no model."""

    def __init__(self, real) -> None:
        self.stages = real.stages
        self._real = real

    def run(self, document, ticket, publish, *, score=True):
        self._real.run(document, ticket, publish, score=score and document.profile == "qwen2.5")

    def close(self):
        """Stay open for the next test."""


@pytest.fixture(scope="module")
def engine(asset_root):
    real = open_workspace(asset_root).engine(datetime.date(2026, 1, 1))
    yield Unscored(real)
    real.close()


@pytest.fixture
def loupe(qtbot, tmp_path, asset_root, engine):
    path = tmp_path / "case.loupe.json"
    save_document(document(), path)
    desk = Desk(qtbot, tmp_path, engine, open_workspace(asset_root))
    desk.loupe.open_first(path)
    desk.show()
    yield desk.loupe
    desk.close()


@pytest.fixture
def page(loupe, qtbot):
    qtbot.keyClick(loupe.window, Qt.Key.Key_3, Qt.KeyboardModifier.ControlModifier)
    page = loupe.window.pages["page_compare"]
    assert page.isVisible()
    settle(qtbot, page)
    return page


def settle(qtbot, page) -> None:
    qtbot.waitUntil(lambda: not page.busy, timeout=60_000)


def row(page, name: str) -> dict[str, str]:
    model = page.table.compare_model
    names = [column.profile for column in model.columns]
    rows = [at for at in range(model.rowCount()) if model.index(at, 0).data() == name]
    return {one: model.index(rows[0], at).data() for at, one in enumerate(names, 1)}


def test_every_profile_is_there_with_the_documents_own_first(page):
    tokens = row(page, "tokens")
    assert next(iter(tokens)) == "qwen2.5"
    # ids-and-plans.json, recorded upstream
    assert (tokens["qwen2.5"], tokens["gemma"]) == ("161", "162  (+1)")
    assert row(page, "system text")["gemma"] == "merged into the user turn"


def test_the_first_difference_stands_above_in_one_sentence(page):
    # both templates write the same bytes here; only the tokenizers differ
    assert page.panel.sentence.text() == (
        "The same 571 bytes, cut into other tokens: first at token 28, A has id 1594, "
        "B has id 27828."
    )
    assert page.panel.diff.accessibleDescription() == page.panel.sentence.text()


def test_the_marks_cover_whole_control_tokens(page, qtbot):
    page._show_profile("gemma")
    qtbot.waitUntil(lambda: not page.busy, timeout=20_000)
    changed = {
        run.text
        for row in page.panel.diff.rows
        for run in (*row.a.runs, *row.b.runs)
        if run.changed
    }
    joined = " ".join(changed)
    for token in ("<|im_start|>", "<|im_end|>"):
        assert token in joined
    assert not any(text.startswith(("|im", "im_")) for text in changed)


def test_the_status_bar_tells_about_the_page_that_is_shown(page, loupe, qtbot):
    cost, table = loupe.window._status._cost, loupe.window.actions_table
    qtbot.waitUntil(lambda: "differences" in cost.text())
    assert cost.text().startswith("6 profiles  ·  ")
    table["page_prompt"].trigger()
    qtbot.waitUntil(lambda: cost.text().startswith("render "))
    table["page_review"].trigger()
    assert "render" not in cost.text()
    table["page_templates"].trigger()
    assert "render" not in cost.text()
    qtbot.waitUntil(lambda: " bytes " in cost.text(), timeout=20_000)


def test_by_keyboard_another_profile_is_chosen_and_its_differences_gone_through(page, loupe, qtbot):
    side = page.panel.sides["B"].profiles
    side.setFocus()
    names = [side.itemText(at) for at in range(side.count())]
    steps = names.index("gemma") - side.currentIndex()
    for _ in range(abs(steps)):
        qtbot.keyClick(side, Qt.Key.Key_Down if steps > 0 else Qt.Key.Key_Up)
    settle(qtbot, page)
    assert "162 tokens" in page.panel.sides["B"].summary.toolTip()
    diff = page.panel.diff
    qtbot.keyClick(loupe.window, Qt.Key.Key_F7)
    assert diff.current == 0
    qtbot.keyClick(loupe.window, Qt.Key.Key_F7)
    assert diff.current == 1
    qtbot.keyClick(loupe.window, Qt.Key.Key_F7, Qt.KeyboardModifier.ShiftModifier)
    qtbot.keyClick(loupe.window, Qt.Key.Key_F7, Qt.KeyboardModifier.ShiftModifier)
    assert diff.current == len(page.panel.diff._comparison.text.changes) - 1


def test_enter_on_a_profile_in_the_table_makes_it_side_b(page, qtbot):
    model = page.table.compare_model
    names = [column.profile for column in model.columns]
    page.table.setFocus()
    page.table.setCurrentIndex(model.index(1, 1 + names.index("qwen3")))
    qtbot.keyClick(page.table, Qt.Key.Key_Return)
    settle(qtbot, page)
    assert page.panel.sides["B"].profiles.currentText() == "qwen3"


def test_f6_goes_through_the_panes_of_the_page(page, loupe, qtbot):
    seen = []
    for _ in range(5):
        qtbot.keyClick(loupe.window, Qt.Key.Key_F6)
        focus = QApplication.focusWidget()
        seen += [pane for pane in page.panes() if pane is focus or pane.isAncestorOf(focus)]
    assert set(seen) == set(page.panes())


def test_the_document_is_followed_after_an_edit(page, loupe, qtbot):
    before = row(page, "prompt sha256 (token ids)")
    loupe.session.edit_context(b"x")
    assert page.busy
    settle(qtbot, page)
    after = row(page, "prompt sha256 (token ids)")
    assert all(before[name] != after[name] for name in before)


def test_an_edit_while_the_page_is_hidden_is_caught_up_with(page, loupe, qtbot):
    loupe.window.pages.show_page("page_prompt")
    loupe.session.edit_context(b"x")
    assert not page._pause.isActive()
    loupe.window.pages.show_page("page_compare")
    settle(qtbot, page)
    assert row(page, "bytes")["qwen2.5"] == str(571 - len(CONTEXT) + 1)


def test_a_schema_that_is_wrong_is_told_in_the_table_and_at_the_side(page, loupe, qtbot):
    loupe.session.edit_schema("{")
    settle(qtbot, page)
    assert set(row(page, "state").values()) == {"does not render"}
    assert page.panel.sentence.text().startswith("Side ")
    assert not page.panel.diff.rows


def test_a_file_that_is_not_there_is_told_and_nothing_is_shown(page, qtbot, tmp_path):
    page.choose("B", Source("gone.json", path=tmp_path / "gone.json"))
    settle(qtbot, page)
    assert page.panel.sentence.text() == (
        "Side B cannot be shown: gone.json cannot be read: there is no such file or folder; "
        "check its name and its folder"
    )
    assert page.panel.sides["B"].profiles.currentText() == "gone.json"


def test_a_vector_can_be_a_side(page, qtbot, tmp_path):
    vectors = Path(__file__).parents[1] / "data" / "upstream-vectors"
    path = next(vectors.glob("qwen2.5*risk_enum_bool.json"))
    page.panel.sides["B"]._take_file(str(path))
    settle(qtbot, page)
    assert page.panel.sentence.text() == "The prompts are identical: 571 bytes, 161 tokens."


@pytest.fixture
def repository(tmp_path):
    environment = {**os.environ, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
    git = ["git", "-C", str(tmp_path), "-c", "user.name=Ada", "-c", "user.email=a@example.org"]
    path = tmp_path / "kept.loupe.json"
    subprocess.run([*git, "init", "-q"], check=True, env=environment)
    for context in (b"one", b"two"):
        save_document(document(context), path)
        subprocess.run([*git, "add", path.name], check=True, env=environment)
        words = ["commit", "-q", "-m", context.decode()]
        subprocess.run([*git, *words], check=True, env=environment)
    return path


def test_a_git_revision_is_taken_from_a_list_by_keyboard(page, qtbot, repository):
    page.panel.sides["A"]._take_repository_file(str(repository))
    settle(qtbot, page)
    qtbot.waitUntil(lambda: bool(page.findChildren(RevisionDialog)))
    dialog = page.findChild(RevisionDialog)
    model = dialog.table.model()
    assert [model.index(at, 3).data() for at in range(2)] == ["two", "one"]
    qtbot.keyClick(dialog.table, Qt.Key.Key_Down)
    qtbot.keyClick(dialog.table, Qt.Key.Key_Return)
    settle(qtbot, page)
    title = page.panel.sides["A"].profiles.currentText()
    assert title == f"kept.loupe.json @ {model.rows[1].short}"
    page.choose("B", Source("now", path=repository))
    settle(qtbot, page)
    changed = {
        "".join(run.text for run in half.runs if run.changed)
        for row in page.panel.diff.rows
        for half in (row.a, row.b)
        if row.changes
    }
    assert {"one↵", "two↵"} <= changed


def test_a_file_outside_git_is_refused_in_the_banner(page, loupe, qtbot, tmp_path):
    page.panel.sides["A"]._take_repository_file(str(tmp_path / "case.loupe.json"))
    settle(qtbot, page)
    assert loupe.window.banner.isVisible()
    assert not page.findChildren(RevisionDialog)


def test_every_control_has_a_name(page):
    for widget in page.findChildren(QWidget):
        if isinstance(widget, QAbstractButton | QComboBox) and widget.isVisible():
            assert widget.accessibleName() or widget.text()


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("mode", list(Mode))
def test_the_page_is_drawn_in_every_mode_and_theme(page, loupe, qtbot, theme, mode):
    palette = theme_palette(theme)
    loupe.window.setPalette(palette)
    page.panel.diff.set_mode(mode)
    image = page.panel.diff.grab().toImage()
    colors = {
        image.pixel(x, y) for x in range(0, image.width(), 2) for y in range(0, image.height(), 2)
    }
    assert palette.base().color().rgb() in colors
    shades = [QColor(color).lightness() for color in colors]
    assert max(shades) - min(shades) > 120


def test_a_file_on_a_side_is_read_again_when_it_changes_on_disk(page, qtbot, tmp_path):
    other = tmp_path / "other.loupe.json"
    save_document(document(), other)
    page.choose("A", Source(other.name, path=other))
    page.choose("B", Source(other.name, path=other))
    settle(qtbot, page)
    assert page.panel.sentence.text().startswith("The prompts are identical: 571 bytes")
    save_document(document(CONTEXT + b"!"), other)
    qtbot.waitUntil(lambda: "572 bytes" in page.panel.sentence.text(), timeout=20_000)
    other.write_text(other.read_text().replace("sometimes.!", "sometimes.?!"))
    qtbot.waitUntil(lambda: "573 bytes" in page.panel.sentence.text(), timeout=20_000)
