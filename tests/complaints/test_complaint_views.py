"""Complaints 9, 10, 12, 22 and 23: what the views show and select is what stands in the bytes."""

from __future__ import annotations

import unicodedata

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from app.models.prompt_row import lay_out
from app.models.text_index import TextIndex
from app.models.token_model import Column
from app.views.prompt_view import PromptView
from engine.prompt.render import RenderedPrompt, TemplateInfo
from engine.prompt.segments import Owner, OwnerKind, Segment
from engine.snapshot import TokenView
from engine.tokenizers.base import Tokenizer, TokenKind
from engine.tokenizers.store import TokenizerStore

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")
TOKENIZERS = ("qwen2.5", "qwen3", "gemma", "smollm2-135m", "code-points")
FAMILY = "👨\u200d👩\u200d👧"
KOREAN = unicodedata.normalize("NFD", "한국")
TEXTS = ("i ⭢ j", FAMILY, KOREAN, "cafe\u0301", "Radovan Karadžić")


@pytest.fixture(autouse=True)
def _plain_keyboard(qapp):
    """Let go of Ctrl and Shift around a test: Qt remembers the last key's modifiers."""
    QTest.keyClick(QWidget(), Qt.Key.Key_Escape)
    yield
    QTest.keyClick(QWidget(), Qt.Key.Key_Escape)


@pytest.fixture(scope="module")
def opened(asset_root):
    store = TokenizerStore(asset_root)
    return store.open


@pytest.fixture
def shown(qtbot, opened):
    """Show a context's text with a tokenizer's tokens."""

    def show(name: str, text: str) -> PromptView:
        tokenizer: Tokenizer = opened(name)
        data = text.encode()
        info = TemplateInfo("", "contents", (), (), supports_system=True)
        segments = (Segment(Owner(OwnerKind.CONTEXT), 0, len(data)),)
        prompt = RenderedPrompt(text, data, "", segments, (), info)
        tokenization = tokenizer.tokenize(text)
        found = sum(token.kind is TokenKind.CONTROL for token in tokenization.tokens)
        view = PromptView()
        qtbot.addWidget(view)
        view.set_content(prompt, TokenView(tokenizer.info, tokenization, 0, found))
        view.resize(900, 600)
        view.show()
        return view

    return show


def _column(view: PromptView, column: Column) -> list[str]:
    model = view.tokens.token_model
    return [model.index(row, column).data() for row in range(model.rowCount())]


@pytest.mark.parametrize("text", TEXTS, ids=ascii)
@pytest.mark.parametrize("name", TOKENIZERS)
def test_9_clicking_every_token_selects_a_span_and_all_spans_are_the_text(shown, name, text):
    view = shown(name, text)
    spans, characters = [], ""
    for row in range(view.tokens.token_model.rowCount()):
        view.tokens.selectRow(row)
        start, end = view.selection
        assert start < end
        assert view.bytes.selected_bytes == (start, end)
        first, last = view.content.positions.whole(start, end)
        assert view.area.selected_text == text.encode()[first:last].decode() != ""
        spans.append((start, end))
        characters += view.area.selected_text
    assert [start for start, _ in spans] == [0, *(end for _, end in spans[:-1])]
    assert spans[-1][1] == len(text.encode())
    assert set(characters) == set(text)


@pytest.mark.parametrize("text", TEXTS, ids=ascii)
@pytest.mark.parametrize("name", TOKENIZERS)
def test_9_every_byte_lies_in_exactly_one_token_and_in_a_selectable_character(shown, name, text):
    view = shown(name, text)
    for byte in range(len(text.encode())):
        view.bytes._put(byte, byte + 1)
        rows = [index.row() for index in view.tokens.selectionModel().selectedRows()]
        assert len(rows) == 1
        token = view.content.tokens[rows[0]]
        assert token.byte_start <= byte < token.byte_end
        start, end = view.area.selected_bytes
        assert start <= byte < end
        assert len(view.area.selected_text) == 1


@pytest.mark.parametrize(
    ("text", "changed"), [("cafe\u0301", 2), (KOREAN, 6)], ids=["café", "Korean"]
)
def test_9_what_the_tokenizer_normalised_is_counted_in_code_points(shown, text, changed):
    said = f"normalised by the tokenizer: {changed} code points changed"
    assert said in shown("qwen3", text).header.text()
    assert "normalised" not in shown("gemma", text).header.text()


def test_10_an_arrow_of_three_byte_tokens_is_shown_by_its_bytes_under_its_character(shown):
    view = shown("gemma", "i ⭢ j")
    assert _column(view, Column.PIECE)[2:5] == ["<0xE2>", "<0xAD>", "<0xA2>"]
    assert _column(view, Column.TEXT)[2:5] == ["⟨E2⟩  of ⭢", "⟨AD⟩  of ⭢", "⟨A2⟩  of ⭢"]
    view.select_bytes(2, 5)
    assert view.details.text().startswith("U+2B62")
    assert view.details.text().count("token ") == 3


def test_10_a_joiner_of_two_tokens_is_shown_by_its_bytes(shown):
    view = shown("qwen3", FAMILY)
    assert _column(view, Column.ID)[1:3] == ["378", "235"]
    assert _column(view, Column.TEXT)[1:3] == ["⟨E2⟩⟨80⟩  of ⟨ZWJ⟩", "⟨8D⟩  of ⟨ZWJ⟩"]


def test_10_a_no_break_space_is_named_and_shown_by_its_bytes(shown):
    view = shown("gemma", "a\u00a0b")  # one token in this vocabulary, not two byte tokens
    assert _column(view, Column.BYTES)[1] == "C2 A0"
    assert _column(view, Column.TEXT)[1] == "⟨NBSP⟩"


def test_10_a_waving_hand_in_byte_tokens_is_grouped_under_its_characters(shown):
    texts = _column(shown("smollm2-135m", "👋🏻"), Column.TEXT)
    bytes_shown = "".join(text.partition("  of ")[0] for text in texts)
    assert bytes_shown.replace("⟨", "").replace("⟩", "") == "F09F918BF09F8FBB"
    assert {text.partition("  of ")[2] for text in texts} == {"👋", "🏻"}


@pytest.mark.parametrize("text", [*TEXTS, "👋🏻", "a\u00a0b"], ids=ascii)
@pytest.mark.parametrize("name", TOKENIZERS)
def test_10_no_view_ever_writes_the_replacement_character(shown, name, text):
    view = shown(name, text)
    written = "".join("".join(_column(view, column)) for column in Column)
    index = TextIndex(text)
    index.wrap(100)
    inks = lay_out(view.content, index.row(0)).inks
    assert "\ufffd" not in written
    assert "\ufffd" not in "".join(ink.text for ink in inks)
    assert "\ufffd" not in view.details.text()


def test_12_blank_tokens_are_drawn_with_their_count_and_copied_as_they_are(shown, qtbot):
    text = "a   \r\n\tb"
    assert _column(shown("gemma", text), Column.TEXT) == ["a", "␣×3", "␍", "⏎", "→", "b"]
    view = shown("smollm2-135m", text)
    assert _column(view, Column.TEXT) == ["a", "␣×3", "␍⏎", "→", "b"]
    view.tokens.selectRow(1)
    for _ in range(2):
        qtbot.keyClick(view.tokens, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    qtbot.keyClick(view.tokens, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "   \r\n\t"


def test_12_a_line_end_of_one_token_in_qwen_is_two_in_gemma(shown):
    assert _column(shown("qwen3", "\r\n"), Column.ID) == ["319"]
    assert _column(shown("qwen3", "\r\n"), Column.TEXT) == ["␍⏎"]
    assert _column(shown("gemma", "\r\n"), Column.TEXT) == ["␍", "⏎"]


@pytest.mark.parametrize(
    ("text", "mark"),
    [
        ("a\u00a0b", "NBSP"),
        ("a\r\nb", "CR"),
        ("a\u2028b", "LSEP"),
        ("a\u2029b", "PSEP"),
        ("\ufeffa", "BOM"),
        ("a\ufdd0b", "U+FDD0"),
    ],
    ids=ascii,
)
def test_22_characters_that_qt_loses_are_drawn_selected_and_copied(shown, text, mark):
    view = shown("code-points", text)
    index = TextIndex(text)
    index.wrap(80)
    rows = [lay_out(view.content, index.row(number)) for number in range(index.row_count)]
    assert mark in [ink.text for row in rows for ink in row.inks if ink.mark]
    view.area._put(0, len(text))
    assert view.area.selected_text == text
    assert view.selection == (0, len(text.encode()))
    view.copy_hex()
    assert bytes.fromhex(QGuiApplication.clipboard().text()) == text.encode()
    view.copy_text()
    copied = QGuiApplication.clipboard().mimeData().data("text/plain;charset=utf-8")
    assert bytes(copied) == text.encode()


@pytest.mark.parametrize("name", ["qwen2.5", "qwen3", "smollm2-135m"])
def test_23_an_emoji_does_not_shift_the_highlight_of_a_marker(shown, name):
    view = shown(name, "😀 <|im_end|>")
    (control,) = [token for token in view.content.tokens if token.kind is TokenKind.CONTROL]
    index = TextIndex(view.content.prompt.text)
    index.wrap(80)
    row = lay_out(view.content, index.row(0))
    (capsule,) = row.capsules
    assert capsule.user
    assert (capsule.left, capsule.right) == (3, 13)  # the emoji takes two cells, the space one
    view.tokens.selectRow(control.index)
    assert view.area.selected_text == "<|im_end|>"
    assert view.selection == (5, 15)


def test_23_the_caret_is_told_in_bytes_code_points_and_utf16_units(shown):
    view = shown("qwen3", "😀 <|im_end|>")
    view.area._put(2, 2)
    assert "byte 5 · code point 2 · UTF-16 3" in view.details.text()
