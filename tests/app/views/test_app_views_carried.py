"""The selection of one prompt in the next one, equal in text, tokens and bytes."""

from __future__ import annotations

from dataclasses import replace

from app.views.prompt_view import PromptView


def _bytes_of(view, text):
    start = view.content.prompt.data.index(text.encode())
    return start, start + len(text.encode())


def _rows(view):
    return sorted(index.row() for index in view.tokens.selectionModel().selectedRows())


def _selected_text(view):
    """Say what each view has selected."""
    start, end = view.bytes.selected_bytes
    rows, tokens = _rows(view), view.content.tokens
    return (
        view.area.selected_text,
        view.content.prompt.data[start:end].decode(),
        b"".join(tokens[row].data for row in rows).decode(),
    )


def _with_longer_head(prompt):
    """The same prompt behind ten more bytes of scaffold."""
    segments = (
        replace(prompt.segments[0], byte_end=prompt.segments[0].byte_end + 10),
        *(
            replace(one, byte_start=one.byte_start + 10, byte_end=one.byte_end + 10)
            for one in prompt.segments[1:]
        ),
    )
    return replace(
        prompt, text="0123456789" + prompt.text, data=b"0123456789" + prompt.data, segments=segments
    )


def test_the_selection_follows_its_piece_into_another_prompt(view, make_tokens) -> None:
    start, end = _bytes_of(view, " payments")
    view.select_bytes(start, end)
    longer = _with_longer_head(view.content.prompt)
    view.set_content(longer, make_tokens(longer))
    assert view.selection == (start + 10, end + 10)
    assert _selected_text(view) == (" payments",) * 3


def test_the_selection_ends_in_every_view_when_its_piece_has_another_text(
    view, make_prompt, make_tokens
) -> None:
    view.select_bytes(*_bytes_of(view, "NBSP"))
    other = make_prompt("Something else.")
    view.set_content(other, make_tokens(other))
    assert _selected_text(view) == ("", "", "")
    assert view.selection[0] == view.selection[1]


def test_other_tokens_of_the_same_bytes_are_selected_by_their_bytes(view, make_tokens) -> None:
    start, end = _bytes_of(view, " payments")
    view.select_bytes(start, end)
    prompt = view.content.prompt
    tokens = make_tokens(prompt)
    halves = tuple(
        half
        for token in tokens.tokenization.tokens
        for half in (
            (
                replace(token, byte_end=token.byte_end - 1, data=token.data[:-1]),
                replace(token, byte_start=token.byte_end - 1, data=token.data[-1:]),
            )
            if len(token.data) > 1
            else (token,)
        )
    )
    numbered = tuple(replace(token, index=number) for number, token in enumerate(halves))
    tokenization = replace(tokens.tokenization, tokens=numbered)
    view.set_content(prompt, replace(tokens, tokenization=tokenization))
    assert _selected_text(view) == (" payments",) * 3
    assert len(_rows(view)) == 2


def test_a_new_prompt_selects_nothing_where_nothing_was_selected(
    qtbot, make_prompt, make_tokens
) -> None:
    view = PromptView()
    qtbot.addWidget(view)
    for context in ("a", "b"):
        prompt = make_prompt(context)
        view.set_content(prompt, make_tokens(prompt))
        assert _selected_text(view) == ("", "", "")


def test_a_click_in_the_text_selects_the_bytes_of_its_character(view, qtbot) -> None:
    view.area.select_bytes(*_bytes_of(view, "日"))
    start, _ = _bytes_of(view, "日")
    view.area._put(view.area.selection[0], view.area.selection[0])
    assert view.bytes.selected_bytes == (start, start + 3)
    assert _rows(view)
    size = len(view.content.prompt.data)
    view.area._put(view.area._size(), view.area._size())
    assert view.bytes.selected_bytes == (size, size)


def test_a_selection_is_told_with_its_last_byte_and_its_owner(view) -> None:
    start, end = _bytes_of(view, " payments")
    view.select_bytes(start, end)
    assert f"bytes {start} to {end - 1}" in view.details.text()
    assert view.details.text().endswith("risk_tier gloss 3")


def test_facts_stand_apart_from_an_alarm(view, make_tokens) -> None:
    prompt = view.content.prompt
    view.set_content(prompt, replace(make_tokens(prompt), control_expected=2, control_found=6))
    said = (view.warning.text(), view._head._dot.isVisible(), view._head._dot.text())
    assert said == ("⚠ control tokens: expected 2, found 6", True, "·")
    view.set_content(prompt, replace(make_tokens(prompt), control_expected=6, control_found=6))
    assert not view._head._dot.isVisible()
