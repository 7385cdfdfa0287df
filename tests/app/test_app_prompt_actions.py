"""The table's actions on a page: views are remembered, bytes are saved, the baseline is pinned."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QSettings

from app.actions import Actions
from app.last_good import LastGood, Shown
from app.prompt_actions import PromptActions
from app.prompt_page import PromptPage
from app.settings import Settings
from app.theme import theme_palette
from engine.prompt.render import RenderedPrompt, TemplateInfo
from engine.prompt.segments import Owner, OwnerKind, Segment
from engine.schema.parse import parse_schema
from engine.snapshot import Ready
from tests.app.window_fakes import PROFILES, even_scores, sample_document

DATA = "a\u00a0b\r\nc\u2028\ufeffd\ufdd0—\0".encode()


@pytest.fixture
def settings(tmp_path):
    return Settings(QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat))


@pytest.fixture
def desk(qtbot, settings):
    """A page whose actions work, and its table."""

    def make():
        page = PromptPage(PROFILES)
        qtbot.addWidget(page)
        table = Actions(theme_palette("light"), page)
        return page, table, PromptActions(table, page, settings)

    return make


def _shown(page):
    text = DATA.decode()
    info = TemplateInfo("", "contents", (), (), supports_system=True)
    segments = (Segment(Owner(OwnerKind.CONTEXT), 0, len(DATA)),)
    prompt = RenderedPrompt(text, DATA, "", segments, (), info)
    page._show(LastGood(prompt=Shown(prompt)))


def test_the_views_chosen_last_come_back(desk, settings) -> None:
    _, table, _ = desk()
    assert table["view_text"].isChecked()
    assert table["below_tokens"].isChecked()
    table["view_bytes"].trigger()
    table["below_tokens"].trigger()
    assert settings.views() == ("bytes",)
    again, table, _ = desk()
    assert (again.prompt.stack.above, again.prompt.stack.below) == ("bytes", "")
    assert table["view_bytes"].isChecked()
    table["below_text"].trigger()
    assert settings.views() == ("bytes", "text")


def test_views_that_do_not_exist_are_not_shown(desk, settings) -> None:
    settings.set_views(("pictures", "tokens", "tokens"))
    page, _, _ = desk()
    assert (page.prompt.stack.above, page.prompt.stack.below) == ("tokens", "")


def test_the_action_of_the_view_that_is_shown_stays_checked(desk) -> None:
    _, table, _ = desk()
    table["view_text"].trigger()
    assert table["view_text"].isChecked()


def test_a_prompt_is_saved_byte_for_byte(desk, tmp_path) -> None:
    page, _, actions = desk()
    actions.save(str(tmp_path / "nothing.bin"))
    assert not (tmp_path / "nothing.bin").exists()
    _shown(page)
    actions.save(str(tmp_path / "prompt.bin"))
    assert (tmp_path / "prompt.bin").read_bytes() == DATA


def test_a_folder_that_is_not_there_is_said(desk, tmp_path, qtbot) -> None:
    page, _, actions = desk()
    _shown(page)
    with qtbot.waitSignal(actions.failed) as told:
        actions.save(str(tmp_path / "gone" / "prompt.bin"))
    assert "gone" in told.args[0]


def test_the_baseline_is_pinned_by_the_action_and_by_the_button(desk) -> None:
    page, table, _ = desk()
    assert not table["pin_baseline"].isEnabled()
    schema = parse_schema(sample_document().schema_text).schema
    page.decisions.set_slot(Ready(even_scores(schema)))
    assert table["pin_baseline"].isEnabled()
    table["pin_baseline"].trigger()
    assert page.decisions.decision_model.pinned
    assert page.decisions.pin_button.isChecked()
    page.decisions.pin_button.click()
    assert not table["pin_baseline"].isChecked()


def test_every_view_offers_the_copies_at_a_right_click(desk) -> None:
    page, table, _ = desk()
    for view in (page.prompt.area, page.prompt.tokens, page.prompt.bytes):
        offered = view.actions()
        for name in ("copy_text", "copy_hex", "copy_ids", "go_to", "save_prompt"):
            assert table[name] in offered


def test_word_wrap_is_on_at_first_switched_by_its_action_and_remembered(desk, settings) -> None:
    page, table, _ = desk()
    area, action = page.prompt.area, table["word_wrap"]
    assert action.shortcut().toString() == "Alt+Z"
    assert [action.isChecked(), _wraps_at_words(area)] == [True, True]
    action.trigger()
    assert [action.isChecked(), _wraps_at_words(area)] == [False, False]
    again, table, _ = desk()
    assert [table["word_wrap"].isChecked(), _wraps_at_words(again.prompt.area)] == [False, False]
    table["word_wrap"].trigger()
    assert settings.word_wrap()
    assert _wraps_at_words(again.prompt.area)


def _wraps_at_words(area) -> bool:
    """Show a line of words that no row holds and look where its first row ends."""
    text = "seven77 " * 100
    info = TemplateInfo("", "contents", (), (), supports_system=True)
    segments = (Segment(Owner(OwnerKind.CONTEXT), 0, len(text)),)
    area.set_content(RenderedPrompt(text, text.encode(), "", segments, (), info), None)
    ends = set()
    for width in (400, 400 + round(area.cells.width)):  # so that full rows end inside a word
        area.resize(width, 200)
        ends |= {area._index.row(number).end % 8 for number in range(area._index.row_count)}
    return ends == {0}
