"""One action of the window: what it is called, where it stands, which keys it has."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass

from PySide6.QtGui import QAction, QKeySequence

Role = QAction.MenuRole
CONTEXT = "Actions"  # of the rows' texts, for translators


@dataclass(frozen=True, slots=True)
class ActionRow:
    """One action and its place in a menu, where it may begin a group."""

    id: str
    text: object  # a str; QT_TRANSLATE_NOOP is typed so
    menu: str
    _: KW_ONLY
    begins_group: bool = False
    icon: str = ""
    shortcut: QKeySequence.StandardKey | str = ""
    role: QAction.MenuRole = Role.NoRole
    local: bool = False  # works only on the page that takes it, and is off until then
