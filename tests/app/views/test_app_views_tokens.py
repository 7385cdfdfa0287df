"""The token table shows each token with its bytes and owner."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QItemSelectionModel, Qt
from PySide6.QtGui import QGuiApplication

from app.models.token_model import Column, TokenModel
from app.views.token_table import TokenTable


@pytest.fixture
def prompt(make_prompt, hard_context):
    return make_prompt(hard_context)


@pytest.fixture
def tokens(make_tokens, prompt):
    return make_tokens(prompt)


@pytest.fixture
def table(qtbot, prompt, tokens):
    table = TokenTable()
    qtbot.addWidget(table)
    table.set_tokens(prompt, tokens)
    table.resize(800, 300)
    table.show()
    return table


def _text(model, row, column):
    return model.index(row, column).data()


def _row_of(tokens, data):
    return next(t.index for t in tokens.tokenization.tokens if t.data == data)


def test_the_model_is_well_behaved(qtmodeltester, prompt, tokens) -> None:
    model = TokenModel()
    qtmodeltester.check(model)
    model.set_tokens(prompt, tokens)
    qtmodeltester.check(model)


def test_a_row_shows_index_id_piece_bytes_text_and_owner(table, tokens) -> None:
    row = _row_of(tokens, b"\r\n")
    token = tokens.tokenization.tokens[row]
    model = table.token_model
    assert _text(model, row, Column.INDEX) == str(row)
    assert _text(model, row, Column.ID) == str(token.id)
    assert _text(model, row, Column.BYTES) == "0D 0A"
    assert _text(model, row, Column.TEXT) == "␍⏎"
    assert _text(model, row, Column.OWNER) == "context"


def test_half_an_emoji_is_shown_as_its_bytes(table, tokens) -> None:
    row = _row_of(tokens, "😀".encode()[:2])
    assert _text(table.token_model, row, Column.TEXT) == "⟨F0⟩⟨9F⟩  of 😀"
    assert _text(table.token_model, row, Column.KIND) == "byte"


def test_a_control_token_of_the_user_is_named_as_such(table, tokens, prompt) -> None:
    kinds = [_text(table.token_model, row, Column.KIND) for row in range(table.model().rowCount())]
    assert kinds.count("control, from you") == 1
    assert kinds.count("control") == 5


def test_numbers_stand_at_the_right(table) -> None:
    model, role = table.token_model, Qt.ItemDataRole.TextAlignmentRole
    for column in (Column.INDEX, Column.ID):
        assert model.index(0, column).data(role) & Qt.AlignmentFlag.AlignRight
        assert (
            model.headerData(column, Qt.Orientation.Horizontal, role) & Qt.AlignmentFlag.AlignRight
        )


def test_the_same_tokens_again_change_nothing(table, qtbot, prompt, tokens) -> None:
    with qtbot.assertNotEmitted(table.token_model.modelReset):
        table.token_model.set_tokens(prompt, tokens)


def test_selecting_rows_tells_their_bytes(table, qtbot, tokens) -> None:
    row = _row_of(tokens, "😀".encode()[:2])
    first, second = tokens.tokenization.tokens[row : row + 2]
    with qtbot.waitSignal(table.selection_changed) as told:
        table.selectRow(row)
    assert told.args == [first.byte_start, first.byte_end]
    with qtbot.waitSignal(table.selection_changed) as told:
        qtbot.keyClick(table, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    assert told.args == [first.byte_start, second.byte_end]


def test_bytes_select_the_tokens_that_hold_them_without_telling(
    table, qtbot, prompt, tokens
) -> None:
    start = prompt.data.index("😀".encode())
    with qtbot.assertNotEmitted(table.selection_changed):
        table.select_bytes(start, start + 15)  # the emoji, a space, <|im_end|>
    rows = sorted(index.row() for index in table.selectionModel().selectedRows())
    row = _row_of(tokens, "😀".encode()[:2])
    assert rows == [row, row + 1, row + 2, row + 3]
    assert table.visualRect(table.model().index(row, 0)).isValid()


def test_copy_gives_the_real_characters(table, qtbot, tokens) -> None:
    table.selectRow(0)
    qtbot.keyClick(table, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    qtbot.keyClick(table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "<|im_start|>system"


def test_the_scroll_position_outlives_new_tokens_and_kept_bytes(
    table, make_prompt, make_tokens
) -> None:
    start, end = table.token_model.tokens[20].byte_start, table.token_model.tokens[20].byte_end
    table.verticalScrollBar().setValue(15)
    other = make_prompt("another context that is long enough")
    table.set_tokens(other, make_tokens(other))
    table.keep_bytes((start, end))
    assert [index.row() for index in table.selectionModel().selectedRows()] == [20]
    assert table.verticalScrollBar().value() == 15
    table.keep_bytes(None)
    assert not table.selectionModel().hasSelection()


def test_without_tokens_the_table_is_empty(table, prompt) -> None:
    table.selectRow(3)
    table.set_tokens(prompt, None)
    assert table.model().rowCount() == 0
    table.select_bytes(0, 5)
    table.copy()
    assert not table.selectionModel().hasSelection()


def test_only_visible_cells_of_many_tokens_are_looked_up(
    qtbot, make_prompt, make_tokens, monkeypatch
) -> None:
    looked_up = []
    original = TokenModel.data

    def counting(self, index, role=Qt.ItemDataRole.DisplayRole):
        looked_up.append(index.row())
        return original(self, index, role)

    monkeypatch.setattr(TokenModel, "data", counting)
    many = make_prompt("word " * 12_000)
    table = TokenTable()
    qtbot.addWidget(table)
    table.set_tokens(many, make_tokens(many))
    table.resize(800, 300)
    table.grab()
    assert table.model().rowCount() > 10_000
    assert max(looked_up) < 100


def test_everything_can_be_selected_at_once(table, qtbot, prompt) -> None:
    with qtbot.waitSignal(table.selection_changed) as told:
        qtbot.keyClick(table, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    assert told.args == [0, len(prompt.data)]


def test_stale_tokens_are_dimmed(table) -> None:
    fresh = table.grab().toImage()
    table.set_stale(True)
    assert table.grab().toImage() != fresh
    table.set_stale(False)
    assert table.grab().toImage() == fresh


def test_tab_leaves_the_table(table) -> None:
    assert not table.tabKeyNavigation()
    assert table.accessibleName()


def test_the_current_row_follows_bytes_selected_elsewhere(table, prompt) -> None:
    flag = QItemSelectionModel.SelectionFlag
    table.selectionModel().setCurrentIndex(table.model().index(0, 0), flag.ClearAndSelect)
    table.select_bytes(len(prompt.data) - 1, len(prompt.data))
    assert table.currentIndex().row() == table.model().rowCount() - 1


def test_the_table_follows_a_later_change_of_the_font(table) -> None:
    table.resize(2000, 400)  # room for every column at either size
    height, width = table.rowHeight(0), table.columnWidth(Column.BYTES)
    font = table.font()
    font.setPointSizeF(font.pointSizeF() * 2)
    table.setFont(font)
    assert table.rowHeight(0) > height * 1.5
    assert table.columnWidth(Column.BYTES) > width * 1.5
