"""The window's actions and menus, made from the table of its actions."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QObject, Qt
from PySide6.QtGui import QAction, QKeySequence, QPalette

from app.action_row import CONTEXT, ActionRow
from app.action_rows import MENUS, TABLE
from app.icons import palette_icon


class Actions(QObject):
    """The table's rows as actions; they are found by id."""

    def __init__(self, palette: QPalette, parent: QObject | None = None) -> None:
        """Make every action with its icon in the palette's colours."""
        super().__init__(parent)
        self._actions = {row.id: self._make(row) for row in TABLE}
        self.retint(palette)

    def __getitem__(self, name: str) -> QAction:
        return self._actions[name]

    def all(self) -> tuple[QAction, ...]:
        """List the actions in the table's order."""
        return tuple(self._actions.values())

    def in_menu(self, menu: str) -> tuple[QAction | None, ...]:
        """List a menu's actions; None where a new group begins."""
        listed: list[QAction | None] = []
        for row in TABLE:
            if row.menu == menu:
                listed += [None] if row.begins_group else []
                listed.append(self._actions[row.id])
        return tuple(listed)

    def retint(self, palette: QPalette) -> None:
        """Draw the icons in another palette's colours."""
        for row in TABLE:
            if row.icon:
                self._actions[row.id].setIcon(palette_icon(row.icon, palette))

    def _make(self, row: ActionRow) -> QAction:
        action = QAction(QCoreApplication.translate(CONTEXT, str(row.text)), self)
        action.setObjectName(row.id)
        action.setMenuRole(row.role)
        if row.local:
            action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            action.setEnabled(False)
        if row.shortcut:
            action.setShortcut(QKeySequence(row.shortcut))
        return action


def menus() -> tuple[tuple[str, str], ...]:
    """List the menus: id, and title in the language of the window."""
    return tuple((name, QCoreApplication.translate(CONTEXT, str(title))) for name, title in MENUS)
