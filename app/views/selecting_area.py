"""Rows of a prompt in which a caret moves and selects."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, Qt, Signal
from PySide6.QtGui import (
    QHelpEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
)
from PySide6.QtWidgets import QToolTip, QWidget

from app.models.caret import Motion
from app.models.prompt_content import CharacterDetails, PromptContent
from app.views import colors
from app.views.prompt_details import details_tip
from app.views.prompt_keys import motion_of
from app.views.row_area import RowArea
from engine.prompt.find import Ranges


class SelectingArea(RowArea):
    """Show a prompt read-only with a caret and a selection, by keyboard and mouse.

    A subclass chooses what caret and selection count: characters or bytes. `selection_changed`
    carries byte offsets and tells what the user selected (the caret's offset twice when nothing
    is).
    """

    selection_changed = Signal(int, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start empty."""
        super().__init__(parent)
        self._content: PromptContent | None = None
        self._caret = self._anchor = 0
        self._matches: Ranges = ()
        self._stale = False
        self.viewport().setCursor(Qt.CursorShape.IBeamCursor)

    @property
    def content(self) -> PromptContent | None:
        """Give what is shown."""
        return self._content

    @property
    def selection(self) -> tuple[int, int]:
        """Give the selection in the caret's own count."""
        return min(self._caret, self._anchor), max(self._caret, self._anchor)

    def set_stale(self, stale: bool) -> None:
        """Dim the rows when they belong to an older document."""
        if stale != self._stale:
            self._stale = stale
            self.viewport().update()

    def set_matches(self, matches: Ranges) -> None:
        """Mark what a search has found, as byte ranges in order."""
        self._matches = matches
        self.viewport().update()

    def copy(self) -> None:
        """Copy the selection."""
        raise NotImplementedError

    # What a subclass says of its rows.

    def _size(self) -> int:
        """Give the last place of the caret."""
        raise NotImplementedError

    def _move(self, motion: Motion, *, selecting: bool) -> None:
        """Move the caret; `selecting` leaves the anchor where it is."""
        raise NotImplementedError

    def _put(self, anchor: int, caret: int) -> None:
        """Put anchor and caret for the user, and tell about it."""
        raise NotImplementedError

    def _border_at(self, point: QPointF) -> int:
        """Give the place of the caret that is nearest to a point."""
        raise NotImplementedError

    def _details_at(self, point: QPointF) -> CharacterDetails | None:
        """Tell about what is drawn at a point."""
        raise NotImplementedError

    def _paint_rows(self, painter: QPainter, palette: QPalette, content: PromptContent) -> None:
        """Paint the visible rows."""
        raise NotImplementedError

    # Events

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the visible rows, or say why there are none."""
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        palette = colors.stale_palette(self.palette()) if self._stale else self.palette()
        painter.fillRect(event.rect(), colors.base_color(palette))
        if self._content is None:
            self._paint_note(painter, colors.quiet_color(palette))
        else:
            self._paint_rows(painter, palette, self._content)
        self._paint_frame(painter, palette)
        painter.end()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move the caret, select, copy."""
        motion = motion_of(event)
        if self._content is None:
            super().keyPressEvent(event)
        elif motion is not None:
            self._move(motion.motion, selecting=motion.selecting)
        elif event.matches(QKeySequence.StandardKey.SelectAll):
            self._put(0, self._size())
        elif event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Put the caret; with Shift select up to it."""
        if event.button() is Qt.MouseButton.LeftButton:
            caret = self._border_at(event.position())
            shift = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
            self._put(self._anchor if shift else caret, caret)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Select while the button is held."""
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._put(self._anchor, self._border_at(event.position()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """End a selection."""
        event.accept()

    def viewportEvent(self, event: QEvent) -> bool:
        """Tell about what is under the mouse."""
        if not isinstance(event, QHelpEvent) or self._content is None:
            return super().viewportEvent(event)
        details = self._details_at(QPointF(event.pos()))
        if details is None:
            QToolTip.hideText()
        else:
            QToolTip.showText(event.globalPos(), details_tip(details), self.viewport())
        return True

    def _show_row(self, number: int, *, margin: int) -> None:
        """Bring a row into view, with some more of them where it was not."""
        bar = self.verticalScrollBar()
        if number < bar.value():
            bar.setValue(number - margin)
        elif number >= bar.value() + self.visible_rows():
            bar.setValue(number - self.visible_rows() + 1 + margin)
