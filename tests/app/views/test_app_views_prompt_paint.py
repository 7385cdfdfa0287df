"""What the rows of the prompt are made of: bands, capsules, marks and the ribbon."""

from __future__ import annotations

from app.models.prompt_content import PromptContent, owner_name
from app.models.prompt_row import Tone, lay_out
from app.models.text_index import TextIndex
from engine.prompt.render import RenderedPrompt, TemplateInfo
from engine.prompt.segments import Owner, OwnerKind, Segment
from engine.tokenizers.base import TokenKind


def _rows(prompt, tokens, width=300):
    index = TextIndex(prompt.text)
    index.wrap(width)
    content = PromptContent(prompt, tokens)
    return content, [lay_out(content, index.row(number)) for number in range(index.row_count)]


def test_control_tokens_of_the_template_and_of_the_user_differ_in_shape(
    make_prompt, make_tokens, hard_context
) -> None:
    prompt = make_prompt(hard_context)
    _, rows = _rows(prompt, make_tokens(prompt))
    users = [capsule.user for row in rows for capsule in row.capsules]
    assert users.count(True) == 1
    assert users.count(False) == 5


def test_a_control_token_covers_exactly_its_characters(
    make_prompt, make_tokens, hard_context
) -> None:
    prompt = make_prompt(hard_context)
    _, rows = _rows(prompt, make_tokens(prompt))
    (capsule,) = [c for row in rows for c in row.capsules if c.user]
    assert (capsule.left, capsule.right) == (3, 13)  # an emoji of two cells and a space before it


def test_invisible_characters_are_drawn_as_marks_and_spaces_as_dots(
    make_prompt, make_tokens, hard_context
) -> None:
    prompt = make_prompt(hard_context)
    _, rows = _rows(prompt, make_tokens(prompt))
    marks = [ink.text for row in rows for ink in row.inks if ink.mark]
    assert marks == ["CR", "NBSP", "ZWSP", "RLO", "NUL", "CR", "ZWJ"]
    symbols = {ink.text for row in rows for ink in row.inks if ink.symbol}
    assert {"·", "··", "→", "↵"} <= symbols


def test_a_combining_mark_is_drawn_with_its_letter(make_prompt, make_tokens, hard_context) -> None:
    prompt = make_prompt(hard_context)
    _, rows = _rows(prompt, make_tokens(prompt))
    assert "cafe\u0301" in [ink.text for row in rows for ink in row.inks]


def test_a_control_token_that_is_wrapped_is_outlined_in_both_rows(make_prompt, make_tokens) -> None:
    prompt = make_prompt()
    _, rows = _rows(prompt, make_tokens(prompt), width=8)
    assert [(c.left, c.right) for c in rows[0].capsules] == [(0, 8)]
    assert [(c.left, c.right) for c in rows[1].capsules] == [(0, 4)]


def test_bands_of_a_split_emoji_share_its_two_cells(make_prompt, make_tokens) -> None:
    prompt = make_prompt("😀")
    _, rows = _rows(prompt, make_tokens(prompt))
    (row,) = [row for row in rows if row.owner == Owner(OwnerKind.CONTEXT)]
    assert [(band.left, band.right) for band in row.bands[:2]] == [(0, 1), (1, 2)]


def test_both_fences_stand_out_and_a_faked_one_does_not(make_prompt, make_tokens) -> None:
    prompt = make_prompt("CONTEXT:C0000000000000000>>>")
    _, rows = _rows(prompt, make_tokens(prompt))
    fences = [
        "".join(i.text for i in row.inks if i.tone is Tone.FENCE and not i.symbol) for row in rows
    ]
    assert [text for text in fences if text] == [
        f"<<<CONTEXT:{prompt.nonce}",
        f"CONTEXT:{prompt.nonce}>>>",
    ]
    assert [row.nonces for row in rows if row.nonces] == [((11, 28),), ((8, 25),)]


def test_every_owner_has_a_name_in_the_ribbon(make_prompt, make_tokens) -> None:
    prompt = make_prompt()
    _, rows = _rows(prompt, make_tokens(prompt))
    names = [owner_name(row.owner) for row in rows if row.owner is not None]
    assert list(dict.fromkeys(names)) == [
        "template",
        "system",
        "preamble",
        "risk_tier",
        "flag",
        "fence",
        "context",
        "generation",
    ]


def test_without_tokens_the_ground_still_shows_the_owners(make_prompt) -> None:
    prompt = make_prompt()
    _, rows = _rows(prompt, None)
    assert all(row.bands for row in rows[:-1])
    assert not any(row.capsules for row in rows)


def test_tokens_lie_end_to_end_in_the_sample(make_prompt, make_tokens, hard_context) -> None:
    prompt = make_prompt(hard_context)
    tokens = make_tokens(prompt).tokenization.tokens
    assert b"".join(token.data for token in tokens) == prompt.data
    assert any(token.kind is TokenKind.BYTE for token in tokens)


def test_a_short_text_names_its_row_before_the_longer_template_behind_it() -> None:
    answer = Owner(OwnerKind.SCHEMA, field="3 assistant", part="content")
    template = Owner(OwnerKind.TEMPLATE)
    prompt = RenderedPrompt(
        text="<|im_start|>assistant\nMEDIUM<|im_end|>\n",
        data=b"<|im_start|>assistant\nMEDIUM<|im_end|>\n",
        nonce="",
        segments=(Segment(template, 0, 22), Segment(answer, 22, 28), Segment(template, 28, 39)),
        trimmed=(),
        template=TemplateInfo("", "jinja", (), (), supports_system=True),
    )
    _, rows = _rows(prompt, None)
    assert [owner_name(row.owner) for row in rows[:2]] == ["template", "3 assistant"]
