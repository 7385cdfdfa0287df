"""Rows of bytes: what they draw, where it stands, and where a caret goes."""

from __future__ import annotations

from itertools import pairwise

import pytest

from app.models.baseline import change_text
from app.models.byte_row import ByteColumns, lay_out_bytes, moved_byte
from app.models.caret import Motion
from app.models.prompt_content import PromptContent
from engine.prompt.render import RenderedPrompt, TemplateInfo
from engine.prompt.segments import Owner, OwnerKind, Segment
from engine.snapshot import TokenView
from engine.tokenizers.base import Token, Tokenization, TokenizerInfo, TokenKind

TEXT = "<|im|>\nab—cd<|im|>xyz\n0123"  # 6 + 1 + 2 + 3 + 2 + 6 + 4 + 4 bytes


@pytest.fixture
def content() -> PromptContent:
    data = TEXT.encode()
    template, context = Owner(OwnerKind.TEMPLATE), Owner(OwnerKind.CONTEXT)
    segments = (Segment(template, 0, 7), Segment(context, 7, len(data)))
    info = TemplateInfo("", "jinja", (), (), supports_system=True)
    prompt = RenderedPrompt(TEXT, data, "", segments, (), info)
    cuts = [0, 6, 9, 10, 12, 14, 20, 24, 28]  # the second token crosses from template to context
    tokens = []
    for index, (start, end) in enumerate(pairwise(cuts)):
        part = data[start:end]
        kind = TokenKind.CONTROL if part == b"<|im|>" else TokenKind.NORMAL
        tokens.append(Token(index, index, "", part, start, end, kind))
    view = TokenView(TokenizerInfo("", "", "", ""), Tokenization(tuple(tokens)), 1, 2)
    return PromptContent(prompt, view)


def test_a_row_has_its_bytes_and_their_ascii(content) -> None:
    row = lay_out_bytes(content, 0, 16)
    assert row.data == content.prompt.data[:16]
    assert row.ascii == "<|im|>·ab···cd<|"
    assert lay_out_bytes(content, 1, 16).start == 16


def test_tokens_are_cut_where_the_owner_changes_and_begin_once(content) -> None:
    tints = lay_out_bytes(content, 0, 16).tints
    kinds = [
        (tint.first, tint.last, tint.owner.kind.value, tint.odd, tint.begins) for tint in tints
    ]
    assert kinds == [
        (0, 5, "template", False, True),
        (6, 6, "template", True, True),
        (7, 8, "context", True, False),
        (9, 9, "context", False, True),
        (10, 11, "context", True, True),
        (12, 13, "context", False, True),
        (14, 15, "context", True, True),
    ]


def test_a_control_token_over_two_rows_is_outlined_in_both(content) -> None:
    first, second = (lay_out_bytes(content, number, 16).outlines for number in (0, 1))
    assert [(o.first, o.last, o.user) for o in first] == [(0, 5, False), (14, 15, True)]
    assert [(o.first, o.last, o.user) for o in second] == [(0, 3, True)]


def test_the_row_after_the_last_byte_is_empty(content) -> None:
    row = lay_out_bytes(content, 28 // 4, 4)
    assert (row.data, row.tints, row.outlines) == (b"", (), ())


@pytest.mark.parametrize(
    ("motion", "caret", "moved"),
    [
        (Motion.LEFT, 0, 0),
        (Motion.LEFT, 5, 4),
        (Motion.RIGHT, 28, 28),
        (Motion.UP, 20, 4),
        (Motion.DOWN, 4, 20),
        (Motion.DOWN, 20, 28),
        (Motion.LINE_START, 20, 16),
        (Motion.LINE_END, 3, 15),
        (Motion.PAGE_DOWN, 1, 28),
        (Motion.PAGE_UP, 27, 0),
        (Motion.START, 9, 0),
        (Motion.END, 9, 28),
        (Motion.WORD_RIGHT, 6, 9),
        (Motion.WORD_RIGHT, 28, 28),
        (Motion.WORD_LEFT, 9, 6),
        (Motion.WORD_LEFT, 8, 6),
        (Motion.WORD_LEFT, 0, 0),
    ],
)
def test_the_caret_moves_by_bytes_rows_and_tokens(content, motion, caret, moved) -> None:
    assert moved_byte(content, caret, motion, 16, 3) == moved


def test_without_tokens_a_word_is_everything(content) -> None:
    bare = PromptContent(content.prompt, None)
    assert moved_byte(bare, 9, Motion.WORD_RIGHT, 16, 3) == 28
    assert moved_byte(bare, 9, Motion.WORD_LEFT, 16, 3) == 0


@pytest.mark.parametrize(("cells", "count"), [(200, 32), (140, 32), (100, 16), (60, 8), (10, 8)])
def test_as_many_bytes_stand_in_a_row_as_fit(cells, count) -> None:
    assert ByteColumns.fitting(cells, 1000).count == count


def test_offsets_have_as_many_digits_as_the_size_needs() -> None:
    assert ByteColumns.fitting(100, 0x1234).digits == 4
    assert ByteColumns.fitting(100, 0x123456).digits == 6


@pytest.mark.parametrize("count", [8, 16, 32])
def test_every_byte_is_found_under_its_digits_and_its_character(count) -> None:
    columns = ByteColumns(4, count)
    for column in range(count):
        for place in (columns.pair(column), columns.pair(column) + 1.9):
            assert columns.column_at(place) == column
        assert columns.column_at(columns.letter(column) + 0.5) == column
        assert columns.border_at(columns.pair(column)) == column
        assert columns.border_at(columns.pair(column) + 1.9) == column + 1
        assert columns.border_at(columns.letter(column) + 0.1) == column
    assert columns.border_at(1000) == count
    assert columns.border_at(0) == 0


def test_a_token_that_cuts_a_character_names_it(content) -> None:
    tokens = content.tokens
    assert content.cut_characters(tokens[2]) == "—"  # E2
    assert content.cut_characters(tokens[3]) == "—"  # 80 94
    assert content.cut_characters(tokens[4]) == ""
    details = content.details_at(10)
    assert details is not None
    assert (details.code_point, details.part, details.byte) == ("U+2014", 1, 9)
    assert [token.index for token in details.tokens] == [2, 3]


def test_a_token_without_bytes_has_the_span_of_its_character(content) -> None:
    bare = Token(0, 5, "", b"x", 10, 10, TokenKind.NORMAL, normalised=True)
    assert content.span_of(bare) == (9, 12)
    last = Token(0, 5, "", b"x", 28, 28, TokenKind.NORMAL, normalised=True)
    assert content.span_of(last) == (27, 28)


@pytest.mark.parametrize(
    ("change", "text"), [(0.124, "+0.12"), (-0.03, "−0.03"), (0.0, "±0.00"), (-0.004, "±0.00")]
)
def test_a_change_is_written_with_its_sign(change, text) -> None:
    assert change_text(change) == text
