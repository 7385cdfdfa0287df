"""The table of the prompt's tokens, whose selection is a byte range."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QItemSelection, QItemSelectionModel, QModelIndex, Qt, Signal
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFont,
    QFontMetrics,
    QPalette,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from app.models.model_index import Index
from app.models.token_model import NUMBERS, TOKEN_ROLE, USER_CONTROL_ROLE, Column, TokenModel
from app.views import colors
from app.views.fonts import fixed_font
from app.views.table import Table
from engine.prompt.positions import tokens_between
from engine.prompt.render import RenderedPrompt
from engine.snapshot import TokenView
from engine.tokenizers.base import Token, TokenKind

WIDTHS = (6, 8, 14, 22, 13, 9, 14)  # of the columns, in characters
ROW_HEIGHT = 1.3  # of a line of text; denser than other tables


class TokenTable(Table):
    """Show tokens; `selection_changed` carries the UTF-8 byte range that the user selected."""

    selection_changed = Signal(int, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        """Set the table up: rows of one height, columns that the user may resize."""
        self.token_model = TokenModel()
        super().__init__(self.token_model, parent)
        self._following = False
        self._delegate = TokenDelegate(self)
        self.setItemDelegate(self._delegate)
        self.setAccessibleName(self.tr("Tokens of the prompt"))
        self.setSelectionMode(QAbstractItemView.SelectionMode.ContiguousSelection)
        self._size_sections()
        # A header that follows the table's selection asks about every selected row in Python.
        self.horizontalHeader().setSelectionModel(QItemSelectionModel(self.token_model, self))

    def set_tokens(self, prompt: RenderedPrompt | None, view: TokenView | None) -> None:
        """Show a prompt's tokens where the table is scrolled to; other tokens are not selected."""
        scroll = self.verticalScrollBar().value()
        self.token_model.set_tokens(prompt, view)
        self.verticalScrollBar().setValue(scroll)

    def set_stale(self, stale: bool) -> None:
        """Dim the table when it belongs to an older document."""
        if stale != self._delegate.stale:
            self._delegate.stale = stale
            self.viewport().update()

    def select_bytes(self, start: int, end: int) -> None:
        """Select the tokens that share a byte with start..end and bring them into view."""
        rows = tokens_between(self.token_model.tokens, start, end)
        if rows:
            self._select_rows(rows)
            self.scrollTo(self.token_model.index(rows.stop - 1, 0))
            self.scrollTo(self.token_model.index(rows.start, 0))

    def keep_bytes(self, selected: tuple[int, int] | None) -> None:
        """Select the tokens of bytes where the table is, or none."""
        scroll = self.verticalScrollBar().value()
        rows = range(0) if selected is None else tokens_between(self.token_model.tokens, *selected)
        if rows:
            self._select_rows(rows)
        else:
            self.clearSelection()
        self.verticalScrollBar().setValue(scroll)

    def show_byte(self, byte: int) -> None:
        """Bring the token that holds a byte into view."""
        rows = tokens_between(self.token_model.tokens, byte, byte)
        if rows:
            self.scrollTo(self.token_model.index(rows.start, 0))

    def copied(self) -> str | None:
        """Take the real characters of the selected tokens, whole ones."""
        rows, content = self._selected_rows(), self.token_model.content
        if not rows or content is None:
            return None
        chosen = content.tokens[rows.start : rows.stop]
        start, end = content.span_of(chosen[0])[0], content.span_of(chosen[-1])[1]
        start, end = content.positions.whole(start, end)
        return content.prompt.data[start:end].decode()

    def selectionChanged(self, selected: QItemSelection, deselected: QItemSelection) -> None:
        """Tell which bytes the user has selected."""
        super().selectionChanged(selected, deselected)
        rows, content = self._selected_rows(), self.token_model.content
        if rows and content is not None and not self._following:
            first, last = content.tokens[rows.start], content.tokens[rows.stop - 1]
            self.selection_changed.emit(content.span_of(first)[0], content.span_of(last)[1])

    def changeEvent(self, event: QEvent) -> None:
        """Measure anew when the font changes."""
        super().changeEvent(event)
        if event.type() in {QEvent.Type.FontChange, QEvent.Type.StyleChange}:
            self._size_sections()

    def _size_sections(self) -> None:
        self._delegate.fixed = fixed_font(self.font())
        metrics = QFontMetrics(self._delegate.fixed)
        cell = metrics.horizontalAdvance("0")
        self.verticalHeader().setDefaultSectionSize(round(metrics.height() * ROW_HEIGHT))
        self.set_widths(*WIDTHS, cell=cell)

    def _selected_rows(self) -> range:
        selection = self.selectionModel().selection()
        if selection.isEmpty():
            return range(0)
        return range(selection.first().top(), selection.first().bottom() + 1)

    def _select_rows(self, rows: range) -> None:
        """Select rows without telling about it: the selection came from elsewhere."""
        model = self.token_model
        first, last = model.index(rows.start, 0), model.index(rows.stop - 1, len(Column) - 1)
        flag = QItemSelectionModel.SelectionFlag
        self._following = True
        self.selectionModel().select(QItemSelection(first, last), flag.ClearAndSelect)
        self.selectionModel().setCurrentIndex(first, flag.NoUpdate)
        self._following = False


class TokenDelegate(QStyledItemDelegate):
    """Tint tokens by kind: quiet numbers, control tokens in their colour and bold."""

    def __init__(self, parent: QWidget) -> None:
        """Start with current values."""
        super().__init__(parent)
        self.stale = False
        self.fixed = fixed_font(parent.font())
        self._inks = _Inks(parent.palette(), stale=False)

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        """Write, colour and weight one cell; Qt would ask the model for seven roles of it."""
        token = index.data(TOKEN_ROLE)
        if isinstance(index, QModelIndex):
            option.index = index
        if not isinstance(token, Token):
            return
        option.text = index.data()
        option.features |= QStyleOptionViewItem.ViewItemFeature.HasDisplay
        option.displayAlignment = index.data(Qt.ItemDataRole.TextAlignmentRole)
        column = index.column()
        option.font = QFont(self.fixed)
        inks = self._inks_for(option.palette)
        control = token.kind is TokenKind.CONTROL and column not in NUMBERS
        if control and index.data(USER_CONTROL_ROLE):
            option.palette = inks.user
            option.font.setBold(True)
        elif control:
            option.palette = inks.control
        elif column in {Column.INDEX, Column.BYTES, Column.OWNER}:
            option.palette = inks.quiet
        else:
            option.palette = inks.text
        option.textElideMode = Qt.TextElideMode.ElideRight
        if token.index % 2:
            option.backgroundBrush = inks.tint

    def _inks_for(self, palette: QPalette) -> _Inks:
        """Mix the colours anew only for another palette: a page has hundreds of cells."""
        if not self._inks.fits(palette, stale=self.stale):
            self._inks = _Inks(palette, stale=self.stale)
        return self._inks


class _Inks:
    """The palettes in which cells are drawn, mixed once for all of them."""

    def __init__(self, palette: QPalette, *, stale: bool) -> None:
        self._key = (palette.cacheKey(), stale)
        self._palette, self._stale = QPalette(palette), stale
        self.text = self._with(colors.text_color(palette))
        self.user = self._with(colors.severity_color(palette, "error"))
        self.control = self._with(colors.hue_color(palette, 222))
        self.quiet = self._with(colors.quiet_color(palette))
        grey = colors.hue_color(palette, None)
        self.tint = QBrush(colors.token_tint(palette, grey, odd=False))

    def fits(self, palette: QPalette, *, stale: bool) -> bool:
        """Say whether these are the colours for a palette."""
        return self._key == (palette.cacheKey(), stale)

    def _with(self, color: QColor) -> QPalette:
        palette = QPalette(self._palette)
        shown = colors.shown_color(palette, color, stale=self._stale)
        palette.setColor(QPalette.ColorRole.Text, shown)
        return palette
