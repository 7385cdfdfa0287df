"""All actions in one list, found by typing a part of their name."""

from __future__ import annotations

from PySide6.QtCore import (
    QEvent,
    QModelIndex,
    QObject,
    QSortFilterProxyModel,
    QStringListModel,
    Qt,
    Slot,
)
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QDialog, QLineEdit, QListView, QVBoxLayout, QWidget

STEPS = {
    Qt.Key.Key_Down: 1,
    Qt.Key.Key_Up: -1,
    Qt.Key.Key_PageDown: 10,
    Qt.Key.Key_PageUp: -10,
}


class ActionPalette(QDialog):
    """List the enabled actions with their shortcuts; Enter triggers the selected one."""

    def __init__(self, actions: tuple[QAction, ...], parent: QWidget | None = None) -> None:
        """List `actions` in their order."""
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("All actions"))
        self._actions = tuple(action for action in actions if action.isEnabled())
        self._filter = QSortFilterProxyModel(self)
        self._filter.setSourceModel(QStringListModel([_title(one) for one in self._actions], self))
        self._filter.setFilterCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self._search = QLineEdit(self)
        self._search.setAccessibleName(self.tr("Find an action"))
        self._search.setPlaceholderText(self.tr("Find an action"))
        self._search.textChanged.connect(self._narrow)
        self._search.installEventFilter(self)
        self._list = QListView(self)
        self._list.setAccessibleName(self.tr("Actions"))
        self._list.setModel(self._filter)
        self._list.setUniformItemSizes(True)
        self._list.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self._list.activated.connect(self._trigger)
        column = QVBoxLayout(self)
        column.addWidget(self._search)
        column.addWidget(self._list)
        em = self.fontMetrics().height()
        self.resize(26 * em, 22 * em)
        self._narrow("")

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Let the arrow keys move in the list and Enter trigger while one types."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            key = Qt.Key(event.key())
            if key in STEPS:
                self._move(STEPS[key])
                return True
            if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self._trigger(self._list.currentIndex())
                return True
        return super().eventFilter(watched, event)

    @Slot(str)
    def _narrow(self, text: str) -> None:
        self._filter.setFilterFixedString(text)
        self._list.setCurrentIndex(self._filter.index(0, 0))

    @Slot(QModelIndex)
    def _trigger(self, index: QModelIndex) -> None:
        if index.isValid():
            action = self._actions[self._filter.mapToSource(index).row()]
            self.accept()
            action.trigger()

    def _move(self, step: int) -> None:
        last = self._filter.rowCount() - 1
        row = min(max(self._list.currentIndex().row() + step, 0), last)
        self._list.setCurrentIndex(self._filter.index(row, 0))


def _title(action: QAction) -> str:
    keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
    text = action.text().replace("&", "").rstrip("…")
    return f"{text}    {keys}" if keys else text
