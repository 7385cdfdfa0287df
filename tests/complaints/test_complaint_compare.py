"""Complaints 6 and 7: what templates do on their own is shown side by side."""

from __future__ import annotations

import datetime
from dataclasses import replace

import pytest

from engine.chat_format import open_chat_format
from engine.compare.engine_access import EngineAccess
from engine.compare.matrix import column_of, effects_of, under
from engine.document import Context, Document
from engine.golden.diff import text_diff
from engine.prompt.render import RenderedPrompt
from engine.prompt.segments import Owner, OwnerKind, Piece, Trimmed
from engine.snapshot import Ready
from engine.workspace import open_workspace

TODAY = datetime.date(2026, 1, 1)
SCHEMA = '{"flag": {"type": "boolean"}}'
CONTENT = "  \n hi \n\n"


@pytest.fixture(scope="module")
def workspace(asset_root):
    return open_workspace(asset_root)


@pytest.fixture(scope="module")
def access(workspace):
    engine = workspace.engine(TODAY)
    yield EngineAccess(engine)
    engine.close()


def rendered(workspace, name: str) -> RenderedPrompt:
    """The user content of the complaint through a profile's own template."""
    chat = open_chat_format(workspace.profile(name), workspace.tokenizers, TODAY)
    pieces = (Piece(CONTENT, Owner(OwnerKind.CONTEXT)),)
    placed = chat.place((("user", pieces),))
    data = placed.text.encode()
    return RenderedPrompt(placed.text, data, "", placed.segments, placed.trimmed, chat.info)


def test_6_gemma_trims_4_leading_and_3_trailing_bytes_and_the_chatml_families_keep_them(workspace):
    found = {
        name: effects_of(rendered(workspace, name)).removed
        for name in ("gemma", "qwen2.5", "qwen3", "smollm2", "chatml")
    }
    # `"  \n hi \n\n"`: two spaces, a line feed and a space before, a space and two line feeds after
    assert found.pop("gemma") == (Trimmed("user", 4, 3),)
    assert set(found.values()) == {()}


def test_6_the_difference_of_the_profiles_shows_the_trim(workspace):
    kept, trimmed = rendered(workspace, "chatml").text, rendered(workspace, "gemma").text
    assert CONTENT in kept
    assert "user\nhi<end_of_turn>" in trimmed
    inner = (text[text.index("user\n") + 5 :] for text in (kept, trimmed))
    diff = text_diff(*(text.split("<", 1)[0] for text in inner))
    removed = [(diff.expected_text(hunk), diff.live_text(hunk)) for hunk in diff.changes]
    assert removed == [(CONTENT, "hi")]


def test_6_a_column_lists_what_was_trimmed(workspace, access):
    document = Document(SCHEMA, (Context("c", b"x"),), profile="gemma")
    snapshot = access.complete(document)
    trimmed = replace(snapshot.prompt.value, trimmed=rendered(workspace, "gemma").trimmed)
    column = column_of(workspace.profile("gemma"), replace(snapshot, prompt=Ready(trimmed)))
    assert column.effects.removed == (Trimmed("user", 4, 3),)


def test_7_a_kwarg_without_effect_is_shown_beside_one_with_effect(workspace, access):
    asked = (("enable_thinking", False),)
    names = ("qwen3", "qwen2.5", "smollm2", "gemma")
    profiles = tuple(
        replace(workspace.profile(name), name=f"{name} asked", kwargs=asked) for name in names
    )
    document = Document(SCHEMA, (Context("c", b"x"),))
    columns = [column_of(one, access.complete(under(document, one))) for one in profiles]
    assert [column.effects.ignored for column in columns] == [
        (),
        ("enable_thinking",),
        ("enable_thinking",),
        ("enable_thinking",),
    ]


def test_7_the_kwarg_adds_an_empty_thought_on_qwen3_alone(workspace, access):
    for name, added in (("qwen3", "<think>\n\n</think>\n\n"), ("qwen2.5", "")):
        plain = replace(workspace.profile(name), kwargs=())
        asked = replace(plain, kwargs=(("enable_thinking", False),))
        texts = [
            access.complete(Document(SCHEMA, (Context("c", b"x"),), profile=profile)).prompt.value
            for profile in (plain, asked)
        ]
        assert texts[1].text == texts[0].text + added
