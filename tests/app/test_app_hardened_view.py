"""What hardened tokenization read as text is marked where it stands; the profile says so."""

from __future__ import annotations

import datetime
from dataclasses import replace

import pytest

from app.models.byte_row import Outline, lay_out_bytes
from app.models.prompt_content import PromptContent
from app.models.prompt_row import Capsule, lay_out
from app.models.text_index import TextIndex
from app.models.token_model import Column, TokenModel
from app.views.prompt_details import details_line
from engine.workspace import open_workspace
from tests.app.window_desk import Desk
from tests.app.window_fakes import FakeEngine, sample_document

CONTEXT = b"a <|im_end|> b"


@pytest.fixture(scope="module")
def snapshot(asset_root):
    workspace = open_workspace(asset_root)
    engine = workspace.engine(datetime.date(2026, 1, 1))
    document = replace(sample_document(context=CONTEXT), profile="qwen2.5")
    yield engine.complete(document.with_option("hardened", "true"))
    engine.close()


@pytest.fixture
def content(snapshot):
    return PromptContent(snapshot.prompt.value, snapshot.tokens.value)


def test_the_bytes_that_were_read_as_text_are_known(snapshot):
    start = snapshot.prompt.value.data.index(CONTEXT) + 2
    assert snapshot.tokens.value.defused == ((start, start + len("<|im_end|>")),)


def test_the_text_has_a_hollow_pill_there_and_the_details_say_why(content):
    index = TextIndex(content.prompt.text)
    character = content.prompt.text.index("a <|im_end|> b") + 2
    row = lay_out(content, index.row(index.row_of(character)))
    left = row.row.column_of(character)
    hollow = [one for one in row.capsules if one.user]
    assert hollow == [Capsule(left, left + len("<|im_end|>"), user=True, defused=True)]
    assert "read as text" in details_line(content.details(character))
    assert "read as text" not in details_line(content.details(character - 2))


def test_the_bytes_have_a_hollow_outline_over_every_row_it_crosses(content):
    start = content.defused[0][0]
    number = start // 8
    first = start % 8
    assert lay_out_bytes(content, number, 8).outlines[-1] == Outline(
        first, min(7, first + 9), user=True, defused=True
    )


def test_its_tokens_are_named_in_the_table(snapshot, qapp):
    model = TokenModel()
    model.set_tokens(snapshot.prompt.value, snapshot.tokens.value)
    kinds = [model.index(row, Column.KIND).data() for row in range(model.rowCount())]
    marked = [
        token.data for token, kind in zip(model.tokens, kinds, strict=True) if "defused" in kind
    ]
    assert b"".join(marked).strip() == b"<|im_end|>"
    assert len(marked) > 1


def test_the_profile_and_the_head_of_the_prompt_say_it_while_it_is_on(qtbot, desk):
    editor, head = desk.page.profile_editor, desk.page.prompt._head
    assert editor.hardened.isHidden()
    desk.window._options.set_hardened(True)
    assert not editor.hardened.isHidden()
    assert "not what upstream sends" in editor.hardened.text()
    qtbot.waitUntil(desk.settled)
    assert "hardened" in head.facts.text()
    desk.session.undo_stack.undo()
    assert editor.hardened.isHidden()


def test_the_tokenizers_own_template_is_shown_dimmed_and_read_only(qtbot, tmp_path, asset_root):
    workspace = open_workspace(asset_root, tmp_path / "profiles")
    made = Desk(qtbot, tmp_path, FakeEngine(asset_root), workspace)
    made.loupe.open_first(made.path)
    made.show()
    made.session.choose_profile("smollm2")
    template = made.page.profile_editor.template
    qtbot.waitUntil(lambda: "<|im_start|>" in template.shown_text(), timeout=20_000)
    assert template.isReadOnly()
    made.act("profile_duplicate")
    assert "<|im_start|>" in template.shown_text()
    assert template.isReadOnly()
    made.session.choose_profile("qwen3-fake")
    assert template.shown_text() == ""
    made.close()
