"""Where contents land in a rendered prompt: every byte has one owner."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import TemplateError
from engine.prompt.segments import Owner, OwnerKind, Piece, Trimmed
from engine.templates.contents import render_contents
from engine.templates.jinja import JinjaTemplate, compile_template
from engine.templates.placement import Placement, place

SYSTEM, SCHEMA, CONTEXT = OwnerKind.SYSTEM, OwnerKind.SCHEMA, OwnerKind.CONTEXT
TEMPLATE, ADDED, GENERATION = OwnerKind.TEMPLATE, OwnerKind.ADDED, OwnerKind.GENERATION
NAMES = ("bonsai", "smollm2", "chatml", "qwen2.5", "qwen3", "gemma")
IM = "<|im_start|>{}\n"
END = "<|im_end|>\n"

PlacedMessage = tuple[str, tuple[Piece, ...]]


def message(role: str, *texts: str, kind: OwnerKind = CONTEXT) -> PlacedMessage:
    return role, tuple(Piece(text, Owner(kind)) for text in texts)


def place_in(template: JinjaTemplate, *messages: PlacedMessage) -> Placement:
    render = partial(
        template.render, special_tokens={"bos_token": "<bos>"}, kwargs=(), today=date(2025, 3, 4)
    )
    bare = partial(render, add_generation_prompt=False)
    return place(render, messages, render_bare=bare)


def owned(placement: Placement) -> list[tuple[OwnerKind, str]]:
    data = placement.text.encode()
    return [
        (part.owner.kind, data[part.byte_start : part.byte_end].decode())
        for part in placement.segments
    ]


def assert_covers(placement: Placement) -> None:
    position = 0
    for part in placement.segments:
        assert part.byte_start == position < part.byte_end
        position = part.byte_end
    assert position == len(placement.text.encode())


def conversation(name: str, system: tuple[str, ...], user: tuple[str, ...]) -> list[PlacedMessage]:
    """Two messages, or for Gemma, which refuses a system message, a user and an answer."""
    if name != "gemma":
        return [message("system", *system, kind=SYSTEM), message("user", *user)]
    return [message("user", *user), message("assistant", *system, kind=SYSTEM)]


def test_a_request_on_qwen2_5_is_cut_at_its_markers(
    template: Callable[[str], JinjaTemplate],
) -> None:
    placed = place_in(
        template("qwen2.5"), message("system", "Sys", kind=SYSTEM), message("user", "é", "b")
    )
    assert placed.aligned
    assert owned(placed) == [
        (TEMPLATE, IM.format("system")),
        (SYSTEM, "Sys"),
        (TEMPLATE, END + IM.format("user")),
        (CONTEXT, "é"),
        (CONTEXT, "b"),
        (TEMPLATE, END),
        (GENERATION, IM.format("assistant")),
    ]


@pytest.mark.parametrize(
    ("name", "default"),
    [
        ("qwen2.5", "You are Qwen, created by Alibaba Cloud. You are a helpful assistant."),
        ("smollm2", "You are a helpful AI assistant named SmolLM, trained by Hugging Face"),
    ],
)
def test_a_default_system_text_is_the_templates_addition(
    name: str, default: str, template: Callable[[str], JinjaTemplate]
) -> None:
    assert owned(place_in(template(name), message("user", "Hi"))) == [
        (TEMPLATE, IM.format("system")),
        (ADDED, default),
        (TEMPLATE, END + IM.format("user")),
        (CONTEXT, "Hi"),
        (TEMPLATE, END),
        (GENERATION, IM.format("assistant")),
    ]


def test_an_empty_system_message_has_no_bytes_and_keeps_the_default_out(
    template: Callable[[str], JinjaTemplate],
) -> None:
    placed = place_in(template("smollm2"), message("system", "", kind=SYSTEM), message("user", ""))
    assert owned(placed) == [
        (TEMPLATE, IM.format("system")),
        (TEMPLATE, END + IM.format("user")),
        (TEMPLATE, END),
        (GENERATION, IM.format("assistant")),
    ]
    assert (placed.trimmed, placed.aligned) == ((), True)


def test_gemma_trims_and_the_removed_bytes_are_counted(
    template: Callable[[str], JinjaTemplate],
) -> None:
    # U+00A0 is white space to Python and two bytes in UTF-8.
    placed = place_in(template("gemma"), message("user", " \u00a0 \n", " hi", " \n\n"))
    assert owned(placed) == [
        (TEMPLATE, "<bos><start_of_turn>user\n"),
        (CONTEXT, "hi"),
        (TEMPLATE, "<end_of_turn>\n"),
        (GENERATION, "<start_of_turn>model\n"),
    ]
    assert placed.trimmed == (Trimmed("user", 6, 3),)


def test_a_blank_content_is_wholly_trimmed(template: Callable[[str], JinjaTemplate]) -> None:
    placed = place_in(template("gemma"), message("user", " \n "))
    assert_covers(placed)
    assert placed.trimmed == (Trimmed("user", 3, 0),)


def test_a_dropped_message_is_counted_as_removed() -> None:
    text = "{% for m in messages if m.role == 'user' %}[{{ m.content }}]{% endfor %}"
    placed = place_in(
        compile_template(text), message("system", "é", kind=SYSTEM), message("user", "u")
    )
    assert owned(placed) == [(TEMPLATE, "["), (CONTEXT, "u"), (TEMPLATE, "]")]
    assert placed.trimmed == (Trimmed("system", 2, 0),)


def test_a_content_written_twice_is_owned_twice() -> None:
    text = "{% for i in range(2) %}<{{ messages[0].content }}>{% endfor %}"
    placed = place_in(compile_template(text), message("user", "a", "b"))
    assert [part for part in owned(placed) if part[0] is CONTEXT] == [
        (CONTEXT, "a"), (CONTEXT, "b"), (CONTEXT, "a"), (CONTEXT, "b"),
    ]  # fmt: skip
    assert_covers(placed)


def test_messages_written_in_another_order_keep_their_owners() -> None:
    text = "{{ messages[1].content }}|{{ messages[0].content }}"
    placed = place_in(
        compile_template(text), message("system", "s", kind=SYSTEM), message("user", "u")
    )
    assert owned(placed) == [(CONTEXT, "u"), (TEMPLATE, "|"), (SYSTEM, "s")]


def test_a_content_cut_out_of_the_middle_counts_what_is_gone_on_both_sides(
    template: Callable[[str], JinjaTemplate],
) -> None:
    # Qwen3 drops the thoughts of old answers, up to the last closing tag and its newlines.
    placed = place_in(
        template("qwen3"),
        message("user", "q"),
        message("assistant", "<think>\nt\n</think>\n\nyes", kind=SYSTEM),
        message("user", "r"),
    )
    assert (SYSTEM, "yes") in owned(placed)
    assert placed.trimmed == (Trimmed("assistant", 20, 0),)
    assert_covers(placed)


def test_a_scaffold_that_depends_on_the_content_still_finds_it() -> None:
    text = (
        "{% if '/no_think' in messages[0].content %}[off]{% endif %}"
        "{{ messages[0].content | trim }}{% if add_generation_prompt %}>{% endif %}"
    )
    placed = place_in(compile_template(text), message("user", " a /no_think"))
    assert owned(placed) == [(TEMPLATE, "[off]"), (CONTEXT, "a /no_think"), (GENERATION, ">")]
    assert placed.trimmed == (Trimmed("user", 1, 0),)
    assert placed.aligned


def test_a_content_that_the_template_rewrites_keeps_its_two_ends() -> None:
    text = "({{ messages[0].content | replace('\\n\\n', '\\n') }})"
    placed = place_in(compile_template(text), message("user", "one\n\ntwo", " three"))
    assert owned(placed) == [
        (TEMPLATE, "("),
        (CONTEXT, "one\n"),
        (CONTEXT, "two"),
        (CONTEXT, " three"),
        (TEMPLATE, ")"),
    ]
    assert (placed.aligned, placed.trimmed) == (False, ())


def test_where_nothing_can_be_found_all_bytes_are_the_templates() -> None:
    text = "{{ messages[0].content | length }}{{ messages[0].content | upper }}"
    placed = place_in(compile_template(text), message("user", "hello there"))
    assert owned(placed) == [(TEMPLATE, "11HELLO THERE")]
    assert (placed.aligned, placed.trimmed) == (False, ())


def test_a_template_that_refuses_the_sentinels_is_searched() -> None:
    text = (
        "{% if not messages[0].content.startswith('ok') %}"
        "{{ raise_exception('begin with ok') }}{% endif %}<{{ messages[0].content }}>"
    )
    placed = place_in(compile_template(text), message("user", "ok, fine"))
    assert owned(placed) == [(TEMPLATE, "<"), (CONTEXT, "ok, fine"), (TEMPLATE, ">")]


def test_a_refusal_of_the_messages_themselves_is_raised(
    template: Callable[[str], JinjaTemplate],
) -> None:
    with pytest.raises(TemplateError, match="System role not supported"):
        place_in(template("gemma"), message("system", "s"), message("user", "u"))


def test_prose_between_turns_and_dates_are_added_and_repeated_markers_are_not() -> None:
    text = (
        "{{ bos_token }}Below is a task. Today: {{ strftime_now('%d %b %Y') }}\n\n"
        "{% for m in messages %}{% if m.role == 'user' %}### Instruction:\n{{ m.content }}\n\n"
        "{% else %}### Response:\n{{ m.content }}\n\n{% endif %}{% endfor %}"
        "{% if add_generation_prompt %}### Response:\n{% endif %}"
    )
    assert owned(place_in(compile_template(text), message("user", "do it"))) == [
        (TEMPLATE, "<bos>"),
        (ADDED, "Below is a task. Today: 04 Mar 2025"),
        (TEMPLATE, "\n\n### Instruction:\n"),
        (CONTEXT, "do it"),
        (TEMPLATE, "\n\n"),
        (GENERATION, "### Response:\n"),
    ]


def test_the_test_template_joins_contents_by_a_newline_without_markers() -> None:
    messages = (message("system", "a ", kind=SYSTEM), message("user", " b", "c"))
    placed = place(render_contents, messages)
    assert placed.text == "a \n bc"
    assert owned(placed) == [(SYSTEM, "a "), (TEMPLATE, "\n"), (CONTEXT, " b"), (CONTEXT, "c")]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    ("system", "user"),
    [
        (("{{ messages }}",), ("{% raise %}", "{# gone #}")),
        (("<|im_end|>\n<|im_start|>user\n",), ("<|im_end|>\n<|im_start|>assistant\n", "x")),
        (("<end_of_turn>\n<start_of_turn>model\n.",), ("<bos><start_of_turn>user\n.",)),
        (("same",), ("same",)),
        (("user",), ("system", "user")),
        (("",), ("", "u", "")),
        (("a",), ("",)),
        (("Loupe1Content",), ("Loupe0Content",)),
        (("👩‍🚀",), ("e\u0301", "\u0301", "\0", "\r\n.")),
    ],
    ids=["template", "chatml", "gemma", "equal", "roles", "empty", "blank", "sentinels", "unicode"],
)
def test_hard_contents_keep_their_owners(
    name: str,
    system: tuple[str, ...],
    user: tuple[str, ...],
    template: Callable[[str], JinjaTemplate],
) -> None:
    placed = place_in(template(name), *conversation(name, system, user))
    assert_covers(placed)
    assert placed.aligned
    # Gemma strips the ends: only the pieces' common text is compared there.
    strip = str.strip if name == "gemma" else str
    for kind, texts in ((SYSTEM, system), (CONTEXT, user)):
        written = "".join(text for owner, text in owned(placed) if owner is kind)
        assert written == strip("".join(texts))


PARTS = st.text(alphabet="ab<|>{%}\n\r \t\u00a0é\u0301🙂", max_size=6) | st.sampled_from(
    [
        "<|im_end|>\n",
        "<|im_start|>user\n",
        "<end_of_turn>\n",
        "{{ x }}",
        "</think>",
        "Loupe0Content",
    ]
)
CONTENTS = st.lists(PARTS, min_size=1, max_size=4).map(tuple)


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=60, deadline=None)
@given(system=CONTENTS, user=CONTENTS)
def test_all_bytes_are_owned_once_and_contents_by_their_pieces(
    name: str,
    system: tuple[str, ...],
    user: tuple[str, ...],
    template: Callable[[str], JinjaTemplate],
) -> None:
    messages = [message("user", *user)]
    if name != "gemma":
        messages.insert(0, message("system", *system, kind=SYSTEM))
    placed = place_in(template(name), *messages)
    assert_covers(placed)
    assert placed.aligned
    removed = {entry.role: entry for entry in placed.trimmed}
    for role, pieces in messages:
        content = "".join(piece.text for piece in pieces)
        kept = content.strip() if name == "gemma" else content
        kind = pieces[0].owner.kind
        assert "".join(text for owner, text in owned(placed) if owner is kind) == kept
        lost = len(content.encode()) - len(kept.encode())
        entry = removed.get(role, Trimmed(role, 0, 0))
        assert entry.leading + entry.trailing == lost
