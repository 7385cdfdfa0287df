"""Needles of every kind are read and found at their bytes."""

from __future__ import annotations

import pytest

from engine.prompt.find import MOST_MATCHES, NeedleKind, find_all, needle_for, read_needle
from engine.prompt.render import RenderedPrompt, TemplateInfo
from engine.tokenizers.base import Token, TokenKind


def _prompt(text: str) -> RenderedPrompt:
    info = TemplateInfo("", "contents", (), (), supports_system=True)
    return RenderedPrompt(text, text.encode(), "", (), (), info)


def _tokens(*parts: tuple[int, bytes]) -> tuple[Token, ...]:
    tokens: list[Token] = []
    at = 0
    for index, (token_id, data) in enumerate(parts):
        end = at + len(data)
        tokens.append(Token(index, token_id, "", data, at, end, TokenKind.NORMAL))
        at = end
    return tuple(tokens)


def _found(typed: str, text: str, *parts: tuple[int, bytes]) -> tuple[tuple[int, int], ...]:
    return find_all(read_needle(typed), _prompt(text), _tokens(*parts))


@pytest.mark.parametrize(
    ("typed", "kind"),
    [
        ("E2 80 94", NeedleKind.BYTES),
        ("e2 80", NeedleKind.BYTES),
        ("0xE28094", NeedleKind.BYTES),
        ("0x0A", NeedleKind.BYTES),
        ("U+2014", NeedleKind.CODE_POINTS),
        ("u+1F600 U+200D", NeedleKind.CODE_POINTS),
        ("#9441", NeedleKind.TOKENS),
        ("#9441 #220", NeedleKind.TOKENS),
        ("#1, 2", NeedleKind.TOKENS),
        ("be", NeedleKind.TEXT),
        ("be a", NeedleKind.TEXT),
        ("0x0", NeedleKind.TEXT),
        ("U+", NeedleKind.TEXT),
        ("#", NeedleKind.TEXT),
        ("# 12", NeedleKind.TEXT),
        ('"LOW"', NeedleKind.TEXT),
        ("", NeedleKind.TEXT),
    ],
)
def test_what_is_typed_tells_what_is_looked_for(typed: str, kind: NeedleKind) -> None:
    assert read_needle(typed).kind is kind


def test_text_without_capitals_is_found_whatever_its_case() -> None:
    assert _found("low", "Low LOW low") == ((0, 3), (4, 7), (8, 11))
    assert _found("LOW", "Low LOW low") == ((4, 7),)
    assert _found("a.b", "a.b axb") == ((0, 3),)
    assert _found("", "abc") == ()


@pytest.mark.parametrize(
    ("typed", "text", "places"),
    [
        ('"10 20"', "x10 20\x10\x20", ((1, 6),)),
        ('"ad da"', "ad da", ((0, 5),)),
        ('"#12"', "a #12", ((2, 5),)),
        ('"U+00E9"', "é U+00E9", ((3, 9),)),
        ('"0x41"', "A 0x41", ((2, 6),)),
        ('""10 20""', '10 20 "10 20"', ((6, 13),)),
        ('"LOW"', 'LOW "LOW"', ((4, 9),)),
        ('""', 'a""', ((1, 3),)),
        ('"', 'a"', ((1, 2),)),
    ],
)
def test_in_quotes_bytes_ids_and_code_points_are_text(typed, text, places) -> None:
    assert read_needle(typed).kind is NeedleKind.TEXT
    assert _found(typed, text) == places


@pytest.mark.parametrize(
    "text",
    ["10 20", "#12", "U+00E9", '"10 20"', '""#1""', '"LOW"', "low", "\ufeffa", "\ufffeB c", '"'],
    ids=ascii,
)
def test_the_needle_for_a_text_finds_that_text(text: str) -> None:
    data = text.encode()
    assert _found(needle_for(text), f"-{text}-") == ((1, 1 + len(data)),)
    assert needle_for(text)[0] not in "\ufeff\ufffe"


def test_text_after_wide_characters_is_found_at_its_bytes() -> None:
    # é is 2 bytes, the dash 3, the emoji 4
    assert _found("low", "é— low 😀 Low") == ((6, 9), (15, 18))
    assert _found("é", "aÉé") == ((1, 3), (3, 5))


def test_bytes_are_found_inside_characters() -> None:
    assert _found("80 94", "a—b—") == ((2, 4), (6, 8))
    assert _found("0x0D0A", "a\r\nb") == ((1, 3),)


def test_a_code_point_is_found_by_its_number() -> None:
    assert _found("U+2014", "a—b") == ((1, 4),)
    assert _found("U+65 U+301", "cafe\u0301") == ((3, 6),)
    assert _found("U+E9", "cafe\u0301") == ()


@pytest.mark.parametrize(
    ("typed", "said"),
    [("U+110000", "U+110000 is beyond"), ("U+D83D", "U+D83D is a surrogate")],
)
def test_a_number_that_is_no_character_is_named(typed: str, said: str) -> None:
    needle = read_needle(typed)
    assert said in needle.problem
    assert find_all(needle, _prompt("abc"), ()) == ()


def test_a_lone_surrogate_as_text_is_named() -> None:
    assert "surrogate" in read_needle("a\ud83d").problem


def test_tokens_are_found_by_id_and_as_runs_of_neighbours() -> None:
    parts = [(7, b"ab"), (9, b" "), (7, b"ab"), (7, b"ab"), (9, b" ")]
    assert _found("#7", "ab abab ", *parts) == ((0, 2), (3, 5), (5, 7))
    assert _found("#7 #9", "ab abab ", *parts) == ((0, 3), (5, 8))
    assert _found("#7 #7", "ab abab ", *parts) == ((3, 7),)
    assert _found("#8", "ab abab ", *parts) == ()
    assert _found("#7", "ab abab ") == ()


def test_at_most_ten_thousand_matches_are_listed() -> None:
    assert len(_found("a", "a" * (MOST_MATCHES + 5))) == MOST_MATCHES
