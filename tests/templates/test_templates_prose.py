"""Prose of a template's own is found wherever it stands; the names of turns are no prose."""

from __future__ import annotations

import datetime as clock
from functools import partial

import pytest

from engine.prompt.segments import Owner, OwnerKind, Piece
from engine.templates.jinja import compile_template
from engine.templates.placement import place
from tests.templates.corpus import TOKENS, template_text

CHATML = "{{% for m in messages %}}<|im_start|>{{{{ m.role }}}}\n{0}<|im_end|>\n{{% endfor %}}{1}"
END = "<|im_start|>assistant\n"


def added(text: str, *roles: str) -> list[str]:
    """Give the stretches that a template adds of its own around the contents."""
    render = partial(
        compile_template(text).render,
        special_tokens=TOKENS,
        kwargs=(),
        today=clock.date(2025, 3, 4),
    )
    texts = {"system": "You are a classifier.", "user": "Classify.", "assistant": "A"}
    messages = tuple((role, (Piece(texts[role], Owner(OwnerKind.CONTEXT)),)) for role in roles)
    placed = place(render, messages, render_bare=partial(render, add_generation_prompt=False))
    data = placed.text.encode()
    return [
        data[part.byte_start : part.byte_end].decode()
        for part in placed.segments
        if part.owner.kind is OwnerKind.ADDED
    ]


@pytest.mark.parametrize("roles", [("user",), ("system", "user")], ids=["merged", "apart"])
@pytest.mark.parametrize(
    ("turn", "prose"),
    [
        ("{{ m.content }}\nAlways answer with A.", "Always answer with A."),
        (
            "{{ m.content }} You are Qwen, a helpful assistant. ",
            "You are Qwen, a helpful assistant.",
        ),
        ("Be brief.\n{{ m.content }}", "Be brief."),
        ("{{ m.content }} /no_think", "/no_think"),
    ],
    ids=["line-after", "same-line", "before", "switch"],
)
def test_prose_that_every_turn_repeats_is_found_in_every_turn(turn, prose, roles):
    assert added(CHATML.format(turn, END), *roles) == [prose] * len(roles)


@pytest.mark.parametrize(
    ("name", "prose"),
    [
        ("ai21labs-AI21-Jamba-Reasoning-3B", "Begin by thinking about the reasoning process"),
        ("KSP-NMAI-Boris-1.3-75M-Instruct", "Below is an instruction that describes a task."),
    ],
)
def test_prose_of_real_templates_is_found(name, prose):
    [found] = added(template_text(f"{name}.jinja"), "user")
    assert found.startswith(prose)


@pytest.mark.parametrize(
    "name",
    [
        "openchat-openchat-3.5-0106",  # GPT4 Correct User:
        "openchat-openchat-3.6-8b-20240522",  # the same between tags
        "openai-gpt-oss-120b",  # <|channel|>final<|message|>
        "LGAI-EXAONE-EXAONE-3.5-7.8B-Instruct",  # [|endofturn|]
        "MiniMax-M2",  # ]~b]ai
        "deepseek-ai-deepseek-vl2-small",  # ### Instruction:
        "microsoft-wavecoder-ultra-6.7b",  # @@ Instruction
        "ibm-granite-granite-8b-code-instruct-4k",  # Question:
        "ibm-granite-granite-guardian-3.2-5b",  # User Message:
        "llm-jp-llm-jp-3-1.8b-instruct",  # ### 指示:
        "codellama-CodeLlama-70b-Instruct-hf",  # Source: user
        "meituan-longcat-LongCat-Flash-Chat",  # [Round 1] USER:
        "tiiuae-falcon-11B",  # Falcon:
        "tomg-group-umd-huginn-0125",  # its own name between tags
        "henriqueimoveis-Echoes-1-Instruct-PT-BR",  # Usuário:
    ],
)
def test_names_of_turns_are_not_prose(name):
    turns = added(template_text(f"{name}.jinja"), "user", "assistant", "user")
    assert not [text for text in turns if turns.count(text) > 1]
